// Stop loss and take profit of what is open (interface 3; 6.1, rules 2 and 3; 6, table): they are what they were for as long as no event
// tells of another, whatever else is done on the account, and a partial close decreases a volume. Whether a snapshot shows them on the
// position or order, as an order of their own, or both, is open, and so is what a target lets happen to them, as long as it tells.
import { compare, equals, multiply, parseDecimal } from '../../toolkit/decimal/index.js';
import type {
  OrderView,
  PositionView,
  TradingStateView,
  TransactionView,
} from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, ContextTrial, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { instrumentOf } from '../words/contexts/place.js';
import { stateBy } from '../words/contexts/state-by.js';
import { figureOf } from '../words/figures.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { sltpOf } from '../words/trading/prices.js';

const MEMBERS = ['stopLossPrice', 'takeProfitPrice'] as const;

/** By the identifier of what shows them: an order or a position. */
type Levels = ReadonlyMap<string, readonly (string | undefined)[]>;

scenario({
  id: 'domain.events-lead-to-snapshot/levels-of-what-is-open',
  title:
    'shows the levels of a position and of an order as they were after a part of it was closed, and after whatever else',
  needs: { accounts: 0, claims: ['positions', 'sltp', 'closePosition'], requests: ['closePosition'] },
  contexts: {
    side: 'all',
    orderType: 'all',
    protection: ['stop-loss', 'take-profit', 'both'],
    told: ['snapshot', 'resource'],
    instrument: ['first', 'second', 'last'],
  },
  waitMs: 2000,
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account } = trial;
      const events = await account.transactions();
      const { positionId, part } = await protectedPosition(t, trial);
      await protectedOrder(trial);
      const before = await stateBy(t, trial, ({ positions = [] }) => positions.some(({ id }) => id === positionId));
      if (levelsOf(before).size === 0) t.notApplicable('the snapshot shows no levels');
      for (const happen of [
        () => account.closePosition(positionId, part),
        () => account.closePosition(positionId, part),
        () => somethingElse(t, trial),
      ]) {
        await happen();
        await account.settleAll();
        const after = await stateBy(t, trial, ({ positions = [] }) => positions.some(({ id }) => id === positionId));
        const told = (): readonly TransactionView[] =>
          events.of('transaction_event', { after: before.record }).map(({ view }) => view);
        if (unexplained(t, { before, after, told: told() }).length > 0) {
          // What tells of it may come after the snapshot that shows it.
          await account.openOrder({}, { events });
        }
        if (!events.isOpen) t.inconclusive('the connection has ended, and nobody heard what was changed', [after]);
        expectSameLevels(t, { before, after, told: told() });
      }
    }),
});

/** So many parts are asked for: the market may fill an opening in part, and of what it fills two are closed. */
const PARTS = 8;
const CLOSED = 2;

/** A position of several parts with an sltp order of the levels that the context names. */
async function protectedPosition(
  t: CheckContext,
  trial: ContextTrial,
): Promise<{ readonly positionId: string; readonly part: string }> {
  const { account, context } = trial;
  const { side, protection } = context;
  const instrument = await instrumentOf(t, trial);
  const part = String((await account.order({ type: 'market', side, instrument })).volume);
  const volume = partedVolume(await account.conditions(instrument.name), part, PARTS, CLOSED + 1);
  const { positionId, result } = await account.openPosition({ side, instrument, volume });
  const opened = figureOf(result.event?.positions?.[0]?.volume);
  const closed = multiply(parseDecimal(part), parseDecimal(String(CLOSED)));
  if (opened !== undefined && compare(opened, closed) <= 0) t.notApplicable('the market filled the opening in part');
  const { stopLossPrice, takeProfitPrice, ...sltp } = await sltpOf(t, positionId, account, instrument);
  await account.complete({
    ...sltp,
    ...(protection !== 'take-profit' && stopLossPrice !== undefined && { stopLossPrice }),
    ...(protection !== 'stop-loss' && takeProfitPrice !== undefined && { takeProfitPrice }),
  });
  return { positionId, part };
}

async function protectedOrder({ account, context }: ContextTrial): Promise<void> {
  const { side, orderType: type, protection } = context;
  const { instrument, accountId: _account, ...order } = await account.order({ type, side });
  const wish = { ...order, ...(instrument !== undefined && { instrument }) };
  const { stopLossPrice, takeProfitPrice } = await account.protection(wish);
  await account.openOrder({
    ...wish,
    ...(protection !== 'take-profit' && { stopLossPrice }),
    ...(protection !== 'stop-loss' && { takeProfitPrice }),
  });
}

/** Another order that is placed and cancelled, another position that is opened and closed, and what is refused. */
async function somethingElse(t: CheckContext, trial: ContextTrial): Promise<void> {
  const { account, context } = trial;
  const other = account.instrument(account.instruments.length - 1);
  const { orderId, submission } = await account.openOrder({ type: context.orderType, side: context.side });
  // A key that comes with another payload, and one that comes again.
  await account.submit(await account.order(), { idempotencyKey: submission.key });
  if (t.dialect.has('cancelOrder')) {
    await account.complete({ accountId: account.id, orderId }, { request: 'cancelOrder' });
  }
  // Where positions are netted it would be the same one on the same instrument.
  if (other.name === (await instrumentOf(t, trial)).name) return;
  const { positionId } = await account.openPosition({ instrument: other, side: context.side });
  await account.closePosition(positionId);
}

interface Seen {
  readonly before: Recorded<TradingStateView>;
  readonly after: Recorded<TradingStateView>;
  /** What the events between them, or a little before, tell. */
  readonly told: readonly TransactionView[];
}

function expectSameLevels(t: CheckContext, seen: Seen): void {
  const { before, after } = seen;
  t.expect.none(unexplained(t, seen), 'the levels that were there, as no event tells of others', {
    evidence: [after, before],
  });
}

/** What shows other levels than before, and no event tells why, in words. A position that is over is judged elsewhere. */
function unexplained(t: CheckContext, seen: Seen): readonly string[] {
  const { before, after } = seen;
  const now = levelsOf(after);
  const isOver = (id: string): boolean =>
    before.positions?.some((one) => one.id === id) === true && after.positions?.some((one) => one.id === id) !== true;
  return [...levelsOf(before)].flatMap(([id, was]) => {
    const is = now.get(id) ?? [];
    const isSame = was.every((level, at) => areSame(level, is[at]));
    if (isSame || isOver(id) || isShownElsewhere(t, { id, was, seen }) || isTold(t, { id, is, seen })) return [];
    return [`${id} with ${MEMBERS.map((_member, at) => is[at] ?? 'none').join(' and ')}, not ${was.join(' and ')}`];
  });
}

/**
 * Levels may be shown on what they protect, on an sltp order, or on both, and not on the same each time (interface 6.1, rule 3): what has
 * none now, or is not listed, has lost nothing where the other shows them.
 */
function isShownElsewhere(
  t: CheckContext,
  { id, was, seen: { before, after } }: { id: string; was: readonly (string | undefined)[]; seen: Seen },
): boolean {
  const isSltp = ({ type }: OrderView): boolean => t.dialect.meaning('orderType', type ?? null) === 'sltp';
  const orders = [...(before.orders ?? []), ...(after.orders ?? [])].filter(isSltp);
  const protects = ({ positionId, parentOrderId }: OrderView): readonly (string | undefined)[] => [
    positionId,
    parentOrderId,
  ];
  const others = new Set([
    ...orders.filter((order) => order.id === id).flatMap(protects),
    ...orders.filter((order) => protects(order).includes(id)).map((order) => order.id),
  ]);
  return [...(after.orders ?? []), ...(after.positions ?? [])].some(
    (one) => one.id !== id && others.has(one.id) && was.every((level, at) => areSame(level, levelsIn(one)[at])),
  );
}

/** What shows levels among what is open. */
function levelsOf({ orders = [], positions = [] }: TradingStateView): Levels {
  return new Map(
    [...orders, ...positions].flatMap((entity) => {
      const levels = levelsIn(entity);
      return entity.id === undefined || levels.every((level) => level === undefined) ? [] : [[entity.id, levels]];
    }),
  );
}

function levelsIn(entity: OrderView | PositionView): readonly (string | undefined)[] {
  return MEMBERS.map((member) => {
    const level = entity[member];
    return typeof level === 'string' && figureOf(level) !== undefined ? level : undefined;
  });
}

function areSame(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [figureOf(one), figureOf(other)];
  return a === undefined || b === undefined ? a === b : equals(a, b);
}

interface Changed {
  readonly id: string;
  readonly is: readonly (string | undefined)[];
  readonly seen: Seen;
}

/**
 * An event tells of it: of an order by showing it as it is now, or at all where it is over; of a position by showing it with the levels
 * that it has now, or by an sltp order. A position of a target that shows no sltp orders need not name levels that it has no more.
 */
function isTold(t: CheckContext, { id, is, seen: { before, told } }: Changed): boolean {
  const orders = told.flatMap((view) => view.orders ?? []);
  const fits = (entity: OrderView | PositionView): boolean =>
    levelsIn(entity).every((level, at) => areSame(level, is[at]));
  if (before.orders?.some((order) => order.id === id)) {
    return orders.some((order) => order.id === id && (is.length === 0 || fits(order)));
  }
  const isSltp = ({ type }: OrderView): boolean => t.dialect.meaning('orderType', type ?? null) === 'sltp';
  const shown = told.flatMap((view) => view.positions ?? []).filter((position) => position.id === id);
  const areAttributes = before.orders?.some(isSltp) !== true;
  return (
    orders.some(isSltp) ||
    shown.some(
      (position) => fits(position) && (areAttributes || MEMBERS.some((member) => position[member] !== undefined)),
    )
  );
}

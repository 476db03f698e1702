// A whole account, told and shown (interface 1, rule 2; 6, table): after several positions on either side, sltp orders, closes in part and
// in full, cancellations and an execution, a snapshot shows each order and position as the latest event told it, in every member that both
// have, and none that was told to be over. Which members they have is open.
import { executed } from '../../toolkit/checkers/predicates/executed.js';
import type { TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { Account, CheckContext, ContextTrial, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { instrumentOf } from '../words/contexts/place.js';
import { stateBy } from '../words/contexts/state-by.js';
import { assertBesides } from '../words/judgement.js';
import { missingFrom, pagesWith, shownItems } from '../words/pages.js';
import { nextEndOfOrder } from '../words/streams/end-of-order.js';
import type { Transactions } from '../words/streams/event-of.js';
import { withLevelsOf } from '../words/trading/levels.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { sltpOf } from '../words/trading/prices.js';
import { differencesOf, lostFrom, priceDifferencesOf, toldBy } from '../words/trading/told-entities.js';

const BESIDES = [
  'transactions.close-deal',
  'transactions.partial-close-position',
  'transactions.only-changed-entities',
  'history.agrees-with-events',
] as const;

/** Three of them are closed, so that the volume that is left ends in a zero. */
const PARTS = 13;
/** An order of several steps, of which an execution may lose one. */
const ORDERED = 3;

scenario({
  id: 'domain.events-lead-to-snapshot/told-and-shown',
  title: 'shows every order and position of a busy account as the latest event told it',
  requirements: [
    'domain.snapshot-resource',
    'history.agrees-with-events',
    'history.closed-orders',
    'history.deals',
    'transactions.close-deal',
    'transactions.only-changed-entities',
    'transactions.partial-close-position',
  ],
  needs: { accounts: 0, claims: ['positions', 'sltp', 'closePosition'], requests: ['closePosition'] },
  contexts: {
    side: 'all',
    orderType: 'all',
    protection: ['stop-loss', 'take-profit', 'both'],
    told: ['snapshot', 'resource'],
    instrument: ['second', 'last'],
  },
  effort: 'standard',
  waitMs: 1500,
  async run(t) {
    await t.inContexts(async (trial) => {
      const events = await trial.account.transactions();
      const story = await begun(t, trial, events);
      await expectAsTold(t, trial, events);
      await goesOn(t, trial, events, story);
      // Before an execution that the check asks for, which may move the market and execute others.
      await expectAsTold(t, trial, events);
      await assertBesides(t, BESIDES);
      await orderExecuted(t, trial, events);
      const state = await expectAsTold(t, trial, events);
      const prices = priceDifferencesOf(toldBy(t, events.of('transaction_event')), state);
      await expectInHistory(t, trial, events, state);
      await expectEndsTold(t, trial, events, state);
      t.expect.none(prices, 'each position at the price that was told', { evidence: [state], level: 'should' });
    });
    // What each event of it holds, and whether history agrees with them.
    await assertBesides(t, BESIDES);
  },
});

interface Story {
  readonly instrument: ProfileInstrument;
  readonly part: string;
  /** Two of the side of the context with one of the other side between them. */
  readonly positions: readonly [string, string, string];
  /** A pending order that is protected. */
  readonly cancelled: string;
}

/** Three positions of different volumes, the first with levels, and protected orders. */
async function begun(t: CheckContext, trial: ContextTrial, events: Transactions): Promise<Story> {
  const { account, context } = trial;
  const instrument = await instrumentOf(t, trial);
  const { side } = context;
  const part = String((await account.order({ type: 'market', side, instrument })).volume);
  const conditions = await account.conditions(instrument.name);
  const open = async (to: 'buy' | 'sell', parts: number): Promise<string> => {
    const volume = partedVolume(conditions, part, parts, Math.min(parts, 4));
    return (await account.openPosition({ side: to, instrument, volume }, { events })).positionId;
  };
  const other = side === 'buy' ? 'sell' : 'buy';
  const positions = [await open(side, PARTS), await open(other, 2), await open(side, 4)] as const;
  if (new Set(positions).size < positions.length) t.notApplicable('the target keeps one position for an instrument');
  await withLevels(t, trial, events, { positionId: positions[0], instrument });
  await protectedOrder(trial, events);
  return { instrument, part, positions, cancelled: await protectedOrder(trial, events) };
}

async function goesOn(t: CheckContext, trial: ContextTrial, events: Transactions, story: Story): Promise<void> {
  const { account, context } = trial;
  const { instrument, part, cancelled } = story;
  const [first, second, third] = story.positions;
  const ended = async (positionId: string, volume?: string): Promise<void> => {
    const submission = await account.closePosition(positionId, volume);
    if (submission !== undefined) await events.awaitResultOf(submission);
  };
  await ended(first, part);
  await withLevels(t, trial, events, { positionId: first, instrument });
  await ended(first, part);
  await ended(first, part);
  await ended(third, part);
  await ended(third);
  if (t.dialect.has('cancelOrder')) {
    await account.complete({ accountId: account.id, orderId: cancelled }, { request: 'cancelOrder', events });
  }
  await withLevels(t, trial, events, { positionId: second, instrument });
  await ended(second);
  await account.openPosition({ side: context.side, instrument }, { events });
}

async function orderExecuted(t: CheckContext, trial: ContextTrial, events: Transactions): Promise<void> {
  if (!t.hasControl('order.fill')) return;
  const { account } = trial;
  const filled = await protectedOrder(trial, events);
  const after = events.received.at(-1)?.record ?? 0;
  await t.control('order.fill', { account_id: account.id, order_id: filled });
  await nextEndOfOrder(t, events, filled, after);
}

async function withLevels(
  t: CheckContext,
  { account, context }: ContextTrial,
  events: Transactions,
  { positionId, instrument }: { readonly positionId: string; readonly instrument: ProfileInstrument },
): Promise<void> {
  const sltp = await sltpOf(t, positionId, account, instrument);
  await account.complete(withLevelsOf(context, sltp), { events });
}

async function protectedOrder({ account, context }: ContextTrial, events: Transactions): Promise<string> {
  const { volume, ...plain } = await account.order({ type: context.orderType, side: context.side });
  const conditions = await account.conditions(plain.instrument ?? account.instrument().name);
  const order = { ...plain, volume: partedVolume(conditions, String(volume), ORDERED, 1) };
  const { instrument, accountId: _account, ...wish } = order;
  const levels = await account.protection({ ...wish, ...(instrument !== undefined && { instrument }) });
  return (await account.openOrder(withLevelsOf(context, { ...order, ...levels }), { events })).orderId;
}

async function expectAsTold(
  t: CheckContext,
  trial: ContextTrial,
  events: Transactions,
): Promise<Recorded<TradingStateView>> {
  let state = await shown(t, trial, events);
  if (told(t, events, state).length > 0) {
    // What tells of it may come after the snapshot that shows it.
    await trial.account.openOrder({}, { events });
    state = await shown(t, trial, events);
  }
  if (!events.isOpen) t.inconclusive('the connection has ended, and nobody heard what was changed', [state]);
  t.expect.none(told(t, events, state), 'each order and position as the latest event told it', {
    evidence: [state],
    ...(trial.context.told === 'resource' && { requirement: 'domain.snapshot-resource' }),
  });
  return state;
}

/** Which states an order passes through is open; one that was told as pending last of all, and is gone, has ended without a word. */
async function expectEndsTold(
  t: CheckContext,
  { account }: ContextTrial,
  events: Transactions,
  state: Recorded<TradingStateView>,
): Promise<void> {
  const lost = (): readonly string[] => lostFrom(t, toldBy(t, events.of('transaction_event')), state);
  const before = lost();
  if (before.length === 0) return;
  // What tells of it may come after the snapshot that lacks it.
  await account.openOrder({}, { events });
  const still = lost().filter((id) => before.includes(id));
  t.expect.none(still, 'each order that is gone told as ended', { evidence: [state], level: 'should' });
}

/** Every trade that an event told; what history shows of it is held against its event afterwards. */
async function expectInHistory(
  t: CheckContext,
  { account }: ContextTrial,
  events: Transactions,
  state: TradingStateView,
): Promise<void> {
  if (!t.dialect.has('dealHistory')) return;
  const trades = events.of('transaction_event').flatMap(({ view }) => executed(view.deals ?? []));
  const ids = [...new Set(trades.flatMap(({ id }) => id ?? []))];
  if (ids.length === 0) return;
  const pages = await pagesWith(t, 'dealHistory', ids, account);
  t.expect.none(missingFrom(pages, ids), `all ${ids.length} deals of the events in history`, {
    shown: shownItems(pages, ids),
    evidence: pages,
    requirement: 'history.deals',
  });
  if (t.dialect.has('orderHistory')) await expectOrdersInHistory(t, account, events, state);
}

/** Every order that was executed for a position that is over: that of an opening may count as closed with its position alone. */
async function expectOrdersInHistory(
  t: CheckContext,
  account: Account,
  events: Transactions,
  { positions = [] }: TradingStateView,
): Promise<void> {
  const orders = events.of('transaction_event').flatMap(({ view }) => view.orders ?? []);
  const filled = orders.filter(
    ({ state, positionId = null }) =>
      t.dialect.meaning('orderState', state ?? null) === 'filled' &&
      positionId !== null &&
      positions.every(({ id }) => id !== positionId),
  );
  const ids = [...new Set(filled.flatMap(({ id }) => id ?? []))];
  const pages = await pagesWith(t, 'orderHistory', ids, account);
  t.expect.none(missingFrom(pages, ids), `all ${ids.length} executed orders of positions that are over in history`, {
    shown: shownItems(pages, ids),
    evidence: pages,
    requirement: 'history.closed-orders',
  });
}

function told(t: CheckContext, events: Transactions, state: TradingStateView): readonly string[] {
  return differencesOf(t, toldBy(t, events.of('transaction_event')), state);
}

/** A resource may lag behind the events. */
function shown(t: CheckContext, trial: ContextTrial, events: Transactions): Promise<Recorded<TradingStateView>> {
  return stateBy(t, trial, (state) => told(t, events, state).length === 0);
}

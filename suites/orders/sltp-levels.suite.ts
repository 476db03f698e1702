// An sltp order sets the levels of its position (interface 4.1, purpose): the snapshot shows them on the position or on an order of
// its own (6.1, rule 3), or else the market that reaches the stop loss closes the position. That it is only reported is not enough.
import { add, equals, parseDecimal, toText } from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { OrderView, PositionView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext, Completed, OrderWish, Recorded, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { figureOf } from '../words/figures.js';
import { typeOf } from '../words/trading/main-order.js';
import { shifted, sltpOf } from '../words/trading/prices.js';

const NEEDS = { claims: ['sltp', 'positions'] } as const;
const LEVELS = ['stopLossPrice', 'takeProfitPrice'] as const;

type State = Recorded<TradingStateView>;

interface Protected {
  readonly positionId: string;
  readonly params: RequestParams;
  readonly completed: Completed;
  readonly state: State;
}

/** A position with levels by an sltp order that succeeded, and the snapshot once it shows them, or as it stays. */
async function protectedPosition(t: CheckContext): Promise<Protected> {
  const events = await t.account.transactions();
  const { positionId } = await t.account.openPosition({ side: 'buy' }, { events });
  const params = await sltpOf(t, positionId);
  const completed = await t.account.complete(params, { events });
  const isSet = (state: State): boolean => isShown(carriersOf(t, state, positionId), params);
  const state = await eventually(t, () => t.account.state(), isSet);
  if (!state.positions?.some(({ id }) => id === positionId)) {
    t.inconclusive('the position was closed in the meantime', [state]);
  }
  return { positionId, params, completed, state };
}

/** What may show levels of the position: itself, and orders of type sltp that name it, or nothing that they belong to. */
function carriersOf(
  t: CheckContext,
  { positions = [], orders = [] }: State,
  positionId: string,
): readonly (PositionView | OrderView)[] {
  const related = orders
    .filter((order) => typeOf(t, order) === 'sltp' && (order.parentOrderId ?? '') === '')
    .filter((order) => (order.positionId ?? positionId) === positionId);
  return [...positions.filter(({ id }) => id === positionId), ...related];
}

function isShown(carriers: readonly (PositionView | OrderView)[], params: RequestParams): boolean {
  return LEVELS.every((level) => carriers.some((one) => isPrice(one[level], params[level])));
}

function isPrice(shown: JsonValue | undefined, asked: JsonValue | undefined): boolean {
  const [one, other] = [figureOf(String(shown)), figureOf(String(asked))];
  return one !== undefined && other !== undefined && equals(one, other);
}

/** Both levels stand somewhere in the message, where the dialect does not read them. */
function isMentioned(t: CheckContext, { record }: State, params: RequestParams): boolean {
  const message = memberOf(t.records().find(({ i }) => i === record)?.parsed, 'message') ?? null;
  return LEVELS.every((level) => holds(message, (value) => isPrice(value, params[level])));
}

function holds(value: JsonValue, fits: (value: JsonValue) => boolean): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).some((inner) => holds(inner, fits))
    : fits(value);
}

/** Nothing, or a zero: no level. */
function isNone(shown: JsonValue | undefined): boolean {
  return shown === null || shown === '' || figureOf(String(shown))?.coefficient === 0n;
}

scenario({
  id: 'orders.sltp-accepted/levels-shown',
  title: 'shows the levels that an sltp order set, on the position or on an order, where snapshots show levels at all',
  needs: NEEDS,
  async run(t) {
    const { positionId, params, completed, state } = await protectedPosition(t);
    const carriers = carriersOf(t, state, positionId);
    const shown = carriers.flatMap((one) => LEVELS.map((level) => one[level])).filter((level) => level !== undefined);
    if (shown.every(isNone) && isMentioned(t, state, params)) {
      t.notApplicable('the snapshot shows the levels where the dialect does not read them');
    }
    const announced = (completed.result.event?.orders ?? []).find(
      (order) => typeOf(t, order) === 'sltp' && t.dialect.meaning('orderState', order.state ?? null) === 'pending',
    );
    // Only what an event called open is missing from a snapshot that shows no levels: that snapshots show them is not said.
    if (shown.length === 0 && carriers.length === 1 && announced === undefined) {
      t.notApplicable('snapshots show no levels of positions, nor sltp orders; bind them in the dialect if they do');
    }
    t.expect.that(isShown(carriers, params), {
      expected: `stop loss ${params.stopLossPrice} and take profit ${params.takeProfitPrice}`,
      actual: shown.every(isNone) ? 'no levels' : JSON.stringify(shown),
      evidence: [state, completed.result, completed.submission],
    });
  },
});

scenario({
  id: 'orders.sltp-accepted/shown-or-reached',
  title: 'shows the levels that an sltp order set, or closes the position once the market is beyond the stop loss',
  needs: { ...NEEDS, control: ['market.price'] },
  async run(t) {
    const { positionId, params, state } = await protectedPosition(t);
    if (isShown(carriersOf(t, state, positionId), params) || isMentioned(t, state, params)) {
      return t.expect.lists(state, 'positions', positionId);
    }
    await moveBeyond(t, String(params.stopLossPrice));
    const after = await eventually(
      t,
      () => t.account.state(),
      ({ positions = [] }) => !positions.some(({ id }) => id === positionId),
    );
    t.expect.listsNot(after, 'positions', positionId, {
      message: 'an sltp order succeeded, but no snapshot shows its levels and the stop loss closes nothing',
    });
  },
});

scenario({
  id: 'orders.sltp-accepted/levels-set-again',
  title: 'shows the levels of the sltp order that came last, where snapshots show those of the one before',
  needs: NEEDS,
  async run(t) {
    const { positionId, params, state } = await protectedPosition(t);
    if (!isShown(carriersOf(t, state, positionId), params)) {
      t.notApplicable('snapshots show no levels of positions, nor sltp orders; bind them in the dialect if they do');
    }
    const others = {
      ...params,
      stopLossPrice: shifted(String(params.stopLossPrice), -7n),
      takeProfitPrice: shifted(String(params.takeProfitPrice), 7n),
    };
    const submission = await t.account.submit(others);
    const result = submission.accepted ? await t.account.settle(submission) : undefined;
    if (result?.status !== 'success') t.notApplicable('the target sets the levels of a position once');
    const isSet = (now: State): boolean => isShown(carriersOf(t, now, positionId), others);
    const after = await eventually(t, () => t.account.state(), isSet);
    if (!after.positions?.some(({ id }) => id === positionId)) {
      t.inconclusive('the position was closed in the meantime', [after]);
    }
    t.expect.that(isSet(after), {
      expected: `stop loss ${others.stopLossPrice} and take profit ${others.takeProfitPrice}`,
      actual: 'other levels',
      evidence: [after, result, submission, state],
    });
  },
});

for (const { id, words, instrument, side } of [
  {
    id: 'orders.sltp-accepted/at-the-position-that-it-names',
    words: 'that is older, on another instrument',
    instrument: 1,
    side: 'buy',
  },
  {
    id: 'orders.sltp-accepted/at-the-older-of-two-alike',
    words: 'that is newer, of its side',
    instrument: 0,
    side: 'buy',
  },
  {
    id: 'orders.sltp-accepted/at-the-older-of-opposite-sides',
    words: 'that is newer, of the other side',
    instrument: 0,
    side: 'sell',
  },
] as const) {
  scenario({
    id,
    title: `shows the levels of an sltp order at the position that it names, and at none ${words}`,
    needs: { ...NEEDS, ...(instrument === 1 && { instruments: 2 }) },
    async run(t) {
      const events = await t.account.transactions();
      const open = async (wish: OrderWish): Promise<string> =>
        (await t.account.openPosition(wish, { events })).positionId;
      const beside = { side, instrument: t.account.instrument(instrument) };
      const older = instrument === 0 ? undefined : await open(beside);
      const positionId = await open({ side: 'buy' });
      const other = older ?? (await open(beside));
      const areOpen = ({ positions = [] }: State): boolean =>
        [positionId, other].every((one) => positions.some(({ id: shown }) => shown === one));
      if (positionId === other || !areOpen(await t.account.state())) {
        t.notApplicable('the target keeps one position for an instrument');
      }
      const params = await sltpOf(t, positionId);
      const { submission, result } = await tried(t, params, events);
      if (result?.status !== 'success') {
        // On one instrument the other position is all that may be in the way.
        if (instrument === 1) t.inconclusive('the levels are refused', [submission, result]);
        return await expectTakenAlone(t, { positionId, other, params, submission, result, beside, events });
      }
      const isSetAt = (now: State, one: string): boolean => isShown(carriersOf(t, now, one), params);
      const state = await eventually(
        t,
        () => t.account.state(),
        (now) => isSetAt(now, positionId),
      );
      const { positions = [], orders = [] } = state;
      const ofTheOther = [
        ...positions.filter((one) => one.id === other),
        ...orders.filter((order) => typeOf(t, order) === 'sltp' && order.positionId === other),
      ];
      t.expect.that(!isShown(ofTheOther, params), {
        expected: `no levels at position ${other}, since the order names ${positionId}`,
        actual: `stop loss ${params.stopLossPrice} and take profit ${params.takeProfitPrice} there`,
        evidence: [state, submission],
      });
    },
  });
}

type Transactions = Awaited<ReturnType<Account['transactions']>>;
interface Tried {
  readonly submission: Submission;
  readonly result: Completed['result'] | undefined;
}

async function tried(t: CheckContext, params: RequestParams, events: Transactions): Promise<Tried> {
  const submission = await t.account.submit(params);
  return { submission, result: submission.accepted ? await t.account.settle(submission, events) : undefined };
}

interface Pair extends Tried {
  readonly positionId: string;
  readonly other: string;
  readonly params: RequestParams;
  /** What the other position was opened with. */
  readonly beside: OrderWish;
  readonly events: Transactions;
}

/** Levels that were refused beside a newer position, and are taken once it is closed, were held against it; twice is no accident. */
async function expectTakenAlone(t: CheckContext, { beside, events, ...first }: Pair): Promise<void> {
  if (!t.dialect.has('closePosition')) t.inconclusive('the levels are refused', [first.submission, first.result]);
  const refused: Tried[] = [];
  let pair: Omit<Pair, 'beside' | 'events'> = first;
  for (let turn = 0; turn < 2; turn += 1) {
    if (turn > 0) {
      const { positionId } = await t.account.openPosition({ side: 'buy' }, { events });
      const { positionId: other } = await t.account.openPosition(beside, { events });
      const params = await sltpOf(t, positionId);
      pair = { positionId, other, params, ...(await tried(t, params, events)) };
    }
    if (pair.result?.status === 'success') t.inconclusive('levels were refused once', [first.submission, first.result]);
    refused.push(pair);
    await t.account.closePosition(pair.other);
    const alone = await tried(t, pair.params, events);
    if (alone.result?.status !== 'success') {
      t.inconclusive('the levels are refused, beside another position or not', [alone.submission, alone.result]);
    }
  }
  t.expect.that(false, {
    expected: `levels at position ${pair.positionId}, which takes them once position ${pair.other} is closed`,
    actual: 'refused twice, while the newer position was open',
    evidence: refused.flatMap(({ submission, result }) => [submission, result]),
  });
}

/** Sets the market below a price, and back to the middle between the resting prices at the end. */
async function moveBeyond(t: CheckContext, price: string): Promise<void> {
  const { name, restingBuyLimit, restingSellLimit } = t.account.instrument();
  const set = (text: string): Promise<unknown> =>
    t.control('market.price', { account_id: t.account.id, instrument: name, bid: text, ask: text });
  const sum = add(parseDecimal(restingBuyLimit), parseDecimal(restingSellLimit));
  const middle = toText({ coefficient: sum.coefficient / 2n, scale: sum.scale });
  t.cleanup(() => set(middle));
  await set(shifted(price, -10n));
}

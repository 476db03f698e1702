// Levels that a position itself shows (interface 4.1, purpose; 6.1, rule 3): where a target shows them there, they are those of the sltp
// order that came last, whichever side the position is of, which levels the order has and whether it had others before. Whether they
// are shown there is open, but not for one side alone; a level that an open sltp order of the position shows is no stale one.
import { equals } from '../../toolkit/decimal/index.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { PositionView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { CheckContext, ContextTrial } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { instrumentOf } from '../words/contexts/place.js';
import { stateBy } from '../words/contexts/state-by.js';
import { eventually } from '../words/eventually.js';
import { figureOf, plainOf } from '../words/figures.js';
import { withLevelsOf } from '../words/trading/levels.js';
import { typeOf } from '../words/trading/main-order.js';
import { shifted, sltpOf } from '../words/trading/prices.js';

const LEVELS = ['stopLossPrice', 'takeProfitPrice'] as const;
type Level = (typeof LEVELS)[number];

scenario({
  id: 'orders.sltp-accepted/levels-at-positions-in-contexts',
  title: 'shows at a position the levels of its last sltp order, of either side alike, where positions show levels',
  needs: { accounts: 0, claims: ['positions', 'sltp'], instruments: 2 },
  contexts: {
    side: 'all',
    protection: ['stop-loss', 'take-profit', 'both'],
    use: ['first', 'second'],
    told: ['snapshot', 'resource'],
    instrument: ['first', 'second', 'last'],
  },
  effort: 'standard',
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      const other = account.instruments.find(({ name }) => name !== instrument.name) ?? instrument;
      const one = await protectedPosition(t, trial, context.side, instrument);
      const twin = await protectedPosition(t, trial, context.side === 'buy' ? 'sell' : 'buy', other);
      const isRight = (state: TradingStateView): boolean =>
        [one, twin].every(({ id }) => positionIn(state, id) !== undefined) && wrongIn(t, state, one, twin).length === 0;
      const first = await stateBy(t, trial, isRight);
      // A snapshot of a stream may be that of a moment before.
      const state =
        isRight(first) || context.told === 'resource' ? first : await eventually(t, () => account.state(), isRight);
      const [shown, twinShown] = [one, twin].map(({ id }) => positionIn(state, id));
      if (shown === undefined || twinShown === undefined) t.inconclusive('a position was closed meanwhile', [state]);
      if (LEVELS.every((level) => levelOf(shown, level) === undefined && levelOf(twinShown, level) === undefined)) {
        t.notApplicable('positions show no levels, which is open');
      }
      t.expect.none(wrongIn(t, state, one, twin), `the levels of the last sltp order at position ${one.id}`, {
        evidence: [state, one.record],
      });
    }),
});

interface Protected {
  readonly id: string;
  /** Of the last sltp order. */
  readonly asked: RequestParams;
  readonly record: number;
}

async function protectedPosition(
  t: CheckContext,
  { account, context }: ContextTrial,
  side: 'buy' | 'sell',
  instrument: ProfileInstrument,
): Promise<Protected> {
  const { positionId: id } = await account.openPosition({ side, instrument });
  const sltp = await sltpOf(t, id, account, instrument);
  if (context.use === 'first') {
    const asked = withLevelsOf(context, sltp);
    const { result } = await account.complete(asked);
    return { id, asked, record: result.record };
  }
  await account.complete(sltp);
  // What was shown once may be shown for good.
  await account.state();
  const asked = withLevelsOf(context, {
    ...sltp,
    stopLossPrice: shifted(String(sltp.stopLossPrice), side === 'buy' ? -7n : 7n),
    takeProfitPrice: shifted(String(sltp.takeProfitPrice), side === 'buy' ? 7n : -7n),
  });
  const submission = await account.submit(asked);
  const result = submission.accepted ? await account.settle(submission) : undefined;
  if (result?.status !== 'success') return t.notApplicable('the target sets the levels of a position once');
  return { id, asked, record: result.record };
}

function positionIn({ positions = [] }: TradingStateView, id: string): PositionView | undefined {
  return positions.find((position) => position.id === id);
}

/** Zero is how some write that there is none. */
function levelOf(position: PositionView | undefined, level: Level): string | undefined {
  const shown = plainOf(position?.[level]);
  return shown === '0' ? undefined : shown;
}

/** What the position shows that its last order did not ask for, or does not show as its twin does, in words. */
function wrongIn(t: CheckContext, state: TradingStateView, one: Protected, twin: Protected): readonly string[] {
  const [position, beside] = [positionIn(state, one.id), positionIn(state, twin.id)];
  return LEVELS.flatMap((level) => {
    const asked = figureOf(one.asked[level]);
    if (asked === undefined) return [];
    const shown = levelOf(position, level);
    if (shown === undefined) {
      return levelOf(beside, level) === undefined ? [] : [`no ${level}, which position ${twin.id} shows`];
    }
    const figure = figureOf(shown);
    const isAsked = figure !== undefined && equals(figure, asked);
    return isAsked || isOfAnOrder(t, state, one.id, [level, shown])
      ? []
      : [`${level} ${shown}, not ${String(one.asked[level])}`];
  });
}

/** Several sltp orders of a position may be open at once. */
function isOfAnOrder(
  t: CheckContext,
  { orders = [] }: TradingStateView,
  id: string,
  [level, shown]: readonly [Level, string],
): boolean {
  return orders.some(
    (order) => order.positionId === id && typeOf(t, order) === 'sltp' && plainOf(order[level]) === shown,
  );
}

// What an opening and a close show of what was asked for (interface 4.1; 2.2; 6.1, rule 2), in every context: instrument, side and volume
// of the order, the deals and the position, in the event and in the state. Which members are shown is open, the market may fill in part,
// and a target may net positions: what is not shown, or may rightly differ, is not judged.
import { compare, type Decimal, equals, parseDecimal, subtract, toText } from '../../toolkit/decimal/index.js';
import type { PositionView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, ContextTrial, ExpectOptions, ReceivedOf, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { type Deed, deedOf, done } from '../words/contexts/deed.js';
import { instrumentOf, listening } from '../words/contexts/place.js';
import { stateBy } from '../words/contexts/state-by.js';
import { figureOf } from '../words/figures.js';
import { executedVolume } from '../words/trading/executed-volume.js';

type State = Recorded<TradingStateView>;
type Event = ReceivedOf<'transaction_event'>;

scenario({
  id: 'orders.parameters-kept/positions-in-contexts',
  title: 'shows of an opening and of a close what was asked for, in event and state, in every context',
  requirements: [
    'domain.open-positions-in-snapshot',
    'domain.snapshot-resource',
    'transactions.deal-volumes-conserved',
  ],
  purposes: [37],
  needs: { accounts: 0, claims: ['positions'] },
  contexts: {
    operation: ['opening', 'partial-close', 'close'],
    side: 'all',
    part: 'all',
    instrument: ['first', 'second', 'last'],
    account: 'all',
    connection: ['first', 'second'],
    told: ['snapshot', 'resource'],
  },
  run: (t) =>
    t.inContexts(async (trial) => {
      const instrument = await instrumentOf(t, trial);
      const deed = await deedOf(t, trial, instrument);
      const events = await listening(trial);
      const before = await trial.account.state();
      const submission = await done(t, trial, deed);
      const { status, record } = await trial.account.settle(submission, events);
      if (status !== 'success') t.inconclusive(`the operation ended ${status}`, [record]);
      const event = await events.awaitResultOf(submission, 'success');
      const filled = executedVolume(events.resultsOf(submission).flatMap(({ view }) => view.deals ?? []));
      if (trial.context.operation !== 'opening') return expectClosed(t, { deed, before, event, filled });
      expectFilled(t, deed, event, filled);
      await expectMade(t, trial, { deed, before, event });
    }),
});

/** The order and the deals of an opening: never more than was asked for. */
function expectFilled(t: CheckContext, { params }: Deed, event: Event, filled: Decimal | undefined): void {
  const asked = parseDecimal(String(params.volume));
  if (filled !== undefined) {
    t.expect.that(
      compare(filled, asked) <= 0,
      {
        expected: `deals of ${toText(asked)} at most, as was asked for`,
        actual: `deals of ${toText(filled)}`,
        evidence: [event],
      },
      { requirement: 'transactions.deal-volumes-conserved' },
    );
  }
  const [order, ...others] = event.view.orders ?? [];
  const shown = others.length === 0 ? figureOf(order?.volume) : undefined;
  if (shown === undefined) return;
  // An executed order shows what was asked for, what was filled, or what is left to fill.
  const legal = filled === undefined ? [asked] : [asked, filled, subtract(asked, filled)];
  t.expect.that(
    legal.some((one) => equals(one, shown)),
    { expected: `the order with volume ${toText(asked)}`, actual: toText(shown), evidence: [event] },
  );
}

/** The position that an opening made, of the instrument and side that were asked for, in the event and in the state. */
async function expectMade(
  t: CheckContext,
  trial: ContextTrial,
  { deed, before, event }: { readonly deed: Deed; readonly before: State; readonly event: Event },
): Promise<void> {
  const known = new Set(before.positions?.map(({ id }) => id));
  const [made, ...others] = (event.view.positions ?? []).filter(({ id }) => id !== undefined && !known.has(id));
  // Where positions are netted, an opening may change or end what was there.
  if (made?.id === undefined || others.length > 0) return;
  expectAsked(t, deed, made, event.record);
  const { id } = made;
  const isIt = (one: PositionView): boolean => one.id === id;
  const state = await stateBy(t, trial, ({ positions = [] }) => positions.some(isIt));
  const shown = state.positions?.find(isIt);
  // That it is there at all, others judge.
  if (shown === undefined) return;
  expectAsked(t, deed, shown, state.record, {
    requirement: trial.context.told === 'resource' ? 'domain.snapshot-resource' : 'domain.open-positions-in-snapshot',
  });
}

function expectAsked(
  t: CheckContext,
  { params }: Deed,
  { instrument, side }: PositionView,
  record: number,
  options: ExpectOptions = {},
): void {
  const meant = side === undefined ? undefined : t.dialect.meaning('side', side);
  if (meant !== undefined) {
    const claim = { expected: `a position to ${params.side}`, actual: JSON.stringify(side), evidence: [record] };
    t.expect.that(meant === params.side, claim, options);
  }
  if (typeof instrument !== 'string') return;
  const claim = { expected: `a position on ${params.instrument}`, actual: instrument, evidence: [record] };
  t.expect.that(instrument === params.instrument, claim, options);
}

/** The deals of a close add up to what was closed. */
function expectClosed(
  t: CheckContext,
  {
    deed: { params, subject },
    before,
    event,
    filled,
  }: { readonly deed: Deed; readonly before: State; readonly event: Event; readonly filled: Decimal | undefined },
): void {
  const had = before.positions?.find(({ id }) => id === subject?.id)?.volume;
  const closed = params.volume === undefined ? figureOf(had) : parseDecimal(String(params.volume));
  // Whether the event of a close shows deals, others judge.
  if (closed === undefined || filled === undefined) return;
  t.expect.that(
    equals(filled, closed),
    {
      expected: `deals of ${toText(closed)} in all, as was closed`,
      actual: `deals of ${toText(filled)} in all`,
      evidence: [event, before],
    },
    { requirement: 'transactions.deal-volumes-conserved' },
  );
}

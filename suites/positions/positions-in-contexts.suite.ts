// A position in every context (interface 1, rule 2; 3; 6.1, rule 2): opened, closed in part, closed, of either side, on instruments of
// other digits, it shows exactly so wherever it is told. A target may net its positions, so volumes are compared with those before.
import { parseDecimal } from '../../toolkit/decimal/index.js';
import type { PositionView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, ContextTrial, ExpectOptions, ReceivedOf, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { type Deed, deedOf, done } from '../words/contexts/deed.js';
import { instrumentOf, listening } from '../words/contexts/place.js';
import { stateBy } from '../words/contexts/state-by.js';
import { figureOf, same } from '../words/figures.js';
import { missingFrom, pagesWith, shownItems } from '../words/pages.js';
import { expectVolume, type Rest, restOf } from '../words/trading/position-volume.js';

type State = Recorded<TradingStateView>;

scenario({
  id: 'positions.partial-close-volume/in-contexts',
  title: 'leaves of a position exactly what was not closed, and shows it so wherever it is told, in every context',
  requirements: [
    'domain.open-positions-in-snapshot',
    'domain.result-as-event',
    'domain.snapshot-resource',
    'history.deals',
    'positions.closed-not-open',
    'transactions.partial-close-position',
  ],
  purposes: [37, 38],
  needs: { accounts: 0, claims: ['positions'] },
  contexts: {
    operation: ['opening', 'partial-close', 'close'],
    side: 'all',
    part: 'all',
    state: 'all',
    instrument: ['first', 'second', 'created', 'created-again'],
    account: 'all',
    connection: ['first', 'second', 'reconnected'],
    told: ['snapshot', 'resource', 'history'],
  },
  waitMs: 2000,
  run: (t) =>
    t.inContexts(async (trial) => {
      const instrument = await instrumentOf(t, trial);
      const deed = await deedOf(t, trial, instrument);
      const events = await listening(trial);
      const before = await trial.account.state();
      const submission = await done(t, trial, deed);
      const inTime = await events.resultOf(submission);
      const { status, record } = await trial.account.settle(submission);
      if (status !== 'success') t.inconclusive(`the operation ended ${status}`, [record]);
      // What has changed is told, be it by a call that the interface does not show.
      const event = t.expect.arrived(inTime ?? events.resultsOf(submission)[0], submission, {
        requirement: 'domain.result-as-event',
        evidence: [record],
      });
      await expectDone(t, trial, deed, { before, event });
    }),
});

interface Course {
  readonly before: State;
  readonly event: ReceivedOf<'transaction_event'>;
}

async function expectDone(t: CheckContext, trial: ContextTrial, deed: Deed, { before, event }: Course): Promise<void> {
  const { operation, told: by } = trial.context;
  const inSnapshot = {
    requirement: by === 'resource' ? 'domain.snapshot-resource' : 'domain.open-positions-in-snapshot',
  } as const;
  const id = deed.subject?.id ?? event.view.positions?.[0]?.id;
  if (id === undefined) return t.inconclusive('the event shows no identifier of the position', [event]);
  if (operation === 'close') {
    const after = await stateBy(t, trial, (state) => isOver(state, id));
    t.expect.that(
      isOver(after, id),
      {
        expected: `position ${id} closed`,
        actual: `it is open`,
        evidence: [after, event],
        shown: [[after, '/view/positions', 'none', { member: 'id', predicate: 'equals', expected: id }]],
      },
      { requirement: 'positions.closed-not-open' },
    );
  } else {
    const shown = shownVolume(event.view.positions, id);
    const left = operation === 'opening' ? shown && { volume: shown } : rest(before, deed);
    if (left === undefined || left === '') {
      return t.inconclusive('the position shows no volume as a decimal', [event, before]);
    }
    const { volume } = left;
    const isEnded = operation === 'opening' && isOpposite(t, before, deed, id);
    const after = await stateBy(
      t,
      trial,
      (state) => same(shownVolume(state.positions, id), volume) || (isEnded && isOver(state, id)),
    );
    if (!(isEnded && isOver(after, id))) {
      expectLeft(t, { id, left, event, after, inSnapshot, isPart: operation !== 'opening' });
    }
  }
  if (by === 'history') await expectDeals(t, trial, event);
}

interface Left {
  readonly id: string;
  readonly left: Pick<Rest, 'volume'> & Partial<Rest>;
  readonly event: ReceivedOf<'transaction_event'>;
  readonly after: State;
  readonly inSnapshot: ExpectOptions;
  readonly isPart: boolean;
}

/** Judges that the position is there with what is left of it, in the event of a partial close, too. */
function expectLeft(t: CheckContext, { id, left, event, after, inSnapshot, isPart }: Left): void {
  t.expect.lists(after, 'positions', id, inSnapshot);
  const expected = { positionId: id, ...left };
  if (!isPart) return void expectVolume(t, after, expected, inSnapshot);
  const shown = { ...event.view, record: event.record };
  expectVolume(t, shown, expected, { requirement: 'transactions.partial-close-position' });
  expectVolume(t, after, expected);
}

/** Where positions net, an opening may make one of the other side smaller, or end it. */
function isOpposite(t: CheckContext, { positions = [] }: State, { params }: Deed, id: string): boolean {
  const side = positions.find((one) => one.id === id)?.side;
  return side !== undefined && t.dialect.meaning('side', side) !== params.side;
}

/** What the position had before, less what was closed. */
function rest({ positions }: State, { params, subject }: Deed): Rest | undefined {
  const had = figureOf(shownVolume(positions, subject?.id));
  return had && restOf(had, parseDecimal(String(params.volume)));
}

function shownVolume(positions: readonly PositionView[] | undefined, id: string | undefined): string | undefined {
  const volume = positions?.find((one) => one.id === id)?.volume;
  return typeof volume === 'string' ? volume : undefined;
}

/** A target may go on listing it with nothing left. */
function isOver({ positions = [] }: TradingStateView, id: string): boolean {
  const volume = shownVolume(positions, id);
  return positions.every((one) => one.id !== id) || (volume !== undefined && figureOf(volume)?.coefficient === 0n);
}

async function expectDeals(
  t: CheckContext,
  { account }: ContextTrial,
  event: ReceivedOf<'transaction_event'>,
): Promise<void> {
  // What is booked beside the trade need not be a deal of its own there.
  const trades = (event.view.deals ?? []).filter(({ balanceKind }) => (balanceKind ?? null) === null);
  const ids = trades.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return t.notApplicable('the event shows no identifier of a deal');
  const pages = await pagesWith(t, 'dealHistory', ids, account);
  t.expect.none(missingFrom(pages, ids), `deals ${ids.join(', ')} in history`, {
    shown: shownItems(pages, ids),
    evidence: [...pages, event],
    requirement: 'history.deals',
  });
}

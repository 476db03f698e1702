// Volumes in transaction events (interface 3; 6.1, rule 2): what a partial close leaves, and what the deals of an execution add up to.
import { compare, equals, parseDecimal, toPlainText, toText } from '../../toolkit/decimal/index.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, ExpectOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { figureOf, sizeOf } from '../words/figures.js';
import { closeEventOf, openingOn, type TransactionEvent } from '../words/streams/event-of.js';
import { executedVolume } from '../words/trading/executed-volume.js';
import { lastDigitVolume, partedVolume } from '../words/trading/parted-volume.js';
import { expectVolume, type Rest, restOf, type ShownPositions } from '../words/trading/position-volume.js';

const PARTIAL: Needs = { claims: ['positions', 'closePosition'] };

/** Each of other steps; the first as whoever has one alone. */
const PLACES = [1, 2, 3, 4] as const;

for (const place of PLACES) {
  const needs: Needs = { ...PARTIAL, ...(place > 1 && { instruments: place }) };
  scenario({
    id: `transactions.partial-close-position/${place === 1 ? 'decreased-volume' : `on-instrument-${place}`}`,
    title: `shows the surviving position with its decreased volume in the event of a partial close on instrument ${place}`,
    purposes: [38],
    needs,
    async run(t) {
      const { event, ...left } = await partialClose(t, place);
      expectLeft(t, { ...event.view, record: event.record }, left);
    },
  });

  scenario({
    id: `positions.partial-close-volume/${place === 1 ? 'in-the-snapshot' : `on-instrument-${place}`}`,
    title: `shows in the snapshot exactly what a partial close left of the position on instrument ${place}`,
    requirements: ['positions.partial-close-stays-open'],
    purposes: [37],
    needs,
    async run(t) {
      const left = await partialClose(t, place);
      expectLeft(t, await t.account.state(), left, { requirement: 'positions.partial-close-stays-open' });
    },
  });

  scenario({
    id: `transactions.deal-volumes-conserved/${place === 1 ? 'market-execution' : `on-instrument-${place}`}`,
    title: `shows deals whose volumes add up to that of the position that they made on instrument ${place}`,
    purposes: [37],
    needs: { claims: ['positions'], ...(place > 1 && { instruments: place }) },
    run: (t) => expectConserved(t, place),
  });
}

/** What is traded there: of so much that no digit can be lost unseen. */
async function tradedAt(t: CheckContext, place: number) {
  const instrument = t.account.instrument(place - 1);
  const conditions = await t.account.conditions(instrument.name);
  const { volume } = await t.account.order({ type: 'market', instrument });
  return { instrument, conditions, volume: lastDigitVolume(conditions, String(volume)) };
}

async function expectConserved(t: CheckContext, place: number): Promise<void> {
  const { instrument, volume: wished } = await tradedAt(t, place);
  const known = new Set((await t.account.state()).positions?.map(({ id }) => id));
  const events = await t.account.transactions();
  const { submission } = await t.account.openPosition({ instrument, volume: wished }, { events });
  const event = await events.awaitResultOf(submission, 'success');
  const [made, ...others] = (event.view.positions ?? []).filter(({ id }) => !known.has(id));
  if (made === undefined || others.length > 0) {
    return t.notApplicable('the opening did not make one position of its own, as where positions are netted');
  }
  const volume = sizeOf(made.volume);
  if (volume === undefined) return t.inconclusive('the position shows no volume as a decimal string', [event]);
  const deals = events.resultsOf(submission).flatMap(({ view }) => view.deals ?? []);
  const sum = deals.length === 0 ? parseDecimal('0') : executedVolume(deals);
  if (sum === undefined) return t.inconclusive('a deal shows no volume as a decimal string', [event]);
  t.expect.that(equals(sum, volume), {
    expected: `deals of ${toText(volume)} in all`,
    actual: `deals of ${toText(sum)} in all`,
    evidence: [event],
  });
}

interface Left extends Rest {
  readonly positionId: string;
}

/** Opens what can be closed in two parts, and closes one. */
async function partialClose(t: CheckContext, place: number): Promise<Left & { readonly event: TransactionEvent }> {
  const events = await t.account.transactions();
  const { instrument, conditions, volume: part } = await tradedAt(t, place);
  const opening = await openingOn(t, events, { instrument, volume: partedVolume(conditions, part, 4) });
  const { opened, positionId } = opening;
  const held =
    figureOf(opened.view.positions?.find(({ id }) => id === positionId)?.volume) ??
    t.inconclusive('the opened position shows no volume as a decimal string', [opened]);
  const closed = parseDecimal(part);
  if (compare(held, closed) <= 0) t.inconclusive('the market took too little to close a part of it', [opened]);
  const event = await closeEventOf(t, events, { ...opening, volume: toPlainText(closed) });
  return { event, positionId, ...restOf(held, closed) };
}

/** Judges that the position is there, by the options, and has that volume. */
function expectLeft(t: CheckContext, shown: ShownPositions, left: Left, options?: ExpectOptions): void {
  t.expect.lists(shown, 'positions', left.positionId, options);
  expectVolume(t, shown, left);
}

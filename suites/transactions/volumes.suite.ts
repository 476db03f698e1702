// Volumes in transaction events (interface 3; 6.1, rule 2): what a partial close leaves, and what the deals of an execution add up to.
import { add, compare, type Decimal, equals, parseDecimal, toPlainText, toText } from '../../toolkit/decimal/index.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, ExpectOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { figureOf, sizeOf } from '../words/figures.js';
import { closeEventOf, openingOn, type TransactionEvent } from '../words/streams/event-of.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { expectVolume, type Rest, restOf, type ShownPositions } from '../words/trading/position-volume.js';

const PARTIAL: Needs = { claims: ['positions', 'closePosition'] };

scenario({
  id: 'transactions.partial-close-position/decreased-volume',
  title: 'shows the surviving position with its decreased volume in the event of a partial close',
  purposes: [38],
  needs: PARTIAL,
  async run(t) {
    const { event, ...left } = await partialClose(t);
    expectLeft(t, { ...event.view, record: event.record }, left);
  },
});

scenario({
  id: 'positions.partial-close-volume/in-the-snapshot',
  title: 'shows in the snapshot exactly what a partial close left of the position',
  requirements: ['positions.partial-close-stays-open'],
  purposes: [37],
  needs: PARTIAL,
  async run(t) {
    const left = await partialClose(t);
    expectLeft(t, await t.account.state(), left, { requirement: 'positions.partial-close-stays-open' });
  },
});

scenario({
  id: 'transactions.deal-volumes-conserved/market-execution',
  title: 'shows deals whose volumes add up to that of the position that they made',
  purposes: [37],
  needs: { claims: ['positions'] },
  async run(t) {
    const known = new Set((await t.account.state()).positions?.map(({ id }) => id));
    const events = await t.account.transactions();
    const { submission } = await t.account.openPosition({}, { events });
    const event = await events.awaitResultOf(submission, 'success');
    const [made, ...others] = (event.view.positions ?? []).filter(({ id }) => !known.has(id));
    if (made === undefined || others.length > 0) {
      return t.notApplicable('the opening did not make one position of its own, as where positions are netted');
    }
    const volume = sizeOf(made.volume);
    if (volume === undefined) return t.inconclusive('the position shows no volume as a decimal string', [event]);
    // It may have an event for each part of it, or be told twice.
    const told = events.resultsOf(submission).flatMap(({ view }) => view.deals ?? []);
    const deals = told.filter(({ id }, at) => id === undefined || at === told.findIndex((deal) => deal.id === id));
    const volumes = deals.map((deal) => sizeOf(deal.volume));
    const sum = volumes.reduce<Decimal | undefined>(
      (total, each) => total && each && add(total, each),
      parseDecimal('0'),
    );
    if (sum === undefined) return t.inconclusive('a deal shows no volume as a decimal string', [event]);
    t.expect.that(equals(sum, volume), {
      expected: `deals of ${toText(volume)} in all`,
      actual: `${volumes.length} deals of ${toText(sum)} in all`,
      evidence: [event],
    });
  },
});

interface Left extends Rest {
  readonly positionId: string;
}

/** Opens what can be closed in two parts, and closes one. */
async function partialClose(t: CheckContext): Promise<Left & { readonly event: TransactionEvent }> {
  const events = await t.account.transactions();
  const part = String((await t.account.order()).volume);
  const opening = await openingOn(t, events, { volume: partedVolume(await t.account.conditions(), part, 4) });
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

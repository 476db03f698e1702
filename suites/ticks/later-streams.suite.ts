// Ticks streams of one account beside each other (interface 4.6): what is told of an instrument on the first is told on a later one too.
// How often a stream tells of a price that moves quickly is its own, so that the latest, or two that differ, are enough.
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { midway } from '../words/trading/midway.js';

const SIDES = ['bid', 'ask'] as const;
type Side = (typeof SIDES)[number];

scenario({
  id: 'ticks.carries-ticks/on-a-second-stream',
  title: 'tells the prices of two instruments on a second stream as on the first',
  needs: { claims: ['ticks'], control: ['market.price'], instruments: 2, streams: 2 },
  effort: 'standard',
  async run(t) {
    const first = await t.account.ticks();
    await first.await('tick');
    const other = await t.account.ticks();
    const since = t.records().at(-1)?.i ?? 0;
    const names = t.account.instruments.slice(0, 2).map(({ name }) => name);
    for (const name of names) await movedTwice(t, first, name);
    let judged = 0;
    for (const name of names) {
      for (const side of SIDES) {
        if (new Set(pricesOf(first, name, side, since)).size < 2) continue;
        judged += 1;
        await expectTold(t, { first, other }, name, side);
      }
    }
    if (judged === 0) t.inconclusive('the first stream tells of no price that was set', [first.received.at(-1)]);
  },
});

/** Sets the price twice, between what rests; each time the first stream has the time to tell. */
async function movedTwice(t: CheckContext, first: Events, name: string): Promise<void> {
  const { restingBuyLimit, restingSellLimit } = t.account.instrumentNamed(name);
  const price = midway(restingBuyLimit, restingSellLimit);
  for (const next of [price, midway(price, restingSellLimit)]) {
    const after = t.records().at(-1)?.i ?? 0;
    await t.control('market.price', { account_id: t.account.id, instrument: name, bid: next, ask: next });
    await first.next('tick', { after, where: ({ view }) => view.instrument === name });
  }
}

async function expectTold(
  t: CheckContext,
  { first, other }: { readonly first: Events; readonly other: Events },
  name: string,
  side: Side,
): Promise<void> {
  // A stream that tells of the latest price alone has told enough.
  const isTold = (): boolean => {
    const prices = pricesOf(other, name, side);
    const latest = pricesOf(first, name, side).at(-1);
    return new Set(prices).size >= 2 || (latest !== undefined && prices.includes(latest));
  };
  if (!isTold()) await other.next(isTold);
  if (!isTold() && !other.isOpen) t.inconclusive('the second stream has ended, as it may', [other.received.at(-1)]);
  const prices = pricesOf(other, name, side);
  t.expect.that(isTold(), {
    expected: `${side} prices of ${name} on the second stream, as on the first`,
    actual: prices.length === 0 ? 'none' : `${prices.at(-1)} alone`,
    evidence: [first.of('tick').findLast(({ view }) => view.instrument === name), other.received.at(-1)],
  });
}

/** In the order in which they were told. */
function pricesOf(ticks: Events, name: string, side: Side, after = 0): readonly number[] {
  return ticks.of('tick').flatMap(({ view, record }) => {
    const price = view[side];
    return view.instrument === name && typeof price === 'number' && record > after ? price : [];
  });
}

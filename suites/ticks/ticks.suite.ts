// The ticks stream (interface 4.6; 1, rule 6): its handshake is signed, its prices are JSON numbers. Its messages and whether it
// needs a command are the target's own.
import { add, parseDecimal, toText } from '../../toolkit/decimal/index.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const NEEDS = { claims: ['ticks'], shared: true, readOnly: true } as const;

/** Enough for what is wrong with one tick in 25. */
const MANY = 60;
/** So many within the first wait promise many in a few waits. */
const BUSY = 12;
const MOST_WAITS = 4;

async function firstTick(t: CheckContext): Promise<{ readonly record: number }> {
  const ticks = await t.account.ticks();
  const tick = await ticks.next(({ kind }) => kind === 'tick');
  return tick ?? t.inconclusive(`no tick within ${t.timing.eventMs} ms; a quiet market may send none`);
}

scenario({
  id: 'ticks.stream-opens/signed-handshake',
  title: 'opens the ticks stream on a signed handshake',
  needs: NEEDS,
  async run(t) {
    const handshake = await t.account.handshake('ticksStream');
    t.expect.that(handshake.opened, {
      expected: 'the stream open',
      actual: `HTTP ${handshake.answer?.status ?? handshake.error?.message}`,
      evidence: [handshake.record],
    });
  },
});

scenario({
  id: 'ticks.carries-ticks/bid-and-ask',
  title: 'sends ticks with bid and ask',
  needs: NEEDS,
  async run(t) {
    const { record } = await firstTick(t);
    t.expect.at(record, '/view/bid', 'present', null);
    t.expect.at(record, '/view/ask', 'present', null);
  },
});

scenario({
  id: 'ticks.carries-ticks/a-new-price',
  title: 'sends a tick of an instrument whose price was set',
  needs: { claims: ['ticks'], control: ['market.price'] },
  async run(t) {
    const ticks = await t.account.ticks();
    const before = await ticks.next(({ kind }) => kind === 'tick');
    // A market that moves by itself has shown what is judged; one that does not is moved, midway between what rests.
    if (before === undefined) {
      const { name, restingBuyLimit, restingSellLimit } = t.account.instrument();
      const price = midway(restingBuyLimit, restingSellLimit);
      await t.control('market.price', { account_id: t.account.id, instrument: name, bid: price, ask: price });
    }
    const tick = before ?? (await ticks.next(({ kind }) => kind === 'tick'));
    t.expect.that(tick !== undefined, {
      expected: 'a tick, at the latest of the price that was set',
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [tick?.record ?? ticks.received.at(-1)?.record ?? 0],
    });
  },
});

scenario({
  id: 'ticks.prices-numbers/bid-and-ask',
  title: 'writes bid and ask as JSON numbers',
  needs: NEEDS,
  async run(t) {
    const { record } = await firstTick(t);
    t.expect.at(record, '/view/bid', 'type', 'number');
    t.expect.at(record, '/view/ask', 'type', 'number');
  },
});

scenario({
  id: 'ticks.prices-numbers/every-tick',
  title: 'writes bid and ask as JSON numbers in every tick of many',
  needs: NEEDS,
  effort: 'standard',
  async run(t) {
    const ticks = await t.account.ticks();
    // A quiet market sends fewer; what it sent by then is judged all the same. A busy one is given the time for many.
    for (let waits = 0; waits < MOST_WAITS; waits += 1) {
      await ticks.next(() => ticks.of('tick').length >= MANY);
      if (ticks.of('tick').length < BUSY || ticks.of('tick').length >= MANY) break;
    }
    const all = ticks.of('tick');
    if (all.length === 0) return t.inconclusive(`no tick within ${t.timing.eventMs} ms; a quiet market may send none`);
    // A tick may leave out what has not changed.
    const odd = all.find(({ view }) =>
      [view.bid, view.ask].some((price) => !['number', 'undefined'].includes(typeof price)),
    );
    t.expect.that(odd === undefined, {
      expected: 'bid and ask as JSON numbers wherever they stand',
      actual: `bid ${JSON.stringify(odd?.view.bid)}, ask ${JSON.stringify(odd?.view.ask)} in one of ${all.length} ticks`,
      evidence: [odd?.record ?? all[0]?.record ?? 0],
    });
  },
});

scenario({
  id: 'ticks.no-trading-events/while-an-order-finishes',
  title: 'sends nothing of an order on the ticks stream',
  needs: { claims: ['ticks'] },
  async run(t) {
    const ticks = await t.account.ticks();
    const events = await t.account.transactions();
    const { submission } = await t.account.openOrder();
    await events.resultOf(submission);
    const tick = await ticks.next(({ kind }) => kind === 'tick', { after: submission.exchange.record });
    if (tick === undefined)
      return t.inconclusive('no tick followed the order, so nothing proves that the stream was alive');
    const foreign = ticks.received.filter(
      ({ kind }) => kind !== 'tick' && kind !== 'ignored' && kind !== 'unknown' && !kind.startsWith('command_'),
    );
    t.expect.that(foreign.length === 0, {
      expected: 'ticks alone',
      actual: foreign.map(({ kind }) => kind).join(', '),
      evidence: [tick.record, ...foreign.map(({ record }) => record)],
    });
  },
});

for (const { slug, words, make } of [
  {
    slug: 'events-path',
    words: 'of the events stream',
    make: (t: CheckContext) => t.account.spec('eventsStream').path,
  },
  { slug: 'limits-path', words: 'of a read', make: (t: CheckContext) => t.account.spec('limits').path },
]) {
  scenario({
    id: `ticks.path-signed/${slug}`,
    title: `refuses a ticks handshake whose signed path is that ${words}`,
    needs: NEEDS,
    async run(t) {
      const path = make(t);
      const refused = await t.twin({
        send: (options) => t.account.handshake('ticksStream', options),
        damage: { name: `signed path ${path}`, payload: (fields) => ({ ...fields, path }) },
      });
      t.expect.refused(refused);
    },
  });
}

function midway(below: string, above: string): string {
  const sum = add(parseDecimal(below), parseDecimal(above));
  // Half of an odd sum has a digit more than the instrument may have; the unit does not matter here.
  return toText({ ...sum, coefficient: sum.coefficient / 2n });
}

// The ticks stream (interface 4.6; 1, rule 6): its handshake is signed, its prices are JSON numbers. Its messages and whether it
// needs a command are the target's own.
import type { TickView } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, Events, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { midway } from '../words/trading/midway.js';

const NEEDS = { claims: ['ticks'], shared: true, readOnly: true } as const;

const SIDES = ['bid', 'ask'] as const;
type Side = (typeof SIDES)[number];

/** Enough for what is wrong with one tick in 25. */
const MANY = 60;
/** So many within the first wait promise many in a few waits. */
const BUSY = 12;
const MOST_WAITS = 4;

/** A quiet market may send none. */
async function firstTick(t: CheckContext): Promise<ReceivedOf<'tick'>> {
  const ticks = await t.account.ticks();
  return ticks.await('tick');
}

scenario({
  id: 'ticks.stream-opens/signed-handshake',
  title: 'opens the ticks stream on a signed handshake',
  needs: NEEDS,
  async run(t) {
    const handshake = await t.account.handshake('ticksStream');
    const answer = handshake.answer?.status ?? handshake.error?.message;
    t.expect.that(handshake.opened, {
      expected: 'the stream open',
      actual: `HTTP ${answer}`,
      evidence: [handshake],
    });
  },
});

scenario({
  id: 'ticks.carries-ticks/bid-and-ask',
  title: 'sends ticks with bid and ask',
  needs: NEEDS,
  async run(t) {
    const ticks = await t.account.ticks();
    const first = await ticks.await('tick');
    const shows = ({ view }: ReceivedOf<'tick'>, side: Side): boolean => (view[side] ?? null) !== null;
    const expected = 'bid or ask in a tick';
    const actual = 'neither';
    t.expect.that(
      SIDES.some((side) => shows(first, side)),
      { expected, actual, evidence: [first] },
    );
    // A market may have one side for a while, and a tick may leave out what has not changed.
    const isComplete = (): boolean => SIDES.every((side) => ticks.of('tick').some((tick) => shows(tick, side)));
    if (!isComplete()) await ticks.next(isComplete);
    t.expect.that(
      isComplete(),
      { expected: 'both bid and ask in the ticks of a while', actual: 'one of them alone', evidence: [first] },
      { level: 'should' },
    );
  },
});

scenario({
  id: 'ticks.prices-numbers/bid-and-ask',
  title: 'writes bid and ask as JSON numbers',
  needs: NEEDS,
  async run(t) {
    const tick = await firstTick(t);
    const shown = SIDES.filter((side) => (tick.view[side] ?? null) !== null);
    if (shown.length === 0) t.inconclusive('the first tick shows neither bid nor ask', [tick]);
    for (const side of shown) t.expect.at(tick, `/view/${side}`, 'type', 'number');
  },
});

scenario({
  id: 'ticks.carries-ticks/a-new-price',
  title: 'sends a tick after the price of an instrument was set, however many it has sent before',
  needs: { claims: ['ticks'], control: ['market.price'] },
  async run(t) {
    const ticks = await t.account.ticks();
    await ticks.next('tick');
    const { name, restingBuyLimit, restingSellLimit } = t.account.instrument();
    // The market is moved midway between what rests; it may move by itself as well.
    const price = midway(restingBuyLimit, restingSellLimit);
    let tick: ReceivedOf<'tick'> | undefined;
    // One that equals the present price is no change, and the next one differs from it for sure.
    for (const next of [price, midway(price, restingSellLimit)]) {
      const after = t.records().at(-1)?.i ?? 0;
      await t.control('market.price', { account_id: t.account.id, instrument: name, bid: next, ask: next });
      tick = await ticks.next('tick', { after });
      if (tick !== undefined) break;
    }
    if (tick === undefined && !ticks.isOpen) t.inconclusive('the stream has ended, as it may', [ticks.received.at(-1)]);
    t.expect.arrived(tick, 'a tick, at the latest of the price that was set', { evidence: [ticks.received.at(-1)] });
  },
});

scenario({
  id: 'ticks.prices-numbers/every-tick',
  title: 'writes bid and ask as JSON numbers in every tick of many',
  needs: NEEDS,
  effort: 'standard',
  async run(t) {
    const ticks = await t.account.ticks();
    const isEnough = (): boolean => ticks.of('tick').length >= MANY;
    // A quiet market sends fewer; what it sent by then is judged all the same. A busy one is given the time for many.
    for (let waits = 0; waits < MOST_WAITS && !isEnough(); waits += 1) {
      await ticks.next(isEnough);
      if (ticks.of('tick').length < BUSY) break;
    }
    const all = ticks.of('tick');
    if (all.length === 0) t.inconclusive(`no tick within ${t.timing.eventMs} ms; a quiet market may send none`);
    // A tick may leave out what has not changed, and a market may have one side alone.
    const odd = all.find(({ view }) => [view.bid, view.ask].some((price) => typeof (price ?? 0) !== 'number'));
    t.expect.that(odd === undefined, {
      expected: 'bid and ask as JSON numbers wherever they stand',
      actual: `bid ${JSON.stringify(odd?.view.bid)}, ask ${JSON.stringify(odd?.view.ask)} in one of ${all.length} ticks`,
      evidence: [odd ?? all[0]],
    });
  },
});

scenario({
  id: 'ticks.carries-ticks/as-on-a-new-stream',
  title: 'still sends ticks on a stream that has had many, when a new one has them of the same instrument',
  needs: { ...NEEDS, streams: 2 },
  effort: 'standard',
  async run(t) {
    const old = await t.account.ticks();
    const isEnough = (): boolean => old.of('tick').length >= MANY;
    for (let waits = 0; waits < MOST_WAITS && !isEnough(); waits += 1) {
      if (!(await isMore(old))) break;
    }
    const had = old.of('tick').length;
    if (had === 0) t.inconclusive(`no tick within ${t.timing.eventMs} ms; a quiet market may send none`);
    const until = old.received.at(-1)?.record;
    const fresh = await t.account.ticks();
    // The first tick of an instrument may be the price as it was when the stream was opened; another price is a change.
    const change =
      (await fresh.next(() => changeIn(fresh) !== undefined)) === undefined
        ? t.inconclusive('a new stream shows no change of a price, as a quiet market has none', [fresh.received.at(-1)])
        : changeIn(fresh);
    const { instrument } = change?.view ?? {};
    const told = await old.next('tick', {
      ...(until !== undefined && { after: until }),
      where: ({ view }) => view.instrument === instrument,
    });
    if (told === undefined && !old.isOpen) t.inconclusive('the older stream has ended, as it may', [change]);
    const expected = `a tick of the instrument on the stream that has had ${had} ticks`;
    t.expect.arrived(told, expected, { evidence: [change, old.received.at(-1)] });
  },
});

/** A tick whose price differs from an earlier one of its instrument on the stream. */
function changeIn(ticks: Events): ReceivedOf<'tick'> | undefined {
  const all = ticks.of('tick');
  const isOther = (one: TickView, other: TickView): boolean =>
    one.instrument === other.instrument &&
    SIDES.some((side) => typeof one[side] === 'number' && typeof other[side] === 'number' && one[side] !== other[side]);
  return all.find(({ view }, at) => all.slice(0, at).some((earlier) => isOther(view, earlier.view)));
}

/** Whether so many come within a wait that more waits are worth it. */
async function isMore(ticks: Events): Promise<boolean> {
  const before = ticks.of('tick').length;
  await ticks.next(() => ticks.of('tick').length >= MANY);
  return ticks.of('tick').length - before >= BUSY;
}

/** What a target may send beside its ticks: answers to commands, and messages that nobody knows. */
function isOfTicks({ kind }: { readonly kind: string }): boolean {
  return ['tick', 'ignored', 'unknown'].includes(kind) || kind.startsWith('command_');
}

scenario({
  id: 'ticks.no-trading-events/while-an-order-finishes',
  title: 'sends nothing of an order on the ticks stream',
  needs: { claims: ['ticks'] },
  async run(t) {
    const ticks = await t.account.ticks();
    await t.account.transactions();
    const { submission } = await t.account.openOrder();
    // A tick after the order shows that the stream is alive.
    const tick = await ticks.await('tick', { after: submission.record });
    const foreign = ticks.received.filter((message) => !isOfTicks(message));
    const actual = foreign.map(({ kind }) => kind).join(', ');
    t.expect.none(foreign, 'ticks alone', { actual, evidence: [tick] });
  },
});

for (const { id, words, request } of [
  { id: 'ticks.path-signed/events-path', words: 'of the events stream', request: 'eventsStream' },
  { id: 'ticks.path-signed/limits-path', words: 'of a read', request: 'limits' },
] as const) {
  scenario({
    id,
    title: `refuses a ticks handshake whose signed path is that ${words}`,
    needs: NEEDS,
    async run(t) {
      const { path } = t.account.spec(request);
      const refused = await t.twin({
        send: (options) => t.account.handshake('ticksStream', options),
        damage: { name: `signed path ${path}`, payload: (fields) => ({ ...fields, path }) },
      });
      t.expect.refused(refused);
    },
  });
}

scenario({
  id: 'ticks.path-signed/of-another-account',
  title: 'refuses a ticks handshake whose signed path is the ticks stream of another account',
  needs: { ...NEEDS, accounts: 2 },
  async run(t, own, other) {
    const { path } = other.spec('ticksStream');
    const refused = await t.twin({
      send: (options) => own.handshake('ticksStream', options),
      damage: { name: `signed path ${path}`, payload: (fields) => ({ ...fields, path }) },
    });
    t.expect.refused(refused);
  },
});

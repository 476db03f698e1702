// Three connections of an account that subscribed to the same are told the same (interface 4.6; 6, table; 6.2; 6.3): the whole life of a
// period and of an instrument, a day of trading, ticks. What one of them was told and another was not is missing there.

import type { CheckContext, Events, Placed, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import {
  ADD_INSTRUMENTS,
  changeInstrument,
  type InstrumentEvent,
  nextInstrumentEvent,
} from '../words/streams/instrument-events.js';
import { addedInstrument } from '../words/streams/instrument-to-change.js';
import { lastRecord } from '../words/streams/last-record.js';
import { CHANGE_PERIODS, createdPeriod, nextListing, nextRemoval, nextUpsert } from '../words/streams/periods.js';
import { shownToCome } from '../words/streams/shown-to-come.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { sltpOf } from '../words/trading/prices.js';

const CONNECTIONS = 3;

/** How what happens is found on one of them. */
type Find = (events: Events) => Promise<Received | undefined>;

/** Brings something about, and judges that all of the connections are told; what none is told is judged elsewhere. */
async function expectOnAll(
  t: CheckContext,
  all: readonly Events[],
  words: string,
  happen: (since: (events: Events) => number) => Promise<Find>,
): Promise<void> {
  const since = new Map(all.map((events) => [events.conn, lastRecord(events)]));
  const find = await happen(({ conn }) => since.get(conn) ?? 0);
  const told = await Promise.all(all.map(find));
  if (all.some(({ isOpen }) => !isOpen)) t.inconclusive('a connection has ended, as it may', told);
  const missing = told.filter((event) => event === undefined).length;
  if (missing === all.length) {
    t.inconclusive(`none of the connections was told of ${words}`, [lastRecord(all[0] ?? { received: [] })]);
  }
  t.expect.that(missing === 0, {
    expected: `${words} on all ${all.length} connections`,
    actual: `missing on ${missing}`,
    evidence: told,
    shown: shownToCome(told),
  });
}

function three(open: () => Promise<Events>): Promise<readonly Events[]> {
  return Promise.all(Array.from({ length: CONNECTIONS }, open));
}

scenario({
  id: 'subscriptions.all-connections-served/day-of-trading',
  title: `tells each of ${CONNECTIONS} connections of a placement, an opening, levels and a partial close`,
  purposes: [46],
  needs: { claims: ['positions', 'closePosition'], requests: ['closePosition', 'openPosition'] },
  effort: 'standard',
  async run(t) {
    const all = await three(() => t.account.transactions());
    const [told] = all;
    const ask = (words: string, place: () => Promise<Placed>): Promise<void> =>
      expectOnAll(t, all, words, async () => {
        const submission = await place();
        return (events) => events.resultOf(submission);
      });
    await ask('a placement', () => t.account.place());
    const part = String((await t.account.order({ type: 'market' })).volume);
    const volume = partedVolume(await t.account.conditions(), part, 2);
    let positionId = '';
    await expectOnAll(t, all, 'an opening', async () => {
      const opened = await t.account.openPosition({ volume }, { ...(told && { events: told }) });
      positionId = opened.positionId;
      return (events) => events.resultOf(opened.submission);
    });
    await ask('levels of a position', async () => t.account.place(await sltpOf(t, positionId)));
    await ask('a partial close', () =>
      t.account.place({ accountId: t.account.id, positionId, volume: part }, { request: 'closePosition' }),
    );
  },
});

scenario({
  id: 'subscriptions.all-connections-served/life-of-a-period',
  title: `tells each of ${CONNECTIONS} connections that a period is created, changed and removed`,
  purposes: [46],
  needs: { ...CHANGE_PERIODS, instruments: 2 },
  effort: 'standard',
  async run(t) {
    const names = t.account.instruments.slice(0, 2).map(({ name }) => name);
    const all = await three(() => t.account.subscribed('hmr', names));
    const period = await createdPeriod(t, names.slice(0, 1));
    const { id } = period;
    await expectOnAll(t, all, 'a new period', async () => (events) => nextUpsert(events, id));
    await expectOnAll(t, all, 'a changed period', async (since) => {
      await period.change(names);
      return (events) => nextListing(events, id, names, since(events));
    });
    await expectOnAll(t, all, 'the removal of a period', async (since) => {
      await period.remove();
      return (events) => nextRemoval(events, id, since(events));
    });
  },
});

scenario({
  id: 'subscriptions.all-connections-served/life-of-an-instrument',
  title: `tells each of ${CONNECTIONS} connections that an instrument is changed, changed again and deleted`,
  purposes: [46],
  needs: { ...ADD_INSTRUMENTS, control: ['instrument.add', 'instrument.remove', 'instrument.update'] },
  effort: 'standard',
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    const all = await three(() => t.account.subscribed('instruments', [name]));
    for (const words of ['a changed instrument', 'an instrument that changed again']) {
      await expectOnAll(t, all, words, async (since) => {
        await changeInstrument(t, name);
        return (events) => nextInstrumentEvent(events, name, since(events));
      });
    }
    await expectOnAll(t, all, 'a deleted instrument', async (since) => {
      await remove();
      const isDeletion = ({ view }: InstrumentEvent): boolean => view.instrument === name && view.action === 'del';
      return (events) => events.next('instrument_event', { where: isDeletion, after: since(events) });
    });
  },
});

scenario({
  id: 'ticks.carries-ticks/on-several-streams',
  title: 'sends ticks on each of two streams of an account, and on one that was opened after they had ended',
  needs: { claims: ['ticks'], shared: true, readOnly: true, streams: 2 },
  effort: 'standard',
  async run(t) {
    const both = [await t.account.ticks(), await t.account.ticks()];
    await expectOnAll(t, both, 'ticks', async (since) => (events) => events.next('tick', { after: since(events) }));
    for (const one of both) await one.close();
    const later = await t.account.ticks();
    const tick = await later.next('tick');
    // A quiet market may send none: one that has just sent some is asked by another account's check, not here.
    if (tick === undefined && !later.isOpen) t.inconclusive('the connection has ended, as it may');
    t.expect.arrived(tick, 'a tick on the later stream', { evidence: both.map(lastRecord) });
  },
});

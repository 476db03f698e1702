// Periods over several instruments (interface 2.5): each of them is reported, in the update that announces the period, in snapshots after
// it, and once the period was changed to fewer of them or to more. Whether they are narrowed to the subscribed ones is open, so all are.
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import {
  CHANGE_PERIODS,
  createdPeriod,
  hmr,
  nextListing,
  nextUpsert,
  pointerTo,
  REVISE_PERIODS,
  upserts,
} from '../words/streams/periods.js';

for (const { id, count, words } of [
  { id: 'hmr.period-instruments/two', count: 2, words: 'two' },
  { id: 'hmr.period-instruments/three', count: 3, words: 'three' },
] as const) {
  scenario({
    id,
    title: `lists each of ${words} instruments that a period affects, in its update and in the snapshot`,
    needs: { ...CHANGE_PERIODS, instruments: count },
    async run(t) {
      const names = namesOf(t, count);
      const events = await hmr(t, names);
      const period = await createdPeriod(t, names);
      const update = t.expect.arrived(await nextUpsert(events, period.id), `an hmr_update with period ${period.id}`);
      expectInstruments(t, update.record, pointerTo(update, period.id), names);
      const { snapshot } = await hmr(t, names);
      const at = snapshot.view.periods?.findIndex((one) => one.id === period.id) ?? -1;
      t.expect.lists(snapshot, 'periods', period.id);
      expectInstruments(t, snapshot.record, `/view/periods/${at}`, names);
    },
  });
}

scenario({
  id: 'hmr.period-instruments/fewer-and-more',
  title: 'lists the instruments of a period as they are after it was changed to fewer and to more',
  requirements: ['hmr.update-upserted'],
  needs: { ...REVISE_PERIODS, instruments: 3 },
  async run(t) {
    const all = namesOf(t, 3);
    const events = await hmr(t, all);
    const { id, change } = await createdPeriod(t, all);
    let latest = await events.await('hmr_update', { where: upserts(id) });
    for (const names of [all.slice(0, 1), all.slice(1), all]) {
      await change(names);
      const next = await nextListing(events, id, names, latest.record);
      latest = t.expect.arrived(next, `an hmr_update with period ${id}`, {
        evidence: [latest],
        requirement: 'hmr.update-upserted',
      });
      expectInstruments(t, latest.record, pointerTo(latest, id), names);
    }
  },
});

scenario({
  id: 'hmr.incremental-updates/by-any-of-its-instruments',
  title: 'tells of a period on several instruments whoever subscribed to any one of them, in update and snapshot',
  requirements: ['hmr.snapshot-complete'],
  needs: { ...CHANGE_PERIODS, instruments: 3 },
  effort: 'standard',
  async run(t) {
    const names = namesOf(t, 3);
    const all = await Promise.all(names.map((name) => hmr(t, [name])));
    const { id } = await createdPeriod(t, names);
    const updates = await Promise.all(all.map((events) => nextUpsert(events, id)));
    if (all.some(({ isOpen }) => !isOpen)) t.inconclusive('a connection has ended, as it may', updates);
    updates.forEach((update, n) => {
      t.expect.arrived(update, `an hmr_update with period ${id}, for ${names[n]}`, { evidence: [all[n]?.snapshot] });
    });
    for (const events of all) await events.close();
    for (const name of names) {
      const { snapshot } = await hmr(t, [name]);
      t.expect.lists(snapshot, 'periods', id, { requirement: 'hmr.snapshot-complete' });
    }
  },
});

function namesOf(t: CheckContext, count: number): readonly string[] {
  return t.account.instruments.slice(0, count).map(({ name }) => name);
}

function expectInstruments(t: CheckContext, record: number, pointer: string, names: readonly string[]): void {
  for (const name of names) t.expect.at(record, `${pointer}/instruments`, 'includes', name);
}

// HMR updates (interface 2.5; 6.2, rule 3): what is created, changed and removed comes incrementally, by the identifier of its period,
// without a new snapshot, and adds up to what a later snapshot shows.
import type { JudgedId } from '../runner/check-id.js';
import type { CheckContext, Evidence } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import {
  announcedPeriod,
  CHANGE_PERIODS,
  createdPeriod,
  expectPeriodUpdate,
  HMR_EVENTS,
  hmr,
  nextListing,
  nextRemoval,
  nextUpsert,
  pointerTo,
  REVISE_PERIODS,
  upserts,
} from '../words/streams/periods.js';

/** Judges that no snapshot beyond the first came, of which an ordinary change owes none. */
function expectNoSnapshot(t: CheckContext, events: Awaited<ReturnType<typeof hmr>>, ...evidence: Evidence[]): void {
  const after = events.snapshot.record;
  t.expect.none(events.of('hmr_snapshot', { after }), 'no further hmr_snapshot', {
    evidence,
    sought: [{ on: events, after, kind: 'hmr_snapshot' }],
    requirement: 'hmr.no-snapshot-on-ordinary-change',
  });
}

scenario({
  id: 'hmr.period-instruments/in-an-update',
  title: 'lists the instruments that a period affects',
  needs: CHANGE_PERIODS,
  async run(t) {
    const { id, update } = await announcedPeriod(t, await hmr(t));
    t.expect.at(update, `${pointerTo(update, id)}/instruments`, 'includes', t.account.instrument().name);
  },
});

scenario({
  id: 'hmr.update-upserted/other-instruments',
  title: 'shows the instruments of a changed period as they are after the change',
  needs: { ...REVISE_PERIODS, instruments: 2 },
  async run(t) {
    const [one, other] = [t.account.instrument(0).name, t.account.instrument(1).name];
    const events = await hmr(t, [one, other]);
    const { id, change, update: created } = await announcedPeriod(t, events);
    await change([other]);
    const changed = await nextListing(events, id, [other], created.record);
    if (changed === undefined) return t.inconclusive(`no hmr_update with period ${id}`, [created]);
    t.expect.at(changed, `${pointerTo(changed, id)}/instruments`, 'includes', other);
  },
});

scenario({
  id: 'hmr.period-identifier/in-an-update',
  title: 'gives every period of an hmr_update an identifier',
  needs: CHANGE_PERIODS,
  async run(t) {
    const events = await hmr(t);
    await createdPeriod(t);
    const message = await events.await('hmr_update', { where: ({ view }) => (view.upserted ?? []).length > 0 });
    t.expect.at(message, '/view/upserted/0/id', 'present');
  },
});

scenario({
  id: 'hmr.incremental-updates/created',
  title: 'delivers a created ordinary period as an hmr_update, not as a snapshot',
  requirements: ['hmr.no-snapshot-on-ordinary-change'],
  needs: CHANGE_PERIODS,
  async run(t) {
    const events = await hmr(t);
    await expectPeriodUpdate(t, events, events.snapshot);
    expectNoSnapshot(t, events, events.snapshot);
  },
});

scenario({
  id: 'hmr.no-snapshot-on-ordinary-change/subscribed-on-another-connection',
  title: 'sends no new snapshot when another connection of the account subscribes to hmr',
  needs: HMR_EVENTS,
  async run(t) {
    const events = await hmr(t);
    const second = await hmr(t);
    await barrier(t, events);
    expectNoSnapshot(t, events, second.snapshot);
  },
});

scenario({
  id: 'hmr.no-snapshot-on-ordinary-change/changed-and-removed',
  title: 'sends no new snapshot when an ordinary period is changed and removed',
  needs: { ...REVISE_PERIODS, instruments: 2 },
  async run(t) {
    const instruments = [t.account.instrument(0).name, t.account.instrument(1).name];
    const events = await hmr(t, instruments);
    const { id, change, remove, update: created } = await announcedPeriod(t, events);
    await change(instruments);
    await events.await('hmr_update', { where: upserts(id), after: created.record });
    await remove();
    await nextRemoval(events, id);
    expectNoSnapshot(t, events, created);
  },
});

scenario({
  id: 'hmr.update-removed/by-identifier',
  title: 'delivers the removal of a period as removed_period_ids at the top level',
  needs: CHANGE_PERIODS,
  async run(t) {
    const events = await hmr(t);
    const { id, remove, update: created } = await announcedPeriod(t, events);
    await remove();
    const removal = await nextRemoval(events, id, created.record);
    const removed = t.expect.arrived(removal, `an hmr_update that removes period ${id}`, { evidence: [created] });
    // A list of one may be written as the one.
    t.expect.at(removed, '/message/removed_period_ids', 'present');
  },
});

/** Often enough for what a service counts or remembers to show. */
const TURNS = 4;

scenario({
  id: 'hmr.update-removed/again-and-again',
  title: 'announces every period that is created, changed and removed, on each of two connections, time after time',
  requirements: ['hmr.incremental-updates'],
  needs: { ...REVISE_PERIODS, streams: 2, instruments: 2 },
  async run(t) {
    const names = [t.account.instrument(0).name, t.account.instrument(1).name];
    const all = [await hmr(t, names), await hmr(t, names)];
    const after = all.map(({ snapshot }) => snapshot.record);
    const nextChanged: typeof nextUpsert = (events, id, after = 0) => nextListing(events, id, names, after);
    // All have heard of one step before the next is taken: a target may tell several of them at once.
    const expectHeard = async (
      what: string,
      hear: typeof nextUpsert,
      requirement: JudgedId,
      id: string,
    ): Promise<void> => {
      for (const [index, events] of all.entries()) {
        const update = await hear(events, id, after[index]);
        const { record } = t.expect.arrived(update, what, { evidence: [events.snapshot], requirement });
        after[index] = record;
      }
    };
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { id, change, remove } = await createdPeriod(t);
      await expectHeard(`an hmr_update with period ${id}`, nextUpsert, 'hmr.incremental-updates', id);
      await change(names);
      await expectHeard(`an hmr_update with the changed period ${id}`, nextChanged, 'hmr.incremental-updates', id);
      await remove();
      await expectHeard(`an hmr_update that removes period ${id}`, nextRemoval, 'hmr.update-removed', id);
    }
  },
});

scenario({
  id: 'hmr.updates-add-up/against-a-new-snapshot',
  title: 'shows in a new snapshot what the first one and the updates after it add up to',
  needs: CHANGE_PERIODS,
  async run(t) {
    const events = await hmr(t);
    const ids = new Set((events.snapshot.view.periods ?? []).map(({ id }) => id));
    const kept = await createdPeriod(t);
    const gone = await createdPeriod(t);
    await nextUpsert(events, gone.id);
    await gone.remove();
    await nextRemoval(events, gone.id);
    // The snapshot of another connection first, so that an update that follows the removal has come too.
    const { snapshot: later } = await hmr(t);
    const updates = events.of('hmr_update');
    for (const { view } of updates) {
      for (const { id } of view.upserted ?? []) ids.add(id);
      for (const id of view.removedIds ?? []) ids.delete(id);
    }
    t.expect.that(ids.has(kept.id) && !ids.has(gone.id), {
      expected: `period ${kept.id} and not ${gone.id} by the updates`,
      actual: [...ids].join(', '),
      evidence: updates,
    });
    t.expect.lists(later, 'periods', kept.id);
    t.expect.listsNot(later, 'periods', gone.id);
  },
});

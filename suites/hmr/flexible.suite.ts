// The effective flexible HMR status (interface 6, table; 6.2, rules 2 and 3): each change of it, on and off, time after time, brings a new
// snapshot, which is the whole of the periods as they are then: what was removed is not in it, what was made is.
import type { Needs } from '../runner/check.js';
import type { CheckContext, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import {
  CHANGE_PERIODS,
  createdPeriod,
  HMR_EVENTS,
  hmr,
  nextRemoval,
  nextUpsert,
  pointerTo,
  upserts,
} from '../words/streams/periods.js';

const SWITCHES: Needs = { ...HMR_EVENTS, control: ['hmr.flexible'] };
const CHANGES: Needs = { ...CHANGE_PERIODS, control: ['hmr.upsert', 'hmr.remove', 'hmr.flexible'] };

type Stream = Awaited<ReturnType<typeof hmr>>;
type Snapshot = ReceivedOf<'hmr_snapshot'>;

function latestOf(events: Stream): Snapshot {
  return events.of('hmr_snapshot').at(-1) ?? events.snapshot;
}

/** Set-up: the status is on. Where it was already that is no change, and brings no snapshot. */
async function switchedOn(t: CheckContext, events: Stream): Promise<() => Promise<void>> {
  const before = latestOf(events);
  const off = await t.under('flexible-hmr');
  await events.next('hmr_snapshot', { after: before.record });
  return off;
}

/** Judges that the change brings a snapshot beyond those that there were, on each of the connections. */
async function snapshotsAfter(
  t: CheckContext,
  all: readonly Stream[],
  change: () => Promise<unknown>,
): Promise<readonly Snapshot[]> {
  const before = all.map(latestOf);
  await change();
  const next = await Promise.all(
    all.map((events, n) => events.next('hmr_snapshot', { after: before[n]?.record ?? 0 })),
  );
  return next.map((snapshot, n) => t.expect.arrived(snapshot, 'a new hmr_snapshot', { evidence: [before[n]] }));
}

scenario({
  id: 'hmr.snapshot-on-flexible-change/switched-off',
  title:
    'sends a new hmr_snapshot on each connection when the flexible status ends, when it begins again, and ends again',
  needs: SWITCHES,
  async run(t) {
    const all = [await hmr(t), await hmr(t)];
    const [first = await hmr(t)] = all;
    await snapshotsAfter(t, all, await switchedOn(t, first));
    let off = async (): Promise<void> => {};
    await snapshotsAfter(t, all, async () => {
      off = await t.under('flexible-hmr');
    });
    await snapshotsAfter(t, all, off);
  },
});

scenario({
  id: 'hmr.snapshot-current/after-a-flexible-change',
  title:
    'shows no period that was removed in the snapshots that changes of the flexible status bring, nor in later ones',
  requirements: ['hmr.snapshot-complete'],
  needs: CHANGES,
  async run(t) {
    const events = await hmr(t);
    const [left, gone] = [await createdPeriod(t), await createdPeriod(t)];
    for (const { id } of [left, gone]) await events.await('hmr_update', { where: upserts(id) });
    await gone.remove();
    await nextRemoval(events, gone.id);
    const off = await switchedOn(t, events);
    t.expect.listsNot(latestOf(events), 'periods', gone.id);
    // Which periods apply under the flexible status is open; those of the ordinary one apply again after it.
    const [ended] = await snapshotsAfter(t, [events], off);
    for (const snapshot of [ended ?? latestOf(events), (await hmr(t)).snapshot]) {
      t.expect.listsNot(snapshot, 'periods', gone.id);
      t.expect.lists(snapshot, 'periods', left.id, { requirement: 'hmr.snapshot-complete' });
    }
  },
});

scenario({
  id: 'hmr.update-upserted/after-a-flexible-change',
  title: 'goes on announcing periods that are created and removed after the flexible status has come and gone',
  requirements: ['hmr.update-removed'],
  needs: CHANGES,
  async run(t) {
    const events = await hmr(t);
    const off = await switchedOn(t, events);
    await off();
    const { id, remove } = await createdPeriod(t);
    const update = t.expect.arrived(await nextUpsert(events, id), `an hmr_update with period ${id}`);
    await remove();
    t.expect.arrived(await nextRemoval(events, id), `an hmr_update that removes period ${id}`, {
      evidence: [update],
      requirement: 'hmr.update-removed',
    });
  },
});

scenario({
  id: 'hmr.period-instruments/after-a-flexible-change',
  title: 'lists each instrument of a period after the flexible status has come and gone, in snapshot and update',
  needs: { ...CHANGES, instruments: 3 },
  effort: 'standard',
  async run(t) {
    const names = t.account.instruments.slice(0, 3).map(({ name }) => name);
    const events = await hmr(t, names);
    const before = await createdPeriod(t, names);
    await events.await('hmr_update', { where: upserts(before.id) });
    const off = await switchedOn(t, events);
    const [ended] = await snapshotsAfter(t, [events], off);
    const after = await createdPeriod(t, names);
    const update = t.expect.arrived(await nextUpsert(events, after.id), `an hmr_update with period ${after.id}`);
    const snapshot = ended ?? latestOf(events);
    const at = snapshot.view.periods?.findIndex(({ id }) => id === before.id) ?? -1;
    for (const name of names) {
      t.expect.at(update, `${pointerTo(update, after.id)}/instruments`, 'includes', name);
      if (at >= 0) t.expect.at(snapshot, `/view/periods/${at}/instruments`, 'includes', name);
    }
  },
});

scenario({
  id: 'hmr.snapshot-on-flexible-change/switched-on-again',
  title: 'sends no new hmr_snapshot when the flexible status is switched to what it is already',
  // That a binding which switches it on once more leaves the effective status alone is for the operator to know.
  level: 'should',
  needs: CHANGES,
  async run(t) {
    const events = await hmr(t);
    const off = await switchedOn(t, events);
    const on = latestOf(events);
    await t.control('hmr.flexible', { account_id: t.account.id, enabled: 'true' });
    const { id } = await createdPeriod(t);
    // The barrier; which periods are told under the flexible status is open.
    const update = await events.next('hmr_update', { where: upserts(id), after: on.record });
    if (update === undefined) t.inconclusive('no period is told while the flexible status is on', [on]);
    const late = events.of('hmr_snapshot', { after: on.record });
    const sought = [{ on: events, kind: 'hmr_snapshot', after: on.record }] as const;
    t.expect.none(late, 'no further hmr_snapshot', { evidence: [on, update], sought });
    await off();
  },
});

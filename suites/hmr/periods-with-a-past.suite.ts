// HMR periods with a past (interface 6.2, rules 2 and 3): changed, removed and created again under one identifier, beside others; and lists
// of instruments that a connection names later. Updates add up to what a new snapshot shows, whatever came before them.
import type { HmrPeriodView } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { filterTime } from '../words/pages.js';
import { barrier } from '../words/streams/barrier.js';
import { CHANGE_INSTRUMENTS, expectChangeEvent } from '../words/streams/instrument-events.js';
import { twoToChange } from '../words/streams/instrument-to-change.js';
import {
  announcedPeriod,
  CHANGE_PERIODS,
  createdPeriod,
  expectPeriodUpdate,
  type HmrUpdate,
  hmr,
  nextListing,
  nextRemoval,
  nextUpsert,
  REVISE_PERIODS,
  upserts,
} from '../words/streams/periods.js';

/** Identifiers of the periods that the snapshot and the updates after it add up to. */
function addedUp(events: Awaited<ReturnType<typeof hmr>>): ReadonlySet<string | undefined> {
  const ids = new Set((events.snapshot.view.periods ?? []).map(({ id }) => id));
  for (const { view } of events.of('hmr_update', { after: events.snapshot.record })) {
    for (const { id } of view.upserted ?? []) ids.add(id);
    for (const id of view.removedIds ?? []) ids.delete(id);
  }
  return ids;
}

function expectAddedUp(
  t: CheckContext,
  events: Awaited<ReturnType<typeof hmr>>,
  { id, isThere }: { readonly id: string; readonly isThere: boolean },
): void {
  t.expect.that(addedUp(events).has(id) === isThere, {
    expected: `period ${id} ${isThere ? 'by' : 'gone by'} the updates`,
    actual: isThere ? 'it is gone' : 'it is there',
    evidence: events.of('hmr_update'),
  });
}

scenario({
  id: 'hmr.snapshot-current/changed-instruments',
  title: 'shows in a new snapshot the instruments that a changed period has now',
  needs: { ...REVISE_PERIODS, instruments: 2 },
  async run(t) {
    const names = [t.account.instrument(0).name, t.account.instrument(1).name];
    const [, other = ''] = names;
    const events = await hmr(t, names);
    const { id, change, update } = await announcedPeriod(t, events);
    await change([other]);
    const changed = await nextListing(events, id, [other], update.record);
    if (changed === undefined) return t.inconclusive(`no hmr_update with the changed period ${id}`, [update]);
    const { snapshot } = await hmr(t, names);
    t.expect.lists(snapshot, 'periods', id);
    const index = snapshot.view.periods?.findIndex((one) => one.id === id) ?? -1;
    t.expect.at(snapshot, `/view/periods/${index}/instruments`, 'includes', other);
  },
});

scenario({
  id: 'hmr.updates-add-up/created-again',
  title: 'announces a period that is created again, and does not take it away when another is removed',
  requirements: ['hmr.incremental-updates', 'hmr.update-removed'],
  needs: { ...REVISE_PERIODS, instruments: 2 },
  async run(t) {
    const instruments = [t.account.instrument(0).name, t.account.instrument(1).name];
    const events = await hmr(t, instruments);
    const again = await announcedPeriod(t, events);
    await again.remove();
    const gone = t.expect.arrived(await nextRemoval(events, again.id), `an hmr_update that removes ${again.id}`, {
      evidence: [again.update],
      requirement: 'hmr.update-removed',
    });
    const { id } = again;
    await again.change(instruments);
    const account_id = t.account.id;
    t.cleanup(() => t.control('hmr.remove', { account_id, period_id: id }));
    t.expect.arrived(await nextUpsert(events, id, gone.record), `an hmr_update with period ${id} created again`, {
      evidence: [gone],
      requirement: 'hmr.incremental-updates',
    });
    const other = await announcedPeriod(t, events);
    await other.remove();
    t.expect.arrived(await nextRemoval(events, other.id), `an hmr_update that removes ${other.id}`, {
      evidence: [other.update],
      requirement: 'hmr.update-removed',
    });
    await barrier(t, events);
    expectAddedUp(t, events, { id, isThere: true });
  },
});

scenario({
  id: 'hmr.updates-add-up/removed-before-others-come',
  title: 'does not bring a removed period back with the next ones',
  needs: CHANGE_PERIODS,
  async run(t) {
    const events = await hmr(t);
    const { id, remove } = await announcedPeriod(t, events);
    await remove();
    if ((await nextRemoval(events, id)) === undefined) t.inconclusive(`no hmr_update removes period ${id}`);
    for (let turn = 0; turn < 2; turn += 1) {
      const next = await createdPeriod(t);
      await nextUpsert(events, next.id);
    }
    await barrier(t, events);
    expectAddedUp(t, events, { id, isThere: false });
  },
});

/** A further list on the same connection; not applicable where the target takes none, which is open. */
async function listedToo(
  t: CheckContext,
  events: Events,
  kind: string,
  name: string,
): Promise<{ readonly record: number }> {
  const command = await events.subscribe(kind, [name]);
  if (command.outcome === 'refused') t.notApplicable('the target takes no further list of instruments, which is open');
  return command;
}

scenario({
  id: 'hmr.incremental-updates/of-a-later-list',
  title: 'sends the updates of an instrument that a connection names in a second list',
  needs: { ...CHANGE_PERIODS, instruments: 2 },
  async run(t) {
    const [one, other] = [t.account.instrument(0).name, t.account.instrument(1).name];
    const events = await hmr(t, [one]);
    await announcedPeriod(t, events);
    await expectPeriodUpdate(t, events, await listedToo(t, events, 'hmr', other), [other]);
  },
});

scenario({
  id: 'instruments.event-per-instrument/of-a-later-list',
  title: 'sends the events of an instrument that a connection names in a second list',
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const [one, other] = await twoToChange(t);
    const events = await t.account.subscribed('instruments', [one]);
    await expectChangeEvent(t, events, one, events.command);
    const command = await events.subscribe('instruments', [other]);
    if (command.outcome === 'refused') {
      t.notApplicable('the target takes no further list of instruments, which is open');
    }
    await expectChangeEvent(t, events, other, command);
  },
});

const HOUR_MS = 3_600_000;

/** `nowMs` is one moment for all times of a check, or one of them would move with the other. */
function inHours(nowMs: number, from: number, to: number): { readonly starts_at: string; readonly ends_at: string } {
  const [starts_at, ends_at] = [from, to].map((hours) => filterTime(nowMs + hours * HOUR_MS));
  return { starts_at: starts_at ?? '', ends_at: ends_at ?? '' };
}

scenario({
  id: 'hmr.updates-add-up/changed-times',
  title: 'shows in a new snapshot the times of a changed period that its update showed',
  requirements: ['hmr.snapshot-complete'],
  needs: { ...CHANGE_PERIODS, params: { 'hmr.upsert': ['period_id', 'starts_at', 'ends_at'] } },
  effort: 'standard',
  async run(t) {
    const instruments = [t.account.instrument().name];
    const events = await hmr(t, instruments);
    const nowMs = t.nowMs();
    const { id } = await createdPeriod(t, instruments, inHours(nowMs, 2, 5));
    const periodIn = (view: { readonly upserted?: readonly HmrPeriodView[] }): HmrPeriodView | undefined =>
      view.upserted?.find((one) => one.id === id);
    let latest = await events.await('hmr_update', { where: ({ view }) => periodIn(view) !== undefined });
    const params = { account_id: t.account.id, instruments: instruments.join(','), period_id: id };
    // The start alone, the end alone, and both.
    for (const [from, to] of [
      [3, 5],
      [3, 7],
      [4, 6],
    ] as const) {
      const before = periodIn(latest.view);
      await t.control('hmr.upsert', { ...params, ...inHours(nowMs, from, to) });
      // An update may be told more than once: the one before the change, too.
      const isNew = ({ view }: HmrUpdate): boolean => {
        const shown = periodIn(view);
        return shown !== undefined && (shown.start !== before?.start || shown.end !== before?.end);
      };
      const changed = await events.next('hmr_update', { where: isNew, after: latest.record });
      const update = changed ?? events.of('hmr_update', { where: upserts(id) }).at(-1) ?? latest;
      const { snapshot } = await hmr(t, instruments);
      t.expect.lists(snapshot, 'periods', id, { requirement: 'hmr.snapshot-complete' });
      const [told, shown] = [periodIn(update.view), snapshot.view.periods?.find((one) => one.id === id)];
      const times = [before, told, shown].map((one) => `${one?.start} to ${one?.end}`);
      if (before?.start === undefined && before?.end === undefined) {
        t.notApplicable('periods show no times, as they need not');
      }
      if (new Set(times).size === 1) t.inconclusive('the times of the period did not change', [update]);
      t.expect.that(times[1] === times[2], {
        expected: `the period from ${times[1]}, as in the latest update`,
        actual: `from ${times[2]}`,
        evidence: [snapshot, update, latest],
      });
      latest = update;
    }
  },
});

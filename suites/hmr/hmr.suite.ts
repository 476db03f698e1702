// HMR events (interface 6.2, rules 1 to 3): snapshot and incremental updates at the top level of the message. What a period looks like,
// and whether periods are narrowed to the list of the subscription, is open.

import type { Events, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { CLAIMED, hmr, period, READ, removes, UPSERT, update, upsertOf, upserts } from '../words/streams/periods.js';

const NO_SNAPSHOT = 'no further hmr_snapshot';

/** Snapshots beyond the first, of which an ordinary change owes none. */
function again(events: Events, { record: after }: { readonly record: number }): readonly ReceivedOf<'hmr_snapshot'>[] {
  return events.of('hmr_snapshot', { after });
}

scenario({
  id: 'subscriptions.hmr-snapshot/first-subscribe',
  title: 'answers an hmr subscription with an hmr_snapshot',
  requirements: ['subscriptions.hmr-kind', 'subscriptions.hmr-list'],
  purposes: [49],
  needs: READ,
  async run(t) {
    const events = await t.account.events();
    const command = await events.subscribe('hmr', [t.account.instrument().name]);
    t.expect.arrived(await events.next('hmr_snapshot'), 'an hmr_snapshot', { evidence: [command] });
  },
});

scenario({
  id: 'subscriptions.hmr-snapshot/second-connection',
  title: 'answers the hmr subscription of a second connection with a snapshot of its own',
  purposes: [49],
  needs: READ,
  async run(t) {
    // Whether the first one gets its snapshot is judged by itself.
    await t.account.subscribed('hmr', [t.account.instrument().name]);
    const second = await t.account.events();
    const command = await second.subscribe('hmr', [t.account.instrument().name]);
    const snapshot = await second.next('hmr_snapshot');
    t.expect.arrived(snapshot, 'an hmr_snapshot on the second connection too', { evidence: [command] });
  },
});

for (const { requirement, pointer, predicate, title } of [
  {
    requirement: 'hmr.snapshot-periods',
    pointer: '/message/periods',
    predicate: 'present',
    title: 'carries periods at its top level',
  },
  {
    requirement: 'hmr.snapshot-no-payload-wrapper',
    pointer: '/message/payload',
    predicate: 'absent',
    title: 'has no payload wrapper',
  },
  {
    requirement: 'hmr.snapshot-no-event-time',
    pointer: '/message/event_time',
    predicate: 'absent',
    title: 'carries no event_time',
  },
] as const) {
  scenario({
    id: `${requirement}/in-the-snapshot`,
    title: `${title} in an hmr_snapshot`,
    purposes: [49],
    needs: READ,
    async run(t) {
      const { snapshot } = await hmr(t);
      t.expect.at(snapshot, pointer, predicate);
    },
  });
}

for (const { requirement, pointer, predicate, title } of [
  {
    requirement: 'hmr.update-upserted',
    pointer: '/message/upserted_periods',
    predicate: 'present',
    title: 'carries upserted_periods at its top level',
  },
  {
    requirement: 'hmr.update-no-payload-wrapper',
    pointer: '/message/payload',
    predicate: 'absent',
    title: 'has no payload wrapper',
  },
  {
    requirement: 'hmr.update-no-event-time',
    pointer: '/message/event_time',
    predicate: 'absent',
    title: 'carries no event_time',
  },
] as const) {
  scenario({
    id: `${requirement}/in-an-update`,
    title: `${title} in an hmr_update`,
    purposes: [49],
    needs: UPSERT,
    async run(t) {
      const { events, snapshot } = await hmr(t);
      await period(t);
      // Any update, readable or not: its form is what is judged.
      t.expect.at(await events.await('hmr_update', { after: snapshot.record }), pointer, predicate);
    },
  });
}

scenario({
  id: 'hmr.period-instruments/in-an-update',
  title: 'lists the instruments that a period affects',
  requirements: ['hmr.period-identifier'],
  needs: UPSERT,
  async run(t) {
    const { events } = await hmr(t);
    const { id, update: message } = await update(t, events);
    const index = message.view.upserted?.findIndex((one) => one.id === id) ?? -1;
    t.expect.at(message, `/view/upserted/${index}/instruments`, 'includes', t.account.instrument().name);
  },
});

scenario({
  id: 'hmr.period-identifier/in-an-update',
  title: 'gives every period of an hmr_update an identifier',
  needs: UPSERT,
  async run(t) {
    const { events } = await hmr(t);
    await period(t);
    const message = await events.await('hmr_update', { where: ({ view }) => (view.upserted ?? []).length > 0 });
    t.expect.at(message, '/view/upserted/0/id', 'present');
  },
});

scenario({
  id: 'hmr.incremental-updates/created',
  title: 'delivers a created ordinary period as an hmr_update, not as a snapshot',
  requirements: ['hmr.no-snapshot-on-ordinary-change', 'hmr.update-upserted'],
  needs: UPSERT,
  async run(t) {
    const { events, snapshot } = await hmr(t);
    const { id } = await period(t);
    t.expect.arrived(await upsertOf(events, id), `an hmr_update with period ${id}`, { evidence: [snapshot] });
    t.expect.none(again(events, snapshot), NO_SNAPSHOT, { requirement: 'hmr.no-snapshot-on-ordinary-change' });
  },
});

scenario({
  id: 'hmr.no-snapshot-on-ordinary-change/subscribed-on-another-connection',
  title: 'sends no new snapshot when another connection of the account subscribes to hmr',
  needs: CLAIMED,
  async run(t) {
    const { events, snapshot } = await hmr(t);
    const second = await hmr(t);
    await barrier(t, events);
    t.expect.none(again(events, snapshot), NO_SNAPSHOT, { evidence: [second.snapshot] });
  },
});

scenario({
  id: 'hmr.no-snapshot-on-ordinary-change/changed-and-removed',
  title: 'sends no new snapshot when an ordinary period is changed and removed',
  needs: UPSERT,
  async run(t) {
    const { events, snapshot } = await hmr(t);
    const { id, remove, update: created } = await update(t, events);
    await t.control('hmr.upsert', {
      account_id: t.account.id,
      instruments: t.account.instrument().name,
      period_id: id,
    });
    await events.await('hmr_update', { where: upserts(id), after: created.record });
    await remove();
    await events.next('hmr_update', { where: removes(id) });
    t.expect.none(again(events, snapshot), NO_SNAPSHOT, { evidence: [created] });
  },
});

scenario({
  id: 'hmr.update-removed/by-identifier',
  title: 'delivers the removal of a period as removed_period_ids at the top level',
  requirements: ['hmr.period-identifier'],
  needs: UPSERT,
  async run(t) {
    const { events } = await hmr(t);
    const { id, remove, update: created } = await update(t, events);
    await remove();
    const message = await events.next('hmr_update', { where: removes(id), after: created.record });
    const removed = t.expect.arrived(message, `an hmr_update that removes period ${id}`, { evidence: [created] });
    t.expect.at(removed, '/message/removed_period_ids', 'type', 'array');
  },
});

scenario({
  id: 'hmr.snapshot-complete/created-before',
  title: 'shows in the snapshot both periods that were created before subscribing',
  requirements: ['hmr.updates-add-up'],
  needs: UPSERT,
  async run(t) {
    const periods = [await period(t), await period(t)];
    const { snapshot } = await hmr(t);
    for (const { id } of periods) t.expect.lists(snapshot, 'periods', id);
  },
});

scenario({
  id: 'hmr.snapshot-current/removed-before',
  title: 'shows in a new snapshot no period that was removed',
  needs: UPSERT,
  async run(t) {
    const { id, remove } = await period(t);
    await hmr(t);
    await remove();
    const { snapshot } = await hmr(t);
    t.expect.listsNot(snapshot, 'periods', id);
  },
});

scenario({
  id: 'hmr.updates-add-up/against-a-new-snapshot',
  title: 'shows in a new snapshot what the first one and the updates after it add up to',
  needs: UPSERT,
  async run(t) {
    const { events, snapshot } = await hmr(t);
    const ids = new Set((snapshot.view.periods ?? []).map(({ id }) => id));
    const { id: kept } = await period(t);
    const { id: gone, remove } = await period(t);
    await upsertOf(events, gone);
    await remove();
    await events.next('hmr_update', { where: removes(gone) });
    // The snapshot of another connection first, so that an update that follows the removal has come too.
    const { snapshot: later } = await hmr(t);
    const updates = events.of('hmr_update');
    for (const { view } of updates) {
      for (const { id } of view.upserted ?? []) ids.add(id);
      for (const id of view.removedIds ?? []) ids.delete(id);
    }
    t.expect.that(ids.has(kept) && !ids.has(gone), {
      expected: `period ${kept} and not ${gone} by the updates`,
      actual: [...ids].join(', '),
      evidence: updates,
    });
    t.expect.lists(later, 'periods', kept);
    t.expect.listsNot(later, 'periods', gone);
  },
});

scenario({
  id: 'hmr.snapshot-on-flexible-change/switched-on',
  title: 'sends a new hmr_snapshot when the effective flexible HMR status changes',
  needs: { ...CLAIMED, control: ['hmr.flexible'] },
  async run(t) {
    const { events, snapshot } = await hmr(t);
    await t.under('flexible-hmr');
    const second = await events.next('hmr_snapshot', { after: snapshot.record });
    t.expect.arrived(second, 'a new hmr_snapshot', { evidence: [snapshot] });
  },
});

// HMR events (interface 6.2, rules 1 to 3): snapshot and incremental updates at the top level of the message. What a period looks like,
// and whether periods are narrowed to the list of the subscription, is open.

import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { CLAIMED, hmr, period, READ, UPSERT, update, upsertOf } from '../words/streams/periods.js';
import { subscribed } from '../words/streams/subscribing.js';

scenario({
  id: 'subscriptions.hmr-snapshot/first-subscribe',
  title: 'answers an hmr subscription with an hmr_snapshot',
  requirements: ['subscriptions.hmr-kind', 'subscriptions.hmr-list'],
  purposes: [49],
  needs: READ,
  async run(t) {
    const events = await t.account.events();
    const { record } = await events.subscribe('hmr', [t.account.instrument().name]);
    const snapshot = await events.next(({ kind }) => kind === 'hmr_snapshot');
    t.expect.that(snapshot !== undefined, {
      expected: 'an hmr_snapshot',
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [snapshot?.record ?? record],
    });
  },
});

scenario({
  id: 'subscriptions.hmr-snapshot/second-connection',
  title: 'answers the hmr subscription of a second connection with a snapshot of its own',
  purposes: [49],
  needs: READ,
  async run(t) {
    // Whether the first one gets its snapshot is judged by itself.
    const first = await t.account.events();
    await subscribed(t, first, 'hmr', [t.account.instrument().name]);
    const second = await t.account.events();
    const { record } = await second.subscribe('hmr', [t.account.instrument().name]);
    const snapshot = await second.next(({ kind }) => kind === 'hmr_snapshot');
    t.expect.that(snapshot !== undefined, {
      expected: 'an hmr_snapshot on the second connection too',
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [snapshot?.record ?? record],
    });
  },
});

for (const { requirement, pointer, predicate, expected, title } of [
  {
    requirement: 'hmr.snapshot-periods',
    pointer: '/message/periods',
    predicate: 'present',
    expected: null,
    title: 'carries periods at its top level',
  },
  {
    requirement: 'hmr.snapshot-no-payload-wrapper',
    pointer: '/message/payload',
    predicate: 'absent',
    expected: null,
    title: 'has no payload wrapper',
  },
  {
    requirement: 'hmr.snapshot-no-event-time',
    pointer: '/message/event_time',
    predicate: 'absent',
    expected: null,
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
      t.expect.at(snapshot.record, pointer, predicate, expected);
    },
  });
}

for (const { requirement, pointer, predicate, expected, title } of [
  {
    requirement: 'hmr.update-upserted',
    pointer: '/message/upserted_periods',
    predicate: 'present',
    expected: null,
    title: 'carries upserted_periods at its top level',
  },
  {
    requirement: 'hmr.update-no-payload-wrapper',
    pointer: '/message/payload',
    predicate: 'absent',
    expected: null,
    title: 'has no payload wrapper',
  },
  {
    requirement: 'hmr.update-no-event-time',
    pointer: '/message/event_time',
    predicate: 'absent',
    expected: null,
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
      const message = await events.next(({ kind }) => kind === 'hmr_update', { after: snapshot.record });
      if (message === undefined) return t.inconclusive('no hmr_update followed the new period', [snapshot.record]);
      t.expect.at(message.record, pointer, predicate, expected);
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
    t.expect.at(message.record, `/view/upserted/${index}/instruments`, 'includes', t.account.instrument().name);
  },
});

scenario({
  id: 'hmr.period-identifier/in-an-update',
  title: 'gives every period of an hmr_update an identifier',
  needs: UPSERT,
  async run(t) {
    const { events } = await hmr(t);
    await period(t);
    const message = await events.next(({ kind, view }) => kind === 'hmr_update' && (view.upserted ?? []).length > 0);
    if (message === undefined) return t.inconclusive('no hmr_update followed the creation of a period');
    t.expect.at(message.record, '/view/upserted/0/id', 'present', null);
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
    const message = await upsertOf(events, id);
    t.expect.that(message !== undefined, {
      expected: `an hmr_update with period ${id}`,
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [message?.record ?? snapshot.record],
    });
    const again = events.of('hmr_snapshot').filter(({ record }) => record > snapshot.record);
    t.expect.that(
      again.length === 0,
      {
        expected: 'no further hmr_snapshot',
        actual: `${again.length} of them`,
        evidence: again.map(({ record }) => record),
      },
      { requirement: 'hmr.no-snapshot-on-ordinary-change' },
    );
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
    const again = events.of('hmr_snapshot').filter(({ record }) => record > snapshot.record);
    t.expect.that(again.length === 0, {
      expected: 'no further hmr_snapshot',
      actual: `${again.length} of them`,
      evidence: [second.snapshot.record, ...again.map(({ record }) => record)],
    });
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
    if ((await upsertOf(events, id, created.record)) === undefined)
      return t.inconclusive('no hmr_update followed the change');
    await remove();
    await events.next((message) => message.kind === 'hmr_update' && (message.view.removedIds ?? []).includes(id));
    const again = events.of('hmr_snapshot').filter(({ record }) => record > snapshot.record);
    t.expect.that(again.length === 0, {
      expected: 'no further hmr_snapshot',
      actual: `${again.length} of them`,
      evidence: [created.record, ...again.map(({ record }) => record)],
    });
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
    const removed = await events.next(
      (message) => message.kind === 'hmr_update' && (message.view.removedIds ?? []).includes(id),
      { after: created.record },
    );
    t.expect.that(removed !== undefined, {
      expected: `an hmr_update that removes period ${id}`,
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [removed?.record ?? created.record],
    });
    t.expect.at(removed?.record ?? created.record, '/message/removed_period_ids', 'type', 'array');
  },
});

scenario({
  id: 'hmr.snapshot-complete/created-before',
  title: 'shows in the snapshot both periods that were created before subscribing',
  requirements: ['hmr.updates-add-up'],
  needs: UPSERT,
  async run(t) {
    const ids = [(await period(t)).id, (await period(t)).id];
    const { snapshot } = await hmr(t);
    for (const id of ids)
      t.expect.at(snapshot.record, '/view/periods', 'some', { member: 'id', predicate: 'equals', expected: id });
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
    t.expect.at(snapshot.record, '/view/periods', 'none', { member: 'id', predicate: 'equals', expected: id });
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
    await events.next((message) => message.kind === 'hmr_update' && (message.view.removedIds ?? []).includes(gone));
    // The snapshot of another connection first, so that an update that follows the removal has come too.
    const { snapshot: later } = await hmr(t);
    for (const message of events.of('hmr_update')) {
      for (const { id } of message.view.upserted ?? []) ids.add(id);
      for (const id of message.view.removedIds ?? []) ids.delete(id);
    }
    t.expect.that(ids.has(kept) && !ids.has(gone), {
      expected: `period ${kept} and not ${gone} by the updates`,
      actual: [...ids].join(', '),
      evidence: events.of('hmr_update').map(({ record }) => record),
    });
    t.expect.at(later.record, '/view/periods', 'some', { member: 'id', predicate: 'equals', expected: kept });
    t.expect.at(later.record, '/view/periods', 'none', { member: 'id', predicate: 'equals', expected: gone });
  },
});

scenario({
  id: 'hmr.snapshot-on-flexible-change/switched-on',
  title: 'sends a new hmr_snapshot when the effective flexible HMR status changes',
  needs: { ...CLAIMED, control: ['hmr.flexible'] },
  async run(t) {
    const { events, snapshot } = await hmr(t);
    t.cleanup(async () => {
      await t.control('hmr.flexible', { account_id: t.account.id, enabled: 'false' });
    });
    await t.control('hmr.flexible', { account_id: t.account.id, enabled: 'true' });
    const again = await events.next(({ kind }) => kind === 'hmr_snapshot', { after: snapshot.record });
    t.expect.that(again !== undefined, {
      expected: 'a new hmr_snapshot',
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [again?.record ?? snapshot.record],
    });
  },
});

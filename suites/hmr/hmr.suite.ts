// HMR events (interface 6.2; 4.5, rule 4): snapshot and incremental updates at the top level of the message, an explicit list of
// available instruments, whole-request refusal. What a period looks like, and whether periods are narrowed to the list, is open.

import { barrier } from '../runner/barrier.js';
import type { CheckContext, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectNotAccepted, subscribed } from '../subscriptions/subscribing.js';

const CLAIMED = { claims: ['hmrEvents'] } as const;
const READ = { ...CLAIMED, shared: true, readOnly: true } as const;
const UPSERT = { ...CLAIMED, control: ['hmr.upsert', 'hmr.remove'] } as const;

type Snapshot = Extract<Received, { readonly kind: 'hmr_snapshot' }>;
type Update = Extract<Received, { readonly kind: 'hmr_update' }>;

async function hmr(
  t: CheckContext,
  instruments: readonly string[] = [t.account.instrument().name],
): Promise<{ readonly events: Events; readonly snapshot: Snapshot }> {
  const events = await t.account.events();
  await subscribed(t, events, 'hmr', instruments);
  const snapshot = await events.next(({ kind }) => kind === 'hmr_snapshot');
  if (snapshot?.kind !== 'hmr_snapshot') t.inconclusive(`no hmr_snapshot within ${t.timing.eventMs} ms`);
  return { events, snapshot };
}

/** A fresh ordinary period, taken away again at the end unless the check did so itself. */
async function period(
  t: CheckContext,
  instruments: readonly string[] = [t.account.instrument().name],
): Promise<{ readonly id: string; readonly remove: () => Promise<void> }> {
  const { period_id: id } = await t.control('hmr.upsert', {
    account_id: t.account.id,
    instruments: instruments.join(','),
  });
  if (id === undefined) t.inconclusive('the control action hmr.upsert did not name the period; bind its result');
  let removed = false;
  const remove = async (): Promise<void> => {
    if (removed) return;
    removed = true;
    await t.control('hmr.remove', { account_id: t.account.id, period_id: id });
  };
  t.cleanup(remove);
  return { id, remove };
}

function upsertOf(events: Events, id: string, after = 0): Promise<Received | undefined> {
  return events.next(
    (message) => message.kind === 'hmr_update' && (message.view.upserted ?? []).some((one) => one.id === id),
    { after },
  );
}

async function update(
  t: CheckContext,
  events: Events,
): Promise<{ readonly id: string; readonly remove: () => Promise<void>; readonly update: Update }> {
  const { id, remove } = await period(t);
  const message = await upsertOf(events, id);
  return message?.kind === 'hmr_update'
    ? { id, remove, update: message }
    : t.inconclusive(`no hmr_update named the period ${id}`);
}

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
    predicate: 'type',
    expected: 'array',
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
]) {
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
    predicate: 'type',
    expected: 'array',
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
]) {
  scenario({
    id: `${requirement}/in-an-update`,
    title: `${title} in an hmr_update`,
    purposes: [49],
    needs: UPSERT,
    async run(t) {
      const { events } = await hmr(t);
      t.expect.at((await update(t, events)).update.record, pointer, predicate, expected);
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
    for (const message of events.of('hmr_update')) {
      for (const { id } of message.view.upserted ?? []) ids.add(id);
      for (const id of message.view.removedIds ?? []) ids.delete(id);
    }
    const { snapshot: later } = await hmr(t);
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

const REFUSED: readonly {
  readonly id: string;
  readonly title: string;
  readonly list: (t: CheckContext) => readonly string[] | undefined;
  readonly facts?: readonly 'unavailableInstrument'[];
}[] = [
  { id: 'hmr.empty-list-refused/empty', title: 'with an empty list', list: () => [] },
  { id: 'subscriptions.hmr-list-mandatory/no-list', title: 'without a list', list: () => undefined },
  { id: 'subscriptions.hmr-no-wildcard/all', title: 'for ["all"]', list: () => ['all'] },
  {
    id: 'hmr.unknown-refused/with-a-good-one',
    title: 'that names an instrument that does not exist',
    list: (t) => [t.account.instrument().name, t.market.unknown],
  },
  {
    id: 'hmr.unavailable-refuses-whole/with-a-good-one',
    title: 'that names an instrument that the account may not use',
    list: (t) => [t.account.instrument().name, t.market.unavailable[0] ?? ''],
    facts: ['unavailableInstrument'],
  },
];

for (const { id, title, list, facts = [] } of REFUSED) {
  scenario({
    id,
    title: `refuses an hmr subscription ${title}, and sends no snapshot for it`,
    purposes: [45, 49],
    needs: { ...READ, facts },
    async run(t) {
      const events = await t.account.events();
      const outcome = await events.subscribe('hmr', list(t));
      expectNotAccepted(t, outcome);
      if (events.isOpen) await barrier(t, events);
      const snapshots = events.of('hmr_snapshot');
      t.expect.that(snapshots.length === 0, {
        expected: 'no hmr_snapshot',
        actual: `${snapshots.length} of them`,
        evidence: [outcome.record, ...snapshots.map(({ record }) => record)],
      });
    },
  });

  scenario({
    id: `hmr.refusal-keeps-existing/${id.split('/')[0]?.split('.')[1]}`,
    title: `keeps the transactions subscription after it refused one to hmr ${title}`,
    purposes: [45],
    needs: { ...CLAIMED, facts },
    async run(t) {
      const events = await t.account.transactions();
      const outcome = await events.subscribe('hmr', list(t));
      expectNotAccepted(t, outcome);
      // Not by the set-up verb, which awaits the very event that is judged.
      const submission = await t.account.submit({});
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      t.expect.that(event !== undefined, {
        expected: 'the event of an order on the earlier subscription',
        actual: events.isOpen ? 'no event' : 'the connection was closed',
        evidence: [outcome.record, submission.exchange.record],
      });
    },
  });
}

scenario({
  id: 'hmr.refusal-keeps-existing/updates-go-on',
  title: 'keeps the hmr subscription that there was after it refused one for an instrument that does not exist',
  purposes: [45],
  needs: UPSERT,
  async run(t) {
    const { events } = await hmr(t);
    const outcome = await events.subscribe('hmr', [t.market.unknown]);
    expectNotAccepted(t, outcome);
    const { id } = await period(t);
    const message = await upsertOf(events, id, outcome.record);
    t.expect.that(message !== undefined, {
      expected: `an hmr_update with period ${id} on the earlier subscription`,
      actual: events.isOpen ? `none within ${t.timing.eventMs} ms` : 'the connection was closed',
      evidence: [message?.record ?? outcome.record],
    });
  },
});

scenario({
  id: 'hmr.unsubscribe/the-only-instrument',
  title: 'sends no update for an instrument after hmr was unsubscribed for it',
  requirements: ['subscriptions.unsubscribed-silent'],
  purposes: [44],
  needs: UPSERT,
  async run(t) {
    const { events } = await hmr(t);
    await update(t, events);
    const command = await events.unsubscribe('hmr', [t.account.instrument().name]);
    const { id } = await period(t);
    await barrier(t, events);
    const late = events.of('hmr_update').filter(({ view }) => (view.upserted ?? []).some((one) => one.id === id));
    t.expect.that(late.length === 0, {
      expected: 'no hmr_update',
      actual: `${late.length} of them`,
      evidence: [command.record, ...late.map(({ record }) => record)],
    });
  },
});

scenario({
  id: 'hmr.unsubscribe-partial/one-of-two',
  title: 'keeps sending updates for the instrument that stays subscribed',
  purposes: [43],
  needs: { ...UPSERT, instruments: 2 },
  async run(t) {
    const [dropped, kept] = [t.account.instrument(0).name, t.account.instrument(1).name];
    const { events } = await hmr(t, [dropped, kept]);
    const command = await events.unsubscribe('hmr', [dropped]);
    const { id } = await period(t, [kept]);
    const message = await upsertOf(events, id, command.record);
    t.expect.that(message !== undefined, {
      expected: `an hmr_update for ${kept}`,
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [message?.record ?? command.record],
    });
  },
});

// HMR messages (interface 6.2, rules 1 and 2): a snapshot at first, and once more when the flexible status changes, then updates, with
// their members at the top level. What a period looks like, and whether periods are narrowed to the list of the subscription, is open.
import { scenario } from '../runner/registry.js';
import { CHANGE_PERIODS, createdPeriod, HMR_EVENTS, hmr, READ_HMR } from '../words/streams/periods.js';

scenario({
  id: 'subscriptions.hmr-snapshot/first-subscribe',
  title: 'answers an hmr subscription with an hmr_snapshot',
  requirements: ['subscriptions.hmr-list'],
  purposes: [49],
  needs: READ_HMR,
  async run(t) {
    const events = await t.account.events();
    const command = await events.subscribe('hmr', [t.account.instrument().name]);
    t.expect.arrived(await events.next('hmr_snapshot'), 'an hmr_snapshot', {
      evidence: [command],
      also: ['subscriptions.hmr-list'],
    });
  },
});

scenario({
  id: 'subscriptions.hmr-snapshot/second-connection',
  title: 'answers the hmr subscription of a second connection with a snapshot of its own',
  purposes: [49],
  needs: READ_HMR,
  async run(t) {
    // Whether the first one gets its snapshot is judged by itself.
    await t.account.subscribed('hmr', [t.account.instrument().name]);
    const second = await t.account.events();
    const command = await second.subscribe('hmr', [t.account.instrument().name]);
    const snapshot = await second.next('hmr_snapshot');
    t.expect.arrived(snapshot, 'an hmr_snapshot on the second connection too', { evidence: [command] });
  },
});

/** What stands at the top level of a message, and what does not. */
const PRESENT = (member: string) =>
  ({ member, predicate: 'present', words: `carries ${member} at its top level` }) as const;
const NO_WRAPPER = { member: 'payload', predicate: 'absent', words: 'has no payload wrapper' } as const;
const NO_TIME = { member: 'event_time', predicate: 'absent', words: 'carries no event_time' } as const;

for (const { id, member, predicate, words } of [
  { id: 'hmr.snapshot-periods/in-the-snapshot', ...PRESENT('periods') },
  { id: 'hmr.snapshot-no-payload-wrapper/in-the-snapshot', ...NO_WRAPPER },
  { id: 'hmr.snapshot-no-event-time/in-the-snapshot', ...NO_TIME },
] as const) {
  scenario({
    id,
    title: `${words} in an hmr_snapshot`,
    purposes: [49],
    needs: READ_HMR,
    async run(t) {
      const { snapshot } = await hmr(t);
      t.expect.at(snapshot, `/message/${member}`, predicate);
    },
  });
}

for (const { id, member, predicate, words } of [
  { id: 'hmr.update-upserted/in-an-update', ...PRESENT('upserted_periods') },
  { id: 'hmr.update-no-payload-wrapper/in-an-update', ...NO_WRAPPER },
  { id: 'hmr.update-no-event-time/in-an-update', ...NO_TIME },
] as const) {
  scenario({
    id,
    title: `${words} in an hmr_update`,
    purposes: [49],
    needs: CHANGE_PERIODS,
    async run(t) {
      const events = await hmr(t);
      await createdPeriod(t);
      // Any update, readable or not: its form is what is judged.
      const update = await events.await('hmr_update', { after: events.snapshot.record });
      t.expect.at(update, `/message/${member}`, predicate);
    },
  });
}

scenario({
  id: 'hmr.snapshot-complete/created-before',
  title: 'shows in the snapshot both periods that were created before subscribing',
  needs: CHANGE_PERIODS,
  async run(t) {
    const periods = [await createdPeriod(t), await createdPeriod(t)];
    const { snapshot } = await hmr(t);
    for (const { id } of periods) t.expect.lists(snapshot, 'periods', id);
  },
});

scenario({
  id: 'hmr.snapshot-current/removed-before',
  title: 'shows in a new snapshot no period that was removed',
  needs: CHANGE_PERIODS,
  async run(t) {
    const { id, remove } = await createdPeriod(t);
    await hmr(t);
    await remove();
    const { snapshot } = await hmr(t);
    t.expect.listsNot(snapshot, 'periods', id);
  },
});

scenario({
  id: 'hmr.snapshot-on-flexible-change/switched-on',
  title: 'sends a new hmr_snapshot when the effective flexible HMR status changes',
  needs: { ...HMR_EVENTS, control: ['hmr.flexible'] },
  async run(t) {
    const events = await hmr(t);
    await t.under('flexible-hmr');
    const second = await events.next('hmr_snapshot', { after: events.snapshot.record });
    t.expect.arrived(second, 'a new hmr_snapshot', { evidence: [events.snapshot] });
  },
});

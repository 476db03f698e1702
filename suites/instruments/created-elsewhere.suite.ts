// A new or deleted instrument that the list of a subscription does not name is none of its business (interface 6.3, rule 2).
import { barrier } from '../runner/barrier.js';
import { scenario } from '../runner/registry.js';
import { subscribed } from '../subscriptions/subscribing.js';
import { ADD, expectSilent } from './instrument-events.js';
import { instrumentToChange } from './instrument-to-change.js';

scenario({
  id: 'instruments.subscribed-only/created-and-deleted',
  title: 'sends no event of an instrument that is created and deleted outside of the list',
  needs: ADD,
  async run(t) {
    const events = await t.account.events();
    const { record } = await subscribed(t, events, 'instruments', [t.account.instrument().name]);
    const created = await instrumentToChange(t);
    await t.control('instrument.remove', { account_id: t.account.id, instrument: created });
    await barrier(t, events);
    expectSilent(t, events, created, record);
  },
});

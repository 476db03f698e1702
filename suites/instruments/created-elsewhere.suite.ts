// A new or deleted instrument that the list of a subscription does not name is none of its business (interface 6.3, rule 2).

import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { ADD, expectSilent } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { subscribed } from '../words/streams/subscribing.js';

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

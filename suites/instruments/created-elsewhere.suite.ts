// A new or deleted instrument that the list of a subscription does not name is none of its business (interface 6.3, rule 2).

import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { ADD, expectSilent } from '../words/streams/instrument-events.js';
import { addedInstrument } from '../words/streams/instrument-to-change.js';

scenario({
  id: 'instruments.subscribed-only/created-and-deleted',
  title: 'sends no event of an instrument that is created and deleted outside of the list',
  needs: ADD,
  async run(t) {
    const events = await t.account.events();
    const { record } = await events.subscribed('instruments', [t.account.instrument().name]);
    const { name, remove } = await addedInstrument(t);
    await remove();
    await barrier(t, events);
    expectSilent(t, events, name, record);
  },
});

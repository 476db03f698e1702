// Readers that stall (interface 6.4): a slow one gets nothing again, and holds up nobody else. Whether it is cut is open.
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';

scenario({
  id: 'delivery.overflow-no-replay/stalled-reader',
  title: 'replays nothing after a stall: a stalled connection ends or goes on, and a new one starts from its snapshot',
  purposes: [48],
  needs: { control: ['stream.stall', 'stream.resume'] },
  async run(t) {
    const stalled = await t.account.transactions();
    const resume = await t.under('streams-stalled');
    const { submission } = await t.account.complete();
    await stalled.close();
    await resume();
    const events = await t.account.transactions();
    await barrier(t, events);
    t.expect.none(events.resultsOf(submission), 'no event from before the new subscription', {
      evidence: [submission],
    });
  },
});

scenario({
  id: 'delivery.slow-reader-isolated/another-account',
  title: 'delivers the event of an order while the reader of another account is stalled',
  purposes: [48],
  needs: { accounts: 2, control: ['stream.stall', 'stream.resume'] },
  async run(t, own, slow) {
    const events = await own.transactions();
    await slow.transactions();
    await t.under('streams-stalled', { account: slow });
    const submission = await own.place();
    t.expect.arrived(await events.resultOf(submission), submission, { evidence: [events.snapshot] });
  },
});

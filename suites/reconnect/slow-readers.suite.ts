// Readers that stall (interface 6.4): a slow one is cut or misses nothing, gets nothing again, and holds up nobody else. Where the
// target cannot be told to stop sending, the suite itself stops reading.
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';

scenario({
  id: 'delivery.overflow-no-silent-gap/stalled-and-resumed',
  title: 'delivers everything to a reader that was slow, or ends its connection',
  purposes: [48],
  async run(t) {
    const slow = await t.account.transactions();
    const resume = await t.under('streams-stalled');
    const orders = await t.account.orders(10);
    const missed = await Promise.all(orders.map((order) => t.account.submit(order)));
    const accepted = missed.filter((one) => one.accepted);
    await Promise.all(accepted.map((one) => t.account.settle(one)));
    await resume();
    const last = await t.account.place();
    const event = await slow.resultOf(last);
    // The order of events among operations is open, so each is waited for.
    if (event !== undefined) await Promise.all(accepted.map((one) => slow.resultOf(one)));
    t.observe('connection of a reader that was slow', slow.isOpen ? 'goes on' : 'closed', {
      section: '6.4',
      evidence: [last.record],
    });
    if (event === undefined) {
      return t.expect.that(!slow.isOpen, {
        expected: 'the events, or the end of the connection',
        actual: 'an open connection without events',
        evidence: [last],
      });
    }
    const lost = accepted.filter((one) => slow.resultsOf(one).length === 0);
    t.expect.none(lost, `the events of all ${accepted.length} orders on the connection that went on`, {
      actual: `${lost.length} missing`,
      evidence: [event],
    });
  },
});

scenario({
  id: 'delivery.overflow-no-replay/stalled-reader',
  title: 'replays nothing after a stall: a stalled connection ends or goes on, and a new one starts from its snapshot',
  purposes: [48],
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
  needs: { accounts: 2 },
  async run(t, own, slow) {
    const events = await own.transactions();
    await slow.transactions();
    await t.under('streams-stalled', { account: slow });
    const submission = await own.place();
    t.expect.arrived(await events.resultOf(submission), submission, { evidence: [events.snapshot] });
  },
});

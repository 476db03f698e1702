// Readers that stall (interface 6.4): a slow one is cut or misses nothing, gets nothing again, and holds up nobody else. Where the
// target cannot be told to stop sending, the suite itself stops reading.

import type { CheckContext, Events, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { ofOperation } from '../words/streams/searches.js';

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
      sought: ofOperation(events, submission),
    });
  },
});

scenario({
  id: 'delivery.overflow-no-replay/overflown',
  title: 'delivers nothing afterwards of what was missed when the send buffer of a stalled reader overflowed',
  purposes: [48],
  effort: 'standard',
  needs: { control: ['stream.stall', 'stream.resume'] },
  async run(t) {
    for (let n = 0; n < OPEN_ORDERS; n += 1) await t.account.openOrder();
    const slow = await t.account.transactions();
    const resume = await t.under('streams-stalled');
    const missed = await fillBuffer(t, slow);
    await resume();
    // On a connection that lives on all of them arrive; on one that was cut, its end.
    if (slow.isOpen) await slow.next(() => slow.of('trading_state_snapshot').length > SNAPSHOTS);
    if (slow.isOpen) {
      t.notApplicable(
        `the connection took ${SNAPSHOTS} snapshots without an overflow, or lives on; buffers may be large`,
      );
    }
    const events = await t.account.transactions();
    await barrier(t, events);
    const replayed = missed.flatMap((submission) => events.resultsOf(submission));
    t.expect.none(replayed, 'no event from before the new subscription', {
      evidence: [events.snapshot, ...missed],
      sought: missed.flatMap((submission) => ofOperation(events, submission)),
    });
  },
});

/** What a snapshot holds, and how many of them are asked for at most: some megabyte in all, and few orders. */
const OPEN_ORDERS = 16;
const SNAPSHOTS = 240;
/** After so many an order is placed, whose event the reader misses. */
const STEP = 24;

/** Asks for snapshots that nobody reads until the connection ends, and returns the orders that were placed meanwhile. */
async function fillBuffer(t: CheckContext, slow: Events): Promise<readonly Submission[]> {
  const missed: Submission[] = [];
  for (let n = 0; n < SNAPSHOTS && slow.isOpen; n += 1) {
    for (const action of ['unsubscribe', 'subscribe'] as const) {
      slow.sendRaw(t.dialect.command(action, { event: 'transactions', commandId: `${action}-${n}` }));
    }
    if (n % STEP !== 0) continue;
    // Its result is a barrier too: what was sent before has been taken in by then, or will soon be.
    const submission = await t.account.place();
    await t.account.settle(submission);
    missed.push(submission);
  }
  // The last commands may still be on their way, and nothing that a stalled connection sends says that they were taken in.
  if (slow.isOpen) await slow.next(() => false);
  return missed;
}

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

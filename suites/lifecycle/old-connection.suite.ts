// A connection that is some seconds old, on an account where nothing has happened since (interface 6): it is served like a new one, good
// results and bad ones. The time passes while account_state_event keeps its interval, so the checks wait on the target and on nothing else.
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { INTERVAL_MS, patienceMs } from '../words/streams/beats.js';
import { expectDelivered, witnessedOrder } from '../words/streams/delivery.js';
import type { Transactions } from '../words/streams/event-of.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';

/** As long as the check of the interval takes, which runs at the same time. */
const OLD_MS = 3 * INTERVAL_MS;

const OLD = { needs: { claims: ['accountStateEvents'] }, waitMs: OLD_MS, effort: 'standard' } as const;

/** A connection subscribed to transactions some seconds ago. */
async function oldConnection(t: CheckContext): Promise<Transactions> {
  const events = await t.account.transactions();
  await events.subscribed('account_state');
  await events.await('account_state_event', {
    where: ({ atNs }) => (atNs - events.snapshot.atNs) / 1e6 >= OLD_MS,
    withinMs: OLD_MS + patienceMs(t),
  });
  return events;
}

scenario({
  ...OLD,
  id: 'transactions.every-change/on-an-old-connection',
  title: 'delivers the event of an order on a connection that has been open for some seconds',
  purposes: [46],
  async run(t) {
    const old = await oldConnection(t);
    const submission = await witnessedOrder(t);
    expectDelivered(t, old, await old.resultOf(submission), submission, [old.snapshot]);
  },
});

scenario({
  ...OLD,
  id: 'transactions.negative-results-delivered/after-quiet-seconds',
  title: 'delivers the event of a rejected order after some seconds without any result',
  purposes: [28],
  async run(t) {
    const old = await oldConnection(t);
    const submission = await placeToBeRejected(t);
    expectDelivered(t, old, await old.resultOf(submission), submission, [old.snapshot]);
  },
});

// A connection that is some seconds old (interface 6): it is served like a new one. The time passes while account_state_event keeps
// its interval, so the check waits on the target and on nothing else.
import { scenario } from '../runner/registry.js';
import { subscribed } from '../subscriptions/subscribing.js';

const INTERVAL_MS = 2000;
/** As long as the check of the interval holds its connection, beside which this one runs. */
const OLD_MS = 3 * INTERVAL_MS;

scenario({
  id: 'transactions.every-change/on-an-old-connection',
  title: 'delivers the event of an order on a connection that has been open for some seconds',
  requirements: ['subscriptions.all-connections-served'],
  purposes: [46],
  needs: { claims: ['accountStateEvents'] },
  waitMs: OLD_MS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.transactions();
    await subscribed(t, events, 'account_state');
    const isLate = ({ kind, atNs }: { readonly kind: string; readonly atNs: number }): boolean =>
      kind === 'account_state_event' && (atNs - events.snapshot.atNs) / 1e6 >= OLD_MS;
    const beat = await events.next(isLate, { withinMs: OLD_MS + 3 * INTERVAL_MS });
    if (beat === undefined) return t.inconclusive('no account_state_event arrived after some seconds');
    const witness = await t.account.transactions();
    const { submission } = await t.account.openOrder({}, { events: witness });
    const event = await events.resultOf(submission);
    if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [beat.record]);
    t.expect.that(event !== undefined, {
      expected: 'the event of an order, which a new connection received',
      actual: 'no event',
      evidence: [submission.exchange.record, beat.record],
    });
  },
});

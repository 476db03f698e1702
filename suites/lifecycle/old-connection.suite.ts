// A connection that is some seconds old, on an account where nothing has happened since (interface 6): it is served like a new one, good
// results and bad ones. The time passes while account_state_event keeps its interval, so the checks wait on the target and on nothing else.
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import type { Transactions } from '../words/streams/event-of.js';
import { submitToBeRejected } from '../words/trading/rejected-order.js';

const INTERVAL_MS = 2000;
/** As long as the check of the interval holds its connection, beside which these run. */
const OLD_MS = 3 * INTERVAL_MS;

const OLD = { needs: { claims: ['accountStateEvents'] }, waitMs: OLD_MS, effort: 'standard' } as const;

/** A connection subscribed to transactions some seconds ago. */
async function oldConnection(t: CheckContext): Promise<{ readonly events: Transactions; readonly beat: number }> {
  const events = await t.account.transactions();
  await events.subscribed('account_state');
  const isLate = ({ kind, atNs }: { readonly kind: string; readonly atNs: number }): boolean =>
    kind === 'account_state_event' && (atNs - events.snapshot.atNs) / 1e6 >= OLD_MS;
  const beat = await events.next(isLate, { withinMs: OLD_MS + 3 * INTERVAL_MS });
  return { events, beat: (beat ?? t.inconclusive('no account_state_event arrived after some seconds')).record };
}

async function expectResult(
  t: CheckContext,
  { events, beat }: Awaited<ReturnType<typeof oldConnection>>,
  submission: Submission,
  words: string,
): Promise<void> {
  const event = await events.resultOf(submission);
  if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [beat]);
  t.expect.that(event !== undefined, {
    expected: `the event of ${words}`,
    actual: 'no event',
    evidence: [submission.exchange.record, beat],
  });
}

scenario({
  ...OLD,
  id: 'transactions.every-change/on-an-old-connection',
  title: 'delivers the event of an order on a connection that has been open for some seconds',
  requirements: ['subscriptions.all-connections-served'],
  purposes: [46],
  async run(t) {
    const old = await oldConnection(t);
    const witness = await t.account.transactions();
    const { submission } = await t.account.openOrder({}, { events: witness });
    await expectResult(t, old, submission, 'an order, which a new connection received');
  },
});

scenario({
  ...OLD,
  id: 'transactions.negative-results-delivered/after-quiet-seconds',
  title: 'delivers the event of a rejected order after some seconds without any result',
  purposes: [28],
  async run(t) {
    const old = await oldConnection(t);
    const submission = await submitToBeRejected(t);
    await expectResult(t, old, submission, 'an order below volume_min, which was acknowledged');
  },
});

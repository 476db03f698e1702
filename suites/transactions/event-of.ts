// From a cause to its transaction_event: the shared set-up of the checks in this folder. What fails here is undecided, never failed.
import type { CheckContext, Events, Received, Submission } from '../runner/context.js';

export type TransactionEvent = Extract<Received, { readonly kind: 'transaction_event' }>;
export type Transactions = Awaited<ReturnType<CheckContext['account']['transactions']>>;

/** The event of a submitted mutation. That it arrives is judged by `transactions.emitted-*`; elsewhere its absence is undecided. */
export async function eventOf(t: CheckContext, events: Events, submission: Submission): Promise<TransactionEvent> {
  if (!submission.accepted) t.inconclusive('the request was refused', [submission.exchange.record]);
  const event = await events.resultOf(submission);
  return event ?? t.inconclusive('no transaction_event of the operation arrived in time', [submission.exchange.record]);
}

/** The event of a mutation that must have succeeded for the check to mean anything. */
export async function successOf(t: CheckContext, events: Events, submission: Submission): Promise<TransactionEvent> {
  const event = await eventOf(t, events, submission);
  if (event.view.status !== 'success') {
    t.inconclusive(`the operation ended ${String(event.view.status)} ${String(event.view.errorCode ?? '')}`, [
      event.record,
    ]);
  }
  return event;
}

/**
 * The balance transaction that a deposit causes: the next event on an account where nothing else goes on. It may carry an
 * identifier of the platform's own, so it is not told by the absence of one.
 */
export async function balanceEventOf(
  t: CheckContext,
  events: Transactions,
  kind: string,
  amount: string,
): Promise<TransactionEvent> {
  const after = events.received.at(-1)?.record ?? events.snapshot.record;
  await t.control('account.deposit', { account_id: t.account.id, kind, amount });
  const event = await events.next((message) => message.kind === 'transaction_event', { after });
  return event?.kind === 'transaction_event'
    ? event
    : t.inconclusive('no transaction_event followed the balance transaction');
}

/** The next event that is not of the same operation, which may have more than one. */
export async function nextAfter(events: Events, earlier: TransactionEvent): Promise<TransactionEvent | undefined> {
  const next = await events.next(
    ({ kind, view }) =>
      kind === 'transaction_event' && (view.operationId === undefined || view.operationId !== earlier.view.operationId),
    { after: earlier.record },
  );
  return next?.kind === 'transaction_event' ? next : undefined;
}

// From a cause to its transaction_event: the shared set-up of the checks in this folder. What fails here is undecided, never failed.
import type { CheckContext, Events, ReceivedOf } from '../../runner/context.js';

export type TransactionEvent = ReceivedOf<'transaction_event'>;
export type Transactions = Awaited<ReturnType<CheckContext['account']['transactions']>>;

/** Closes the position that `opened` reported, or a part of it, and gives the event of that. */
export async function closeEventOf(
  t: CheckContext,
  events: Events,
  {
    opened,
    positionId,
    volume,
  }: { readonly opened: TransactionEvent; readonly positionId: string; readonly volume?: string },
): Promise<TransactionEvent> {
  const submission = await t.account.closePosition(positionId, volume);
  const event = await (submission === undefined ? nextExecution(events, opened) : events.resultOf(submission));
  return event ?? t.inconclusive('no transaction_event followed the close', [opened.record]);
}

/** The next event that is neither of the same operation, which may have more than one, nor a booking of the platform. */
async function nextExecution(events: Events, earlier: TransactionEvent): Promise<TransactionEvent | undefined> {
  const next = await events.next(
    (message) =>
      message.kind === 'transaction_event' &&
      !isBooking(message) &&
      (message.view.operationId === undefined || message.view.operationId !== earlier.view.operationId),
    { after: earlier.record },
  );
  return next?.kind === 'transaction_event' ? next : undefined;
}

function isBooking({ view }: TransactionEvent): boolean {
  return view.deals?.some(({ balanceKind }) => (balanceKind ?? null) !== null) === true;
}

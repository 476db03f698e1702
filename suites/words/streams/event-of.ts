// From a cause to its transaction_event: the shared set-up of the checks in this folder. What fails here is undecided, never failed.
import type { CheckContext, Events, OrderWish, ReceivedOf } from '../../runner/context.js';

export type TransactionEvent = ReceivedOf<'transaction_event'>;
export type Transactions = Awaited<ReturnType<CheckContext['account']['transactions']>>;

/** Opens a position on the stream and gives its event. */
export async function openingOn(
  t: CheckContext,
  events: Events,
  wish: OrderWish = {},
): Promise<{ readonly opened: TransactionEvent; readonly positionId: string }> {
  const position = await t.account.openPosition(wish);
  return { opened: await events.awaitResultOf(position.submission, 'success'), positionId: position.positionId };
}

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
function nextExecution(
  events: Events,
  { record, view: { operationId } }: TransactionEvent,
): ReturnType<Events['resultOf']> {
  return events.next('transaction_event', {
    where: (event) => !isBooking(event) && (operationId === undefined || event.view.operationId !== operationId),
    after: record,
  });
}

/** It holds a deal of a balance kind. */
export function isBooking({ view }: TransactionEvent): boolean {
  return view.deals?.some(({ balanceKind }) => (balanceKind ?? null) !== null) === true;
}

// From a cause to its transaction_event: shared set-up. What fails here is undecided, never failed.
import type { CheckContext, Events, FinalResult, OrderWish, ReceivedOf, Submission } from '../../runner/context.js';

export type TransactionEvent = ReceivedOf<'transaction_event'>;
export type Transactions = Awaited<ReturnType<CheckContext['account']['transactions']>>;

/** Asks for something with a stream open, and gives the event of it; undecided when that does not come, or shows another status. */
export async function eventOf(
  t: CheckContext,
  ask: (t: CheckContext) => Promise<Submission>,
  status?: FinalResult['status'],
): Promise<TransactionEvent> {
  const events = await t.account.transactions();
  return events.awaitResultOf(await ask(t), status);
}

/** A position and the event that reported it. */
export interface Opening {
  readonly opened: TransactionEvent;
  readonly positionId: string;
}

/** Opens a position, and waits for its event on the stream. */
export async function openingOn(t: CheckContext, events: Events, wish: OrderWish = {}): Promise<Opening> {
  const position = await t.account.openPosition(wish);
  return { opened: await events.awaitResultOf(position.submission, 'success'), positionId: position.positionId };
}

/** Closes the position that `opened` reported, or a part of it, and gives the event of that. */
export async function closeEventOf(
  t: CheckContext,
  events: Events,
  { opened, positionId, volume }: Opening & { readonly volume?: string },
): Promise<TransactionEvent> {
  const submission = await t.account.closePosition(positionId, volume);
  const event = await (submission === undefined ? nextExecution(events, opened) : events.resultOf(submission));
  return event ?? t.inconclusive('no transaction_event followed the close', [opened]);
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

/** Its deals are all of a balance kind: a trading event may book a fee beside its own deals. */
export function isBooking({ view }: TransactionEvent): boolean {
  const { deals = [] } = view;
  return deals.length > 0 && deals.every(({ balanceKind }) => (balanceKind ?? null) !== null);
}

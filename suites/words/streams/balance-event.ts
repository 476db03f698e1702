// The event of a booking that a check asks for. A platform may book something of its own in between (interface 6.1, rules 4 and 6), so
// the event is told by its kind and amount where its deal shows them; never by an identifier, which a booking of the platform may carry.
import { isDeepStrictEqual } from 'node:util';
import { type Decimal, equals, negate } from '../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { Account, CheckContext } from '../../runner/context.js';
import { figureOf } from '../figures.js';
import { deposit } from '../trading/deposit.js';
import type { TransactionEvent, Transactions } from './event-of.js';
import { lastRecord } from './last-record.js';

interface Booking {
  readonly kind: string;
  readonly amount: string;
}

/** How far an event is the one: by kind and amount, by one of them (the other may be what is wrong), by neither, or not to be told. */
type Likeness = 'same' | 'half' | 'other' | 'unsaid';

const TELLING: readonly Likeness[] = ['same', 'unsaid'];

/**
 * The balance transaction that a deposit causes. An event that shows another booking is passed over as long as a better one may come;
 * where no deal shows a kind it is the next event that is not the trade of a request.
 */
export async function balanceEventOf(
  t: CheckContext,
  events: Transactions,
  booking: Booking,
  account: Account = t.account,
): Promise<TransactionEvent> {
  const after = lastRecord(events);
  await deposit(t, booking.amount, { account, kind: booking.kind });
  const event = await events.next('transaction_event', {
    where: (one) => TELLING.includes(likenessOf(one, booking)),
    after,
  });
  const [half] = events.of('transaction_event', { where: (one) => likenessOf(one, booking) === 'half', after });
  return event ?? half ?? t.inconclusive('no transaction_event of the balance transaction arrived');
}

export function likenessOf({ view }: Pick<TransactionEvent, 'view'>, { kind, amount }: Booking): Likeness {
  const deal = view.deals?.find(({ balanceKind }) => (balanceKind ?? null) !== null);
  if (deal === undefined) {
    // A booking is a deal and an account state alone (interface 6.1, rule 4).
    const isTrade = (view.orders?.length ?? 0) > 0 || (view.positions?.length ?? 0) > 0;
    // A request may have a further event that shows the account state alone; a booking has a deal.
    const isOfRequest = (view.clientRequestId ?? view.operationId ?? null) !== null;
    return isTrade || (isOfRequest && (view.deals?.length ?? 0) === 0) ? 'other' : 'unsaid';
  }
  const isKind = deal.balanceKind === kind;
  const isAmount = typeof deal.amount === 'string' ? sameMagnitude(deal.amount, amount) : undefined;
  if (isKind && isAmount !== false) return 'same';
  return isKind || isAmount === true ? 'half' : 'other';
}

/** Whether the amount of a fee has a sign is open. */
function sameMagnitude(one: string, other: string): boolean {
  const [a, b] = [figureOf(one), figureOf(other)];
  return a !== undefined && b !== undefined && (equals(a, b) || equals(negate(a), b));
}

/**
 * Nobody promised the account to be still: undecided where more than so many events since the snapshot have moved the balance. One more
 * read comes before, since what a resource shows may come first and its event after it.
 */
export async function requireSoleChange(
  t: CheckContext,
  events: Transactions,
  { account = t.account, own = 1 }: { readonly account?: Account; readonly own?: number } = {},
): Promise<void> {
  await account.state();
  const told = events.of('transaction_event', { where: ({ view }) => (view.deals?.length ?? 0) > 0 });
  const moving = told.filter((event, at) => isNews(event, told.slice(0, at)));
  if (moving.length > own) t.inconclusive('the platform or another client moved the balance meanwhile', moving);
}

/**
 * What the platform booked since the snapshot is in the balance too; an event that is told again shows the state of its time. Undefined
 * where an event with deals shows none.
 */
export function balanceBefore(events: Transactions, event: TransactionEvent): JsonValue | undefined {
  const earlier = events.of('transaction_event', { where: ({ record }) => record < event.record });
  const tells = ({ view }: TransactionEvent): boolean =>
    view.accountState?.balance !== undefined || (view.deals?.length ?? 0) > 0;
  const last = earlier.findLast((one, at) => isNews(one, earlier.slice(0, at)) && tells(one));
  return (last ?? events.snapshot).view.accountState?.balance;
}

/**
 * Undecided where the balance of the event is off and something else was booked, too: events of different bookings come in any order, so
 * that one which is in the balance already may be told afterwards.
 */
export async function requireNoneBeside(
  t: CheckContext,
  events: Transactions,
  event: TransactionEvent,
  { end, own = 1, account }: { readonly end: Decimal; readonly own?: number; readonly account?: Account },
): Promise<void> {
  const shown = figureOf(event.view.accountState?.balance);
  if (shown === undefined || equals(shown, end)) return;
  await events.next('transaction_event', { after: event.record, where: (one) => (one.view.deals?.length ?? 0) > 0 });
  await requireSoleChange(t, events, { own, ...(account && { account }) });
}

/** An event that is told again is none. */
function isNews({ view }: TransactionEvent, earlier: readonly TransactionEvent[]): boolean {
  return !earlier.some((before) => isDeepStrictEqual(before.view, view));
}

// Faults of subscriptions that end for the results of requests alone (interface 6): what the platform does of its own is told on.
import type { ControlActionName } from '../../../profile/control/actions.js';
import type { TransactionEvent } from '../../domain.js';
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const silent = violating('6', ['subscriptions.unsubscribed-silent']);

function isBooking({ payload }: TransactionEvent): boolean {
  return payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
}

export const platformEventFaults: readonly Fault[] = (
  [
    ['bookings-told-after-unsubscribing', 'bookings', 'account.deposit', isBooking],
    [
      'platform-trades-told-after-unsubscribing',
      'executions and closes that the platform makes',
      'order.fill',
      (event) => event.clientRequestId === undefined && event.payload.positions.length > 0,
    ],
  ] as const satisfies readonly (readonly [string, string, ControlActionName, (event: TransactionEvent) => boolean])[]
).map(([id, words, needs, isMeant]) =>
  silent(id, {
    summary: `A connection that has unsubscribed from transactions is still told of ${words}.`,
    needs,
    change: sharing(
      () => new Set<string>(),
      (gone) => ({
        endsDelivery: amended((ends, event, context) => {
          if (event === 'transactions') gone.add(context.id);
          return ends;
        }),
        deliversTo: alsoWhere(
          (event, _subscriptions, context) =>
            event.kind === 'transaction_event' && context.ownAccount && gone.has(context.id) && isMeant(event),
        ),
      }),
    ),
  }),
);

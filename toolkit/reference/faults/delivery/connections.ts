// Faults of delivery and recovery (interface 4.6, 6, 6.4; 8).
import type { DomainEvent } from '../../domain.js';
import { always, amended, instead, insteadOn } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { onceIn, sharing } from '../algebra/memory.js';

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';

export const connectionFaults: readonly Fault[] = [
  violating('6', [
    'domain.every-ack-one-result',
    'domain.result-as-event',
    'transactions.every-change',
    'transactions.emitted-for-placement',
    'transactions.emitted-for-opening',
  ])('event-lost-once-in-fifty', {
    summary: 'One transaction event in fifty is lost, over all connections.',
    rate: 0.02,
    deliveryTimesMs: onceIn(50, [], isTransaction),
  }),
  violating('6', ['transactions.every-change', 'domain.events-lead-to-snapshot'])('fifth-event-lost', {
    summary: 'Of every connection the fifth transaction event and each fifth after it is lost.',
    deliversTo: (honest) => {
      const counts = new Map<string, number>();
      return (event, subscriptions, context) => {
        if (!isTransaction(event) || !honest(event, subscriptions, context)) {
          return honest(event, subscriptions, context);
        }
        const count = (counts.get(context.id) ?? 0) + 1;
        counts.set(context.id, count);
        return count % 5 !== 0;
      };
    },
  }),
  violating('6.4', ['delivery.no-replay', 'reconnect.no-transactions-in-snapshot'])('replay-on-subscribe', {
    summary: 'Subscribing to transactions brings the events of the past after the snapshot.',
    replays: always(16),
  }),
  violating('6.4', [
    'delivery.no-replay',
    'reconnect.no-transactions-in-snapshot',
    'delivery.no-resume',
    'delivery.overflow-no-replay',
  ])('replay-after-reconnect', {
    summary: 'A later connection is brought the last event that it may have missed.',
    replays: instead(({ ordinal }) => (ordinal > 1 ? 1 : 0)),
  }),
  violating('6.4', ['reconnect.new-connection-silent'])('reconnect-subscribed-at-once', {
    summary: 'A connection after the first is subscribed to transactions without asking.',
    initial: amended((answer, _previous, context) => ({
      ...answer,
      transactions: context.stream === 'events' && context.ordinal > 1,
    })),
  }),
  violating('6.4', ['delivery.overflow-no-replay'])('overflow-replayed-afterwards', {
    summary: 'Once a send buffer has overflown, later subscriptions bring the events of the past.',
    needs: 'stream.stall',
    change: sharing(
      () => ({ hasOverflown: false }),
      (memory) => ({
        onOverflow: amended((answer) => {
          memory.hasOverflown = true;
          return answer;
        }),
        replays: (honest) => (context) => (memory.hasOverflown ? 64 : honest(context)),
      }),
    ),
  }),
  violating('6.4', ['delivery.slow-reader-isolated'])('stalled-reader-holds-up-others', {
    summary: 'While one reader is stalled no other connection gets events.',
    needs: 'stream.stall',
    deliveryTimesMs: insteadOn(({ stalledElsewhere }) => stalledElsewhere, [60_000]),
  }),
  violating('6.4', [
    'reconnect.status-resolves-missed',
    'domain.result-in-status',
    'reconnect.status-agrees-with-state',
    'operations.agrees-with-event',
  ])('results-lost-without-a-listener', {
    summary: "Operation status calls an account's first operation failed although it succeeded.",
    shownStatus: amended((answer, status, _ageMs, context) =>
      status.state === 'success' && context.ordinal === 1
        ? { ...answer, state: 'failed', errorCode: 'EXECUTION_REJECTED', errorMessage: 'EXECUTION_REJECTED' }
        : answer,
    ),
  }),
];

// Faults of which connection gets which event, when and how often (interface 6, 6.4), and of account_state (interface 2.3, 8).
import type { DomainEvent } from '../domain.js';
import type { DeliveryContext } from '../rules/delivery.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

type Loses = (event: DomainEvent, context: DeliveryContext) => boolean;

function losing(loses: Loses): Fault['change'] {
  return changing(
    'deliversTo',
    (honest) => (event, subscriptions, context) => honest(event, subscriptions, context) && !loses(event, context),
  );
}

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';

export const deliveryFaults: readonly Fault[] = [
  fault(
    'events-replayed-on-subscribe',
    '6.4',
    ['delivery.no-replay', 'reconnect.no-transactions-in-snapshot', 'delivery.overflow-no-replay'],
    'Subscribing transactions replays the last events of the account.',
    changing('replays', () => () => 10),
  ),
  fault(
    'events-replayed-on-reconnect',
    '6.4',
    ['delivery.no-replay', 'delivery.no-resume'],
    'A connection after the first one starts with the events that it missed.',
    changing(
      'replays',
      () =>
        ({ ordinal }) =>
          ordinal > 1 ? 5 : 0,
    ),
  ),
  fault(
    'no-snapshot-on-subscribe',
    '6',
    ['subscriptions.transactions-snapshot'],
    'Subscribing transactions brings no snapshot.',
    changing('snapshotsOnSubscribe', () => () => 0),
  ),
  fault(
    'no-snapshot-on-second-connection',
    '6.4',
    ['reconnect.subscribes-again', 'subscriptions.transactions-snapshot'],
    'Only the first connection of an account gets a snapshot.',
    changing('snapshotsOnSubscribe', (honest) => (context) => (context.ordinal === 1 ? honest(context) : 0)),
  ),
  fault(
    'snapshot-after-events',
    '6',
    ['subscriptions.snapshot-before-events'],
    'The snapshot is held back while events of the same subscription already flow.',
    changing('snapshotDelayMs', () => () => 60),
  ),
  fault(
    'events-lost-on-second-connection',
    '6',
    ['subscriptions.all-connections-served', 'domain.result-as-event'],
    'With two connections open only the first receives transaction events.',
    losing((event, { others, ordinal }) => isTransaction(event) && others > 0 && ordinal % 2 === 0),
  ),
  fault(
    'events-to-one-of-three-connections',
    '6',
    ['subscriptions.all-connections-served'],
    'From the third connection on transaction events are not delivered.',
    losing((event, { others }) => isTransaction(event) && others >= 2),
  ),
  fault(
    'first-event-lost',
    '1',
    ['domain.result-as-event', 'transactions.emitted-for-placement', 'transactions.every-change'],
    'The first transaction event after a subscription is not delivered.',
    losing((event, { sequence }) => isTransaction(event) && sequence === 0),
  ),
  fault(
    'negative-events-not-delivered',
    '6.1',
    ['transactions.negative-results-delivered'],
    'Rejected and failed results are not delivered.',
    losing((event) => event.kind === 'transaction_event' && event.status !== 'success'),
  ),
  fault(
    'failed-events-not-delivered',
    '6.1',
    ['transactions.negative-results-delivered'],
    'Failed results are not delivered.',
    losing((event) => event.kind === 'transaction_event' && event.status === 'failed'),
    { needs: 'operation.fail' },
  ),
  fault(
    'events-of-other-accounts',
    '6',
    ['subscriptions.own-account-only'],
    'A transactions subscription receives the events of every account.',
    together(
      changing('offersToAllAccounts', () => isTransaction),
      changing(
        'deliversTo',
        (honest) => (event, subscriptions, context) =>
          honest(event, subscriptions, context) ||
          (isTransaction(event) && context.stream === 'events' && subscriptions.transactions),
      ),
    ),
  ),
  fault(
    'account-state-of-other-accounts',
    '6',
    ['subscriptions.own-account-only'],
    'A transactions subscription receives balance transactions of every account.',
    together(
      changing(
        'offersToAllAccounts',
        () => (event) => event.kind === 'transaction_event' && event.operationId === undefined,
      ),
      changing(
        'deliversTo',
        (honest) => (event, subscriptions, context) =>
          honest(event, subscriptions, context) ||
          (event.kind === 'transaction_event' &&
            event.operationId === undefined &&
            context.stream === 'events' &&
            subscriptions.transactions),
      ),
    ),
    { needs: 'account.deposit' },
  ),
  fault(
    'account-state-to-transactions-subscribers',
    '6',
    ['subscriptions.active-only'],
    'Connections subscribed to transactions alone receive account_state_event as well.',
    changing('initial', (honest) => (previous, context) => ({
      ...honest(previous, context),
      accountState: context.stream === 'events',
    })),
  ),
  fault(
    'transactions-to-account-state-subscribers',
    '6',
    ['account-state.no-operations', 'subscriptions.active-only'],
    'Connections subscribed to account_state receive transaction events as well.',
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        honest(event, subscriptions, context) ||
        (isTransaction(event) && context.ownAccount && subscriptions.accountState),
    ),
  ),
  fault(
    'ticks-on-events-stream',
    '4.5',
    ['subscriptions.ticks-refused'],
    'Asked for ticks, the events stream sends them.',
    together(
      changing('knowsKind', (honest) => (event) => event === 'ticks' || honest(event)),
      changing(
        'deliversTo',
        (honest) => (event, subscriptions, context) =>
          honest(event, subscriptions, context) || (event.kind === 'tick' && context.ownAccount && subscriptions.ticks),
      ),
    ),
  ),
  fault(
    'events-on-ticks-stream',
    '4.6',
    ['ticks.no-trading-events'],
    'The ticks stream carries transaction events.',
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        honest(event, subscriptions, context) ||
        (isTransaction(event) && context.ownAccount && context.stream === 'ticks'),
    ),
  ),
  fault(
    'ticks-not-sent',
    '4.6',
    ['ticks.carries-ticks'],
    'Ticks lack their bid.',
    changing('amendMessage', (honest) => (message, event, connection) => {
      const whole = honest(message, event, connection);
      if (event.kind !== 'tick') return whole;
      return JSON.parse(
        JSON.stringify(whole, (name, value: unknown) => (name === 'bid' || name === 'b' ? undefined : value)),
      );
    }),
  ),
  fault(
    'account-state-once',
    '6',
    ['account-state.periodic'],
    'An account_state subscription brings one message and no more.',
    losing((event, { sequence }) => event.kind === 'account_state_event' && sequence > 0),
  ),
  fault(
    'account-state-silent',
    '6',
    ['account-state.periodic'],
    'An account_state subscription brings nothing.',
    losing((event) => event.kind === 'account_state_event'),
  ),
  fault(
    'account-state-too-often',
    '8',
    ['account-state.interval'],
    'Account state events come five times a second.',
    changing('accountStateIntervalMs', () => () => 200),
  ),
  fault(
    'account-state-too-seldom',
    '8',
    ['account-state.interval', 'account-state.periodic'],
    'Account state events come every five seconds.',
    changing('accountStateIntervalMs', () => () => 5000),
  ),
  fault(
    'slow-reader-delays-others',
    '6.4',
    ['delivery.slow-reader-isolated'],
    'While one reader is stalled no other connection receives anything.',
    losing((event, { stalledElsewhere }) => isTransaction(event) && stalledElsewhere),
    { needs: 'stream.stall' },
  ),
];

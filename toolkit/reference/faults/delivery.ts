// Faults of delivery and recovery, account state and ticks (interface 4.6, 6, 6.4; 8).
import type { JsonValue } from '../../payload/json.js';
import type { DomainEvent } from '../domain.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';
import { amendingMessage, editAt, editingMessage, remove } from './json-edit.js';

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';

/** Delivers what `where` picks at other times; an empty list loses it. */
function timing(where: (event: DomainEvent, sequence: number) => boolean, timesMs: readonly number[]): Fault['change'] {
  return changing(
    'deliveryTimesMs',
    (honest) => (event, context) => (where(event, context.sequence) ? timesMs : honest(event, context)),
  );
}

const figures = ['balance', 'equity', 'used_margin'] as const;

export const deliveryFaults: readonly Fault[] = [
  fault(
    'event-lost-once-in-fifty',
    '6',
    [
      'domain.every-ack-one-result',
      'domain.result-as-event',
      'transactions.every-change',
      'transactions.emitted-for-placement',
      'transactions.emitted-for-opening',
    ],
    'One transaction event in fifty is lost, over all connections.',
    changing('deliveryTimesMs', (honest) => {
      let count = Math.floor(Math.random() * 50);
      return (event, context) => {
        count += isTransaction(event) ? 1 : 0;
        return isTransaction(event) && count % 50 === 0 ? [] : honest(event, context);
      };
    }),
    { rate: 0.02 },
  ),
  fault(
    'fifth-event-lost',
    '6',
    ['transactions.every-change', 'domain.events-lead-to-snapshot'],
    'Of every connection the fifth transaction event and each fifth after it is lost.',
    changing('deliversTo', (honest) => {
      const counts = new Map<string, number>();
      return (event, subscriptions, context) => {
        if (!isTransaction(event) || !honest(event, subscriptions, context)) {
          return honest(event, subscriptions, context);
        }
        const count = (counts.get(context.id) ?? 0) + 1;
        counts.set(context.id, count);
        return count % 5 !== 0;
      };
    }),
  ),
  fault(
    'replay-on-subscribe',
    '6.4',
    ['delivery.no-replay', 'reconnect.no-transactions-in-snapshot'],
    'Subscribing to transactions brings the events of the past after the snapshot.',
    changing('replays', () => () => 16),
  ),
  fault(
    'replay-after-reconnect',
    '6.4',
    [
      'delivery.no-replay',
      'reconnect.no-transactions-in-snapshot',
      'delivery.no-resume',
      'delivery.overflow-no-replay',
    ],
    'A later connection is brought the last event that it may have missed.',
    changing(
      'replays',
      () =>
        ({ ordinal }) =>
          ordinal > 1 ? 1 : 0,
    ),
  ),
  fault(
    'reconnect-subscribed-at-once',
    '6.4',
    ['reconnect.new-connection-silent'],
    'A connection after the first is subscribed to transactions without asking.',
    changing('initial', (honest) => (previous, context) => ({
      ...honest(previous, context),
      transactions: context.stream === 'events' && context.ordinal > 1,
    })),
  ),
  fault(
    'overflow-loses-silently',
    '6.4',
    ['delivery.overflow-no-silent-gap'],
    'Beyond a small send buffer messages are dropped and the connection goes on.',
    together(
      changing('onOverflow', () => () => 'lose'),
      changing('overflows', () => (bufferedBytes) => bufferedBytes > 4096),
    ),
    { needs: 'stream.stall' },
  ),
  fault(
    'stalled-reader-holds-up-others',
    '6.4',
    ['delivery.slow-reader-isolated'],
    'While one reader is stalled no other connection gets events.',
    changing(
      'deliveryTimesMs',
      (honest) => (event, context) => (context.stalledElsewhere ? [60_000] : honest(event, context)),
    ),
    { needs: 'stream.stall' },
  ),
  fault(
    'results-lost-without-a-listener',
    '6.4',
    [
      'reconnect.status-resolves-missed',
      'domain.result-in-status',
      'reconnect.status-agrees-with-state',
      'operations.agrees-with-event',
    ],
    "Operation status calls an account's first operation failed although it succeeded.",
    changing(
      'shownStatus',
      (honest) => (status, ageMs, context) =>
        status.state === 'success' && context.ordinal === 1
          ? {
              ...honest(status, ageMs, context),
              state: 'failed',
              errorCode: 'EXECUTION_REJECTED',
              errorMessage: 'EXECUTION_REJECTED',
            }
          : honest(status, ageMs, context),
    ),
  ),
  fault(
    'account-state-missing',
    '6',
    ['account-state.periodic'],
    'After the first account state event no other follows.',
    timing((event, sequence) => event.kind === 'account_state_event' && sequence > 0, []),
  ),
  fault(
    'account-state-every-half-second',
    '6',
    ['account-state.interval'],
    'Account state events come twice a second.',
    changing('accountStateIntervalMs', () => () => 500),
  ),
  fault(
    'account-state-every-seven-seconds',
    '6',
    ['account-state.interval', 'account-state.periodic'],
    'Account state events come every seven seconds.',
    changing('accountStateIntervalMs', () => () => 7000),
  ),
  fault(
    'account-state-on-deposits',
    '6',
    ['account-state.no-operations', 'account-state.interval'],
    'Every balance transaction brings an account state event at once.',
    changing('accountStateOnBalance', () => () => true),
    { needs: 'account.deposit' },
  ),
  fault(
    'account-state-with-operation',
    '6',
    ['account-state.no-operations'],
    'Account state events name the operation that changed the account last.',
    amendingMessage('account_state_event', (message) => ({ ...message, operation_id: 'op-last' })),
  ),
  fault(
    'account-state-frozen',
    '6',
    ['account-state.shows-current', 'account-state.agrees-with-snapshot'],
    'Account state events repeat the figures of the first one.',
    changing('amendMessage', (honest) => {
      const first = new Map<string, ReturnType<typeof honest>>();
      return (message, event, connection) => {
        const amended = honest(message, event, connection);
        if (event.kind !== 'account_state_event') {
          return amended;
        }
        // Accounts are told apart by the opening balance only, which is enough to be wrong for each.
        const name = String(connection.ordinal);
        const frozen = first.get(name) ?? amended;
        first.set(name, frozen);
        return frozen;
      };
    }),
    { needs: 'account.deposit' },
  ),
  ...figures.map((figure) =>
    fault(
      `account-state-without-${figure.replace('_', '-')}`,
      '2.3',
      [`account-state.${figure.replace('_', '-')}-present`],
      `Account state events lack ${figure}.`,
      editingMessage('account_state_event', `payload/${figure}`, remove),
    ),
  ),
  fault(
    'account-state-with-the-first-equity',
    '6',
    ['account-state.shows-current'],
    'The equity of account state events is that of the first one of their connection.',
    changing('amendMessage', (honest) => {
      const first = new Map<string, JsonValue>();
      return (message, event, connection) => {
        const amended = honest(message, event, connection);
        if (event.kind !== 'account_state_event') return amended;
        return editAt(amended, ['payload', 'equity'], (equity) => {
          const kept = first.get(String(connection.ordinal)) ?? equity;
          first.set(String(connection.ordinal), kept);
          return kept;
        });
      };
    }),
    { needs: 'account.deposit' },
  ),
  fault(
    'account-state-balance-off-by-one',
    '6',
    ['account-state.agrees-with-snapshot'],
    'Account state events show a balance that is one unit more than that of snapshots.',
    editingMessage('account_state_event', 'payload/balance', (balance) => plusOne(String(balance))),
  ),
  fault(
    'account-state-without-open-positions',
    '6',
    ['account-state.shows-current'],
    'The used_margin of account state events leaves open positions out.',
    changing(
      'renderMoney',
      (honest) => (amount, digits, place) =>
        place.in === 'account_state_event' && place.member === 'used_margin'
          ? honest({ coefficient: 0n, scale: amount.scale }, digits, place)
          : honest(amount, digits, place),
    ),
  ),
  fault(
    'ticks-missing',
    '4.6',
    ['ticks.carries-ticks'],
    'The ticks stream carries nothing.',
    timing((event) => event.kind === 'tick', []),
  ),
  fault(
    'ticks-without-ask',
    '4.6',
    ['ticks.carries-ticks'],
    'Ticks have a bid and no ask.',
    editingMessage('tick', 'ask', remove),
  ),
  fault(
    'tick-prices-strings',
    '4.6',
    ['ticks.prices-numbers'],
    'Prices of ticks are decimal strings.',
    changing('renderTickPrice', (honest) => (price, digits, place) => String(honest(price, digits, place))),
  ),
  fault(
    'tick-ask-string',
    '4.6',
    ['ticks.prices-numbers'],
    'The ask of a tick is a decimal string, the bid a number.',
    changing(
      'renderTickPrice',
      (honest) => (price, digits, place) =>
        place.member === 'ask' ? String(honest(price, digits, place)) : honest(price, digits, place),
    ),
  ),
  fault(
    'ticks-stream-with-transactions',
    '4.6',
    ['ticks.no-trading-events'],
    'Transaction events travel on the ticks stream too.',
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        (context.stream === 'ticks' && context.ownAccount && isTransaction(event)) ||
        honest(event, subscriptions, context),
    ),
  ),
  fault(
    'ticks-path-unchecked',
    '4.6',
    ['ticks.path-signed'],
    'The signed path of a ticks handshake is not compared.',
    changing(
      'acceptsHandshakePath',
      (honest) => (signed, target, context) => context.operation === 'ticksStream' || honest(signed, target, context),
    ),
  ),
];

function plusOne(text: string): string {
  const [whole = '0', fraction] = text.split('.');
  return `${BigInt(whole) + 1n}${fraction === undefined ? '' : `.${fraction}`}`;
}

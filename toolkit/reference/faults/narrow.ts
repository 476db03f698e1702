// Faults that show in one corner only: what is not found, odd payloads, events and snapshots of one sort (interface 4, 5.2, 6, 9).
import type { JsonValue } from '../../payload/json.js';
import type { Order } from '../domain.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

export const narrowFaults: readonly Fault[] = [
  fault(
    'not-found-as-500',
    '4',
    ['domain.path-identifiers-literal'],
    'Whatever a path does not name is answered with 500.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) => (refusal.name.endsWith('_NOT_FOUND') ? 500 : honest(refusal, operation)),
    ),
  ),
  fault(
    'streams-not-under-v1',
    '9',
    ['versioning.paths-v1'],
    'Streams, histories, the snapshot and operation status find no account under a path that begins with /v1.',
    changing(
      'accountFor',
      (honest) => (id, known, context) =>
        context.target.startsWith('/v1/') && /Stream|History|snapshot|Status/.test(context.operation)
          ? undefined
          : honest(id, known, context),
    ),
  ),
  fault(
    'payload-unknown-member-as-500',
    '4.1',
    ['orders.sync-code-500'],
    'A signed payload with a member that the service does not know, or with one that stands twice, makes it fail.',
    changing('readPayload', (honest) => (bytes, context) => {
      const members =
        Buffer.from(bytes)
          .toString()
          .match(/"[a-z_]+"\s*:/g) ?? [];
      if (context.isMutating && members.length > 7) {
        throw new RangeError(`expected 7 members, got ${members.length}`);
      }
      return honest(bytes, context);
    }),
  ),
  fault(
    'trading-rules-refuse-at-once',
    '4.1',
    ['orders.sync-causes-limited', 'orders.rule-codes-after-ack'],
    'An order that a trading rule forbids is refused before the ACK.',
    changing(
      'isSharedCode',
      (honest) => (code) => code.startsWith('TRADING_RULE_') || code.includes('INSTRUMENT') || honest(code),
    ),
  ),
  fault(
    'key-of-blanks-accepted',
    '8',
    ['idempotency.key-blank-refused', 'positions.idempotency-key-grammar'],
    'A key of blanks alone is taken, for an order and for an opening.',
    together(
      changing(
        'idempotencyKeyAgrees',
        (honest) => (header, signed, context) =>
          (context.isMutating && header === '' && typeof signed === 'string' && signed.trim() === '') ||
          honest(header, signed, context),
      ),
      changing(
        'acceptsMutatingKey',
        (honest) => (key, context) =>
          (key.trim() === '' && !context.lacks.includes('idempotencyKey')) || honest(key, context),
      ),
    ),
  ),
  fault(
    'account-state-displaces-transactions',
    '4.5',
    ['subscriptions.any-order'],
    'A connection that is subscribed to account_state gets no transaction events any more.',
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        !(event.kind === 'transaction_event' && subscriptions.accountState) && honest(event, subscriptions, context),
    ),
  ),
  fault(
    'market-deal-of-double-volume',
    '6.1',
    ['transactions.deal-volumes-conserved'],
    'The deal of a market execution shows twice the volume that was asked for.',
    changing('dealsOf', (honest) => (transaction, surroundings) => {
      const deals = honest(transaction, surroundings);
      return transaction.kind === 'market'
        ? deals.map((deal) => ({
            ...deal,
            volume: deal.volume && { ...deal.volume, coefficient: 2n * deal.volume.coefficient },
          }))
        : deals;
    }),
  ),
  fault(
    'event-missing-for-cancellations',
    '6.1',
    ['transactions.every-change'],
    'The cancellation of an order is not announced.',
    changing(
      'announcements',
      (honest) => (event, surroundings) =>
        event.payload.orders.some(({ state }) => state === 'cancelled') ? [] : honest(event, surroundings),
    ),
  ),
  fault(
    'event-missing-for-closes',
    '6.1',
    ['transactions.every-change'],
    'The close of a position is not announced.',
    changing(
      'announcements',
      (honest) => (event, surroundings) =>
        event.payload.positions.some(({ state }) => state === 'closed') ? [] : honest(event, surroundings),
    ),
  ),
  fault(
    'event-missing-for-executions',
    '6.1',
    ['transactions.every-change'],
    'The execution of a pending order is not announced.',
    changing(
      'announcements',
      (honest) => (event, surroundings) =>
        event.payload.orders.some(({ state, type }) => state === 'filled' && type !== 'market')
          ? []
          : honest(event, surroundings),
    ),
  ),
  fault(
    'snapshot-with-orders-of-other-accounts',
    '6',
    ['subscriptions.own-account-only'],
    'Snapshots hold the orders that other accounts placed last.',
    (rules) => {
      const placed = new Map<string, readonly Order[]>();
      return {
        ...rules,
        ordersOf: (transaction, surroundings) => {
          const changed = rules.ordersOf(transaction, surroundings);
          placed.set(
            surroundings.accountId,
            changed.filter(({ state }) => state === 'pending'),
          );
          return changed;
        },
        snapshotOf: (state, context) => {
          const shown = rules.snapshotOf(state, context);
          const others = [...placed].filter(([accountId]) => accountId !== context.accountId);
          return { ...shown, orders: [...shown.orders, ...others.flatMap(([, orders]) => orders)] };
        },
      };
    },
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
        (event.kind === 'transaction_event' && context.ownAccount && subscriptions.accountState),
    ),
  ),
  fault(
    'status-words-of-refusals',
    '2.2',
    ['transactions.status-values'],
    'Results that are not successes have status declined.',
    changing('amendMessage', (honest) => (message, event, connection) => {
      const whole = honest(message, event, connection);
      if (event.kind !== 'transaction_event' || event.status === 'success') return whole;
      // JSON as before, with another word in place of the status.
      return JSON.parse(JSON.stringify(whole).replaceAll(`"${event.status}"`, '"declined"')) as JsonValue;
    }),
  ),
];

// Faults of commands, snapshots and delivery on the streams (interface 4.5, 4.6, 6, 6.4).
import type { DomainEvent, EventKind } from '../domain.js';
import type { Subscriptions } from '../rules/context.js';
import type { DeliveryContext } from '../rules/delivery.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

type Where = (event: DomainEvent, context: DeliveryContext, subscriptions: Subscriptions) => boolean;

/** Delivers, or keeps back, what `where` picks. */
function delivering(where: Where, instead: boolean): Fault['change'] {
  return changing(
    'deliversTo',
    (honest) => (event, subscriptions, context) =>
      where(event, context, subscriptions) ? instead : honest(event, subscriptions, context),
  );
}

function kindRefused(kind: EventKind, requirement: string): Fault {
  return fault(
    `kind-${kind.replaceAll('_', '-')}-refused`,
    '4.5',
    [requirement],
    `The kind ${kind} cannot be subscribed.`,
    changing('knowsKind', (honest) => (event) => event !== kind && honest(event)),
  );
}

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';

export const subscriptionFaults: readonly Fault[] = [
  kindRefused('transactions', 'subscriptions.transactions-kind'),
  kindRefused('account_state', 'subscriptions.account-state-kind'),
  kindRefused('instruments', 'subscriptions.instruments-kind'),
  kindRefused('hmr', 'subscriptions.hmr-kind'),
  fault(
    'ticks-on-events-stream',
    '4.5',
    ['subscriptions.ticks-refused'],
    'Ticks can be subscribed on the events stream.',
    changing('knowsKind', (honest) => (event) => event === 'ticks' || honest(event)),
  ),
  fault(
    'unknown-kind-subscribes-ticks',
    '4.5',
    ['subscriptions.unknown-kind-refused', 'subscriptions.ticks-refused'],
    'A command for any unknown kind subscribes to something.',
    changing('knowsKind', () => () => true),
  ),
  fault(
    'unknown-kind-ends-subscriptions',
    '4.5',
    ['subscriptions.malformed-command-harmless', 'subscriptions.unknown-kind-refused'],
    'A command for an unknown kind ends the other subscriptions of its connection.',
    changing(
      'afterRefusal',
      (honest) => (subscriptions, event) =>
        event === 'transactions' || event === 'instruments' || event === 'hmr'
          ? honest(subscriptions, event)
          : { ...subscriptions, transactions: false },
    ),
  ),
  fault(
    'all-instruments-refused',
    '4.5',
    ['subscriptions.all-instruments'],
    'The wildcard is taken for the name of an instrument.',
    changing('isWildcard', (honest) => (list, kind, action) => action !== 'subscribe' && honest(list, kind, action)),
  ),
  fault(
    'all-instruments-covers-nothing',
    '4.5',
    ['subscriptions.all-instruments', 'instruments.created'],
    'The wildcard is accepted and subscribes to no instrument.',
    delivering((event, _context, { allInstruments }) => event.kind === 'instrument_event' && allInstruments, false),
    { needs: 'instrument.update' },
  ),
  fault(
    'all-instruments-covers-one',
    '4.5',
    ['subscriptions.all-instruments'],
    'The wildcard covers instruments whose name begins with E only.',
    delivering(
      (event, _context, { allInstruments }) =>
        event.kind === 'instrument_event' && allInstruments && !/^[AE]/.test(event.conditions.instrument),
      false,
    ),
    { needs: 'instrument.update' },
  ),
  fault(
    'all-instruments-not-unsubscribed',
    '4.5',
    ['subscriptions.all-instruments-unsubscribe', 'instruments.unsubscribe-all'],
    'Unsubscribing with the wildcard changes nothing.',
    changing('isWildcard', (honest) => (list, kind, action) => action !== 'unsubscribe' && honest(list, kind, action)),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-wildcard-accepted',
    '4.5',
    ['subscriptions.hmr-no-wildcard'],
    'The wildcard works for hmr as well.',
    changing(
      'maySubscribe',
      (honest) => (instrument, available, exists, kind) =>
        (kind === 'hmr' && instrument === 'all') || honest(instrument, available, exists, kind),
    ),
  ),
  fault(
    'hmr-list-optional',
    '4.5',
    ['subscriptions.hmr-list-mandatory'],
    'A subscription to hmr without a list is one to all instruments.',
    together(
      changing(
        'instrumentList',
        (honest) => (list, kind) => (kind === 'hmr' && list === undefined ? [] : honest(list, kind)),
      ),
      changing('acceptsEmptyList', (honest) => (kind) => kind === 'hmr' || honest(kind)),
    ),
  ),
  fault(
    'hmr-empty-list-accepted',
    '6.2',
    ['hmr.empty-list-refused'],
    'A subscription to hmr with an empty list is accepted.',
    changing('acceptsEmptyList', (honest) => (kind) => kind === 'hmr' || honest(kind)),
  ),
  ...(['instruments', 'hmr'] as const).flatMap((kind) => [
    fault(
      `${kind}-unknown-accepted`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unknown-refused`],
      `A subscription to ${kind} may name instruments that do not exist.`,
      changing(
        'maySubscribe',
        (honest) => (instrument, available, exists, which) =>
          (which === kind && !exists && instrument !== 'all') || honest(instrument, available, exists, which),
      ),
    ),
    fault(
      `${kind}-unavailable-accepted`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unavailable-refuses-whole`],
      `A subscription to ${kind} may name any instrument of the platform, available to the account or not.`,
      changing(
        'maySubscribe',
        (honest) => (instrument, available, exists, which) =>
          (which === kind && exists) || honest(instrument, available, exists, which),
      ),
    ),
    fault(
      `${kind}-refusal-subscribes-the-rest`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unavailable-refuses-whole`, `${kind}.unknown-refused`],
      `Of a refused subscription to ${kind} the available instruments are subscribed.`,
      changing('acceptedPart', (honest) => (wanted, refused, which) => {
        const rest = wanted.filter((name) => !refused.includes(name));
        return which === kind && rest.length > 0 ? rest : honest(wanted, refused, which);
      }),
    ),
    fault(
      `${kind}-refusal-ends-subscriptions`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.refusal-keeps-existing`],
      `A refused subscription to ${kind} ends the one that there was.`,
      changing(
        'afterRefusal',
        (honest) => (subscriptions, event) =>
          event === kind ? { ...subscriptions, [kind]: new Set<string>() } : honest(subscriptions, event),
      ),
    ),
    fault(
      `${kind}-refusal-closes-connection`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.refusal-keeps-existing`],
      `A refused subscription to ${kind} costs the connection.`,
      changing('refusalCloses', (honest) => (event) => event === kind || honest(event)),
    ),
    fault(
      `${kind}-unsubscribe-ignored`,
      kind === 'hmr' ? '6.2' : '6.3',
      [kind === 'hmr' ? 'hmr.unsubscribe' : 'instruments.unsubscribe-listed', 'subscriptions.unsubscribed-silent'],
      `Unsubscribing from ${kind} is accepted and has no effect.`,
      changing('endsDelivery', (honest) => (event, context) => event !== kind && honest(event, context)),
    ),
    fault(
      `${kind}-unsubscribe-ends-all`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unsubscribe-partial`],
      `Unsubscribing one instrument from ${kind} ends the subscription to all of them.`,
      changing(
        'afterUnsubscribe',
        (honest) => (existing, unwanted, which) => (which === kind ? new Set() : honest(existing, unwanted, which)),
      ),
    ),
    fault(
      `${kind}-unsubscribe-first-only`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unsubscribe-partial`],
      `Unsubscribing from ${kind} removes the instrument that was subscribed first, whichever is named.`,
      changing(
        'afterUnsubscribe',
        (honest) => (existing, unwanted, which) =>
          which === kind && existing.size > 1
            ? new Set([...existing].slice(unwanted.length))
            : honest(existing, unwanted, which),
      ),
    ),
  ]),
  fault(
    'transactions-unsubscribe-ignored',
    '6',
    ['subscriptions.unsubscribed-silent'],
    'Unsubscribing from transactions is accepted and has no effect.',
    changing('endsDelivery', (honest) => (event, context) => event !== 'transactions' && honest(event, context)),
  ),
  fault(
    'account-state-unsubscribe-ignored',
    '6',
    ['subscriptions.unsubscribed-silent', 'subscriptions.any-order'],
    'Unsubscribing from account_state is accepted and has no effect.',
    changing('endsDelivery', (honest) => (event, context) => event !== 'account_state' && honest(event, context)),
  ),
  fault(
    'snapshot-missing',
    '6',
    ['subscriptions.transactions-snapshot'],
    'Subscribing to transactions brings no snapshot.',
    changing('snapshotsOnSubscribe', () => () => 0),
  ),
  fault(
    'snapshot-missing-on-second-connection',
    '6',
    ['subscriptions.transactions-snapshot', 'reconnect.snapshot-is-baseline', 'reconnect.subscribes-again'],
    'Only the first connection of an account gets a snapshot.',
    changing('snapshotsOnSubscribe', (honest) => (context) => (context.ordinal === 1 ? honest(context) : 0)),
  ),
  fault(
    'snapshot-late',
    '6',
    ['subscriptions.snapshot-before-events'],
    'The snapshot comes a while after the subscription, and events of that time before it.',
    changing('snapshotDelayMs', () => () => 150),
  ),
  fault(
    'snapshot-without-orders',
    '6',
    ['subscriptions.transactions-snapshot-orders', 'domain.open-orders-in-snapshot'],
    'Snapshots hold no open orders.',
    changing('snapshotOf', (honest) => (state, context) => ({ ...honest(state, context), orders: [] })),
  ),
  fault(
    'snapshot-without-the-newest-order',
    '6',
    [
      'subscriptions.transactions-snapshot-orders',
      'domain.open-orders-in-snapshot',
      'subscriptions.snapshot-complete-under-load',
    ],
    'Snapshots lack the order that was placed last.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      return { ...shown, orders: shown.orders.slice(0, -1) };
    }),
  ),
  fault(
    'snapshot-of-four-orders',
    '6',
    ['domain.events-lead-to-snapshot', 'subscriptions.snapshot-complete-under-load'],
    'Snapshots hold the first four open orders only.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      return { ...shown, orders: shown.orders.slice(0, 4) };
    }),
  ),
  fault(
    'snapshot-without-positions',
    '6',
    ['subscriptions.transactions-snapshot-positions', 'domain.open-positions-in-snapshot'],
    'Snapshots hold no open positions.',
    changing('snapshotOf', (honest) => (state, context) => ({ ...honest(state, context), positions: [] })),
  ),
  fault(
    'snapshot-stale',
    '6.4',
    ['reconnect.snapshot-is-baseline', 'domain.events-lead-to-snapshot', 'subscriptions.transactions-snapshot-orders'],
    'Snapshots show the account as it was at the snapshot before.',
    changing('snapshotOf', (honest) => (state, context) => honest(context.previous ?? state, context)),
  ),
  fault(
    'snapshot-stale-after-reconnect',
    '6.4',
    ['reconnect.snapshot-is-baseline'],
    'The snapshot of a second connection shows the account as the first one saw it.',
    changing(
      'snapshotOf',
      (honest) => (state, context) => honest(context.connection > 1 ? (context.previous ?? state) : state, context),
    ),
  ),
  fault(
    'snapshot-keeps-closed-positions',
    '1',
    ['domain.closed-not-in-snapshot', 'positions.closed-not-open'],
    'Positions stay in snapshots after they were closed.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      const ids = new Set(shown.positions.map(({ id }) => id));
      const gone = (context.previous?.positions ?? []).filter(({ id }) => !ids.has(id));
      return { ...shown, positions: [...shown.positions, ...gone] };
    }),
  ),
  fault(
    'snapshot-resource-without-positions',
    '1',
    ['domain.snapshot-resource'],
    'The snapshot resource holds no positions, unlike the message.',
    changing(
      'snapshotOf',
      (honest) => (state, context) =>
        context.surface === 'resource' ? { ...honest(state, context), positions: [] } : honest(state, context),
    ),
  ),
  fault(
    'unsubscribed-transactions-delivered',
    '6',
    ['subscriptions.active-only', 'reconnect.new-connection-silent', 'subscriptions.per-connection'],
    'Transaction events reach every connection of the account, subscribed or not.',
    delivering((event, { ownAccount, stream }) => isTransaction(event) && ownAccount && stream === 'events', true),
  ),
  fault(
    'account-state-subscribes-transactions',
    '6',
    ['subscriptions.active-only', 'subscriptions.per-connection'],
    'A subscription to any kind brings transaction events too.',
    delivering(
      (event, { ownAccount, stream }, { accountState, allInstruments, instruments, hmr }) =>
        isTransaction(event) &&
        ownAccount &&
        stream === 'events' &&
        (accountState || allInstruments || instruments.size > 0 || hmr.size > 0),
      true,
    ),
  ),
  fault(
    'subscriptions-shared-by-connections',
    '6',
    ['subscriptions.per-connection', 'reconnect.new-connection-silent'],
    'A new connection begins with the subscriptions of the last one that ended.',
    changing('initial', (honest) => (previous, context) => previous ?? honest(previous, context)),
  ),
  fault(
    'second-connection-unserved',
    '6',
    ['subscriptions.all-connections-served'],
    'Of several connections of an account the later ones get no transaction events.',
    delivering((event, { ordinal, others }) => isTransaction(event) && others > 0 && ordinal % 2 === 0, false),
  ),
  fault(
    'third-connection-unserved',
    '6',
    ['subscriptions.all-connections-served'],
    'Every third connection of an account gets no transaction events.',
    delivering((event, { ordinal }) => isTransaction(event) && ordinal % 3 === 0, false),
  ),
  fault(
    'events-of-other-accounts',
    '6',
    ['subscriptions.own-account-only'],
    'Transaction events reach the subscribed connections of all accounts.',
    together(
      changing('offersToAllAccounts', () => (event) => isTransaction(event)),
      changing(
        'deliversTo',
        (honest) => (event, subscriptions, context) =>
          honest(event, subscriptions, isTransaction(event) ? { ...context, ownAccount: true } : context),
      ),
    ),
  ),
  fault(
    'deposits-of-other-accounts',
    '6',
    ['subscriptions.own-account-only'],
    'Balance transactions reach the subscribed connections of all accounts.',
    together(
      changing('offersToAllAccounts', () => isBalance),
      changing(
        'deliversTo',
        (honest) => (event, subscriptions, context) =>
          honest(event, subscriptions, isBalance(event) ? { ...context, ownAccount: true } : context),
      ),
    ),
    { needs: 'account.deposit' },
  ),
];

function isBalance(event: DomainEvent): boolean {
  return event.kind === 'transaction_event' && event.payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
}

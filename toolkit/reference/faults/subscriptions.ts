// Faults of the commands of the events stream (interface 4.5, rules 3 and 4; 6; 6.2, rules 4 and 5; 6.3, rules 3 and 4).
import type { EventKind } from '../../profile/dialect.js';
import type { Rules } from '../rules/rules.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const SILENT_UNSUBSCRIBE = (kind: EventKind): Fault['change'] =>
  changing('endsDelivery', (honest) => (event, context) => event !== kind && honest(event, context));

/** A refused request drops what the connection had of one kind. */
const DROPS = (kind: 'transactions' | 'instruments' | 'hmr', on: 'instruments' | 'hmr'): Fault['change'] =>
  changing('afterRefusal', (honest) => (subscriptions, event) => {
    const kept = honest(subscriptions, event);
    if (event !== on) return kept;
    if (kind === 'transactions') return { ...kept, transactions: false };
    return kind === 'hmr' ? { ...kept, hmr: new Set() } : { ...kept, instruments: new Set(), allInstruments: false };
  });

/** Only some instruments of a list are taken; the others are forgotten. */
const TAKES = (pick: (list: readonly string[]) => readonly string[], kind: 'instruments' | 'hmr'): Fault['change'] =>
  changing(
    'afterSubscribe',
    (honest) => (existing, wanted, form, of) => honest(existing, of === kind ? pick(wanted) : wanted, form, of),
  );

const PARTIAL = (kind: 'instruments' | 'hmr'): Fault['change'] =>
  changing(
    'acceptedPart',
    (honest) => (wanted, refused, of) =>
      of === kind ? wanted.filter((name) => !refused.includes(name)) : honest(wanted, refused, of),
  );

const ADMITS = (may: (existsOnPlatform: boolean) => boolean, kind: 'instruments' | 'hmr'): Fault['change'] =>
  changing(
    'maySubscribe',
    (honest) => (instrument, available, exists, of) =>
      (of === kind && may(exists)) || honest(instrument, available, exists, of),
  );

const CARRIES_OVER: Rules['initial'] = (previous, { stream }) => ({
  transactions: stream === 'events' && previous?.transactions === true,
  accountState: stream === 'events' && previous?.accountState === true,
  allInstruments: previous?.allInstruments ?? false,
  instruments: previous?.instruments ?? new Set(),
  hmr: previous?.hmr ?? new Set(),
  ticks: false,
});

export const subscriptionFaults: readonly Fault[] = [
  fault(
    'ticks-subscribable-on-events',
    '4.5',
    ['subscriptions.ticks-refused'],
    'The events stream accepts a subscription to ticks.',
    changing('knowsKind', (honest) => (event) => event === 'ticks' || honest(event)),
  ),
  fault(
    'unknown-kind-accepted',
    '4.5',
    ['subscriptions.unknown-kind-refused'],
    'A subscription to a kind that does not exist is accepted.',
    changing('knowsKind', () => (event) => typeof event === 'string'),
  ),
  fault(
    'account-state-kind-refused',
    '4.5',
    ['subscriptions.account-state-kind', 'account-state.periodic'],
    'The kind account_state is not known.',
    changing('knowsKind', (honest) => (event) => event !== 'account_state' && honest(event)),
  ),
  fault(
    'instruments-kind-refused',
    '4.5',
    ['subscriptions.instruments-kind', 'subscriptions.all-instruments'],
    'The kind instruments is not known.',
    changing('knowsKind', (honest) => (event) => event !== 'instruments' && honest(event)),
  ),
  fault(
    'hmr-kind-refused',
    '4.5',
    ['subscriptions.hmr-kind', 'subscriptions.hmr-snapshot', 'subscriptions.hmr-list'],
    'The kind hmr is not known.',
    changing('knowsKind', (honest) => (event) => event !== 'hmr' && honest(event)),
  ),
  fault(
    'all-instruments-not-understood',
    '4.5',
    ['subscriptions.all-instruments'],
    'The list ["all"] is taken for an instrument of that name.',
    changing('isWildcard', () => () => false),
  ),
  fault(
    'all-instruments-not-unsubscribed',
    '4.5',
    ['subscriptions.all-instruments-unsubscribe', 'instruments.unsubscribe-all'],
    'The list ["all"] subscribes and does not unsubscribe.',
    changing('isWildcard', (honest) => (list, kind, action) => action === 'subscribe' && honest(list, kind, action)),
    { needs: 'instrument.update' },
  ),
  fault(
    'all-means-the-first-instrument',
    '4.5',
    ['subscriptions.all-instruments'],
    'Under ["all"] only instruments whose names come first are announced.',
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        honest(event, subscriptions, context) &&
        !(
          event.kind === 'instrument_event' &&
          subscriptions.allInstruments &&
          event.conditions.instrument.charCodeAt(event.conditions.instrument.length - 1) % 2 === 0
        ),
    ),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-all-accepted',
    '4.5',
    ['subscriptions.hmr-no-wildcard'],
    'A subscription to hmr for ["all"] is accepted.',
    changing(
      'maySubscribe',
      (honest) => (instrument, available, exists, kind) =>
        (kind === 'hmr' && instrument === 'all') || honest(instrument, available, exists, kind),
    ),
  ),
  fault(
    'hmr-empty-list-accepted',
    '6.2',
    ['hmr.empty-list-refused'],
    'A subscription to hmr with an empty list is accepted.',
    changing('acceptsEmptyList', () => (kind) => kind === 'hmr'),
  ),
  fault(
    'hmr-missing-list-accepted',
    '4.5',
    ['subscriptions.hmr-list-mandatory'],
    'A subscription to hmr without a list is taken for one to every instrument.',
    changing(
      'instrumentList',
      (honest) => (list, kind) => (kind === 'hmr' && list === undefined ? ['EURUSD'] : honest(list, kind)),
    ),
  ),
  fault(
    'instruments-unknown-accepted',
    '6.3',
    ['instruments.unknown-refused'],
    'A subscription to instruments takes names that exist nowhere.',
    ADMITS((exists) => !exists, 'instruments'),
  ),
  fault(
    'instruments-unavailable-accepted',
    '6.3',
    ['instruments.unavailable-refuses-whole'],
    'A subscription to instruments takes any instrument of the platform, not only those of the account.',
    ADMITS((exists) => exists, 'instruments'),
  ),
  fault(
    'hmr-unknown-accepted',
    '6.2',
    ['hmr.unknown-refused'],
    'A subscription to hmr takes names that exist nowhere.',
    ADMITS((exists) => !exists, 'hmr'),
  ),
  fault(
    'hmr-unavailable-accepted',
    '6.2',
    ['hmr.unavailable-refuses-whole'],
    'A subscription to hmr takes any instrument of the platform, not only those of the account.',
    ADMITS((exists) => exists, 'hmr'),
  ),
  fault(
    'instruments-partial-success',
    '6.3',
    ['instruments.unknown-refused', 'instruments.unavailable-refuses-whole'],
    'A subscription to instruments with one bad name succeeds for the good ones.',
    PARTIAL('instruments'),
  ),
  fault(
    'hmr-partial-success',
    '6.2',
    ['hmr.unknown-refused', 'hmr.unavailable-refuses-whole'],
    'A subscription to hmr with one bad name succeeds for the good ones.',
    PARTIAL('hmr'),
  ),
  fault(
    'instruments-refusal-drops-instruments',
    '6.3',
    ['instruments.refusal-keeps-existing'],
    'A refused subscription to instruments ends the earlier ones of the kind.',
    DROPS('instruments', 'instruments'),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-refusal-drops-transactions',
    '6.2',
    ['hmr.refusal-keeps-existing'],
    'A refused subscription to hmr ends the transactions subscription.',
    DROPS('transactions', 'hmr'),
  ),
  fault(
    'instruments-refusal-closes',
    '6.3',
    ['instruments.refusal-keeps-existing'],
    'A refused subscription to instruments costs the connection.',
    changing('refusalCloses', (honest) => (event) => event === 'instruments' || honest(event)),
  ),
  fault(
    'hmr-refusal-closes',
    '6.2',
    ['hmr.refusal-keeps-existing'],
    'A refused subscription to hmr costs the connection.',
    changing('refusalCloses', (honest) => (event) => event === 'hmr' || honest(event)),
  ),
  fault(
    'instruments-first-of-list-only',
    '4.5',
    ['instruments.unsubscribe-partial', 'subscriptions.instruments-list'],
    'Of a list of instruments only the first is subscribed.',
    TAKES((list) => list.slice(0, 1), 'instruments'),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-first-of-list-only',
    '4.5',
    ['hmr.unsubscribe-partial', 'subscriptions.hmr-list'],
    'Of a list for hmr only the first instrument is subscribed.',
    TAKES((list) => list.slice(0, 1), 'hmr'),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'instruments-unsubscribe-drops-all',
    '6.3',
    ['instruments.unsubscribe-partial'],
    'Unsubscribing one instrument ends the subscription to all of them.',
    changing(
      'afterUnsubscribe',
      (honest) => (existing, unwanted, kind) => (kind === 'instruments' ? new Set() : honest(existing, unwanted, kind)),
    ),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-unsubscribe-drops-all',
    '6.2',
    ['hmr.unsubscribe-partial'],
    'Unsubscribing one instrument from hmr ends the subscription to all of them.',
    changing(
      'afterUnsubscribe',
      (honest) => (existing, unwanted, kind) => (kind === 'hmr' ? new Set() : honest(existing, unwanted, kind)),
    ),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'instruments-unsubscribe-ignored',
    '6.3',
    [
      'instruments.unsubscribe-listed',
      'instruments.unsubscribe-partial',
      'instruments.unsubscribe-all',
      'subscriptions.unsubscribed-silent',
      'subscriptions.all-instruments-unsubscribe',
    ],
    'Unsubscribing instruments is acknowledged and does nothing.',
    changing(
      'afterUnsubscribe',
      (honest) => (existing, unwanted, kind) => (kind === 'instruments' ? existing : honest(existing, unwanted, kind)),
    ),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-unsubscribe-ignored',
    '6.2',
    ['hmr.unsubscribe', 'subscriptions.unsubscribed-silent'],
    'Unsubscribing hmr is acknowledged and does nothing.',
    changing(
      'afterUnsubscribe',
      (honest) => (existing, unwanted, kind) => (kind === 'hmr' ? existing : honest(existing, unwanted, kind)),
    ),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'transactions-unsubscribe-ignored',
    '6',
    ['subscriptions.unsubscribed-silent'],
    'Unsubscribing transactions is acknowledged and does nothing.',
    SILENT_UNSUBSCRIBE('transactions'),
  ),
  fault(
    'subscriptions-survive-reconnect',
    '6.4',
    ['reconnect.new-connection-silent', 'subscriptions.per-connection'],
    "A new connection starts with the subscriptions of the account's last one.",
    changing(
      'initial',
      (honest) => (previous, context) =>
        previous === undefined ? honest(previous, context) : CARRIES_OVER(previous, context),
    ),
  ),
  fault(
    'new-connection-subscribed-to-transactions',
    '6',
    ['reconnect.new-connection-silent', 'subscriptions.active-only'],
    'Every connection receives transaction events without asking.',
    together(
      changing('initial', (honest) => (previous, context) => ({
        ...honest(previous, context),
        transactions: context.stream === 'events',
      })),
    ),
  ),
  fault(
    'second-connection-subscribed-to-account-state',
    '6',
    ['subscriptions.active-only', 'subscriptions.per-connection'],
    'Connections after the first of an account receive account_state_event without asking.',
    changing('initial', (honest) => (previous, context) => ({
      ...honest(previous, context),
      accountState: context.stream === 'events' && context.ordinal > 1,
    })),
  ),
];

// Faults of who gets what (interface 6): connections, accounts, kinds that are not subscribed.
import type { DomainEvent } from '../domain.js';
import type { Subscriptions } from '../rules/context.js';
import type { DeliveryContext } from '../rules/telling/delivery.js';
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

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';
const isInstrumentEvent = (event: DomainEvent): boolean => event.kind === 'instrument_event';
const isHmrUpdate = (event: DomainEvent): boolean => event.kind === 'hmr_update';

/** Events of one sort reach the subscribed connections of all accounts. */
function reachingAllAccounts(isMeant: (event: DomainEvent) => boolean): Fault['change'] {
  return together(
    changing('offersToAllAccounts', () => isMeant),
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        honest(event, subscriptions, isMeant(event) ? { ...context, ownAccount: true } : context),
    ),
  );
}

export const activeSubscriptionFaults: readonly Fault[] = [
  fault(
    'all-instruments-covers-nothing',
    '4.5',
    ['subscriptions.all-instruments', 'instruments.created'],
    'The wildcard is accepted and subscribes to no instrument.',
    delivering((event, _context, { allInstruments }) => event.kind === 'instrument_event' && allInstruments, false),
    { needs: 'instrument.update' },
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
    'instrument-events-on-first-connection-only',
    '6',
    ['instruments.event-per-instrument', 'subscriptions.all-connections-served'],
    'Of several connections of an account the later ones get no instrument events.',
    delivering(
      (event, { ordinal, others }) => event.kind === 'instrument_event' && others > 0 && ordinal % 2 === 0,
      false,
    ),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-updates-on-first-connection-only',
    '6',
    ['hmr.incremental-updates', 'subscriptions.all-connections-served'],
    'Of several connections of an account the later ones get no hmr updates.',
    delivering((event, { ordinal, others }) => event.kind === 'hmr_update' && others > 0 && ordinal % 2 === 0, false),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'new-and-deleted-instruments-sent-to-all',
    '6.3',
    ['instruments.subscribed-only'],
    'Every subscription to instruments brings the events of those that are created or deleted.',
    delivering(
      (event, { ownAccount }, { instruments }) =>
        event.kind === 'instrument_event' && event.action !== 'upd' && ownAccount && instruments.size > 0,
      true,
    ),
    { needs: 'instrument.add' },
  ),
  fault(
    'instrument-events-of-other-accounts',
    '6',
    ['subscriptions.own-account-only', 'instruments.conditions-current'],
    'Instrument events reach the subscribed connections of all accounts.',
    reachingAllAccounts(isInstrumentEvent),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-updates-of-other-accounts',
    '6',
    ['subscriptions.own-account-only'],
    'Updates of hmr reach the subscribed connections of all accounts.',
    reachingAllAccounts(isHmrUpdate),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'account-state-on-first-connection-only',
    '6',
    ['account-state.periodic', 'subscriptions.all-connections-served'],
    'Of several connections of an account the later ones get no account state events.',
    delivering(
      (event, { ordinal, others }) => event.kind === 'account_state_event' && others > 0 && ordinal % 2 === 0,
      false,
    ),
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
  fault(
    'commands-exhaust-delivery',
    '6',
    ['subscriptions.all-connections-served'],
    'After fifteen commands on one connection no connection gets transaction events any more.',
    (rules) => {
      let commands = 0;
      return {
        ...rules,
        knowsKind: (event) => {
          commands += 1;
          return rules.knowsKind(event);
        },
        deliversTo: (event, subscriptions, context) =>
          !(commands > 15 && isTransaction(event)) && rules.deliversTo(event, subscriptions, context),
      };
    },
  ),
  fault(
    'texts-exhaust-delivery',
    '6',
    ['subscriptions.all-connections-served'],
    'The tenth frame that is no command ends every stream of its account.',
    changing('onMalformedCommand', (honest) => {
      let frames = 0;
      return () => {
        frames += 1;
        return frames % 10 === 0 ? 'ends-all' : honest();
      };
    }),
  ),
  fault(
    'pings-end-streams',
    '6',
    ['subscriptions.all-connections-served'],
    'The tenth ping on a connection ends every stream of its account.',
    changing('endsOnPings', () => (count) => count === 10),
  ),
];

function isBalance(event: DomainEvent): boolean {
  return event.kind === 'transaction_event' && event.payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
}

// Faults of who gets what (interface 6): connections, accounts, kinds that are not subscribed.
import type { DomainEvent } from '../../domain.js';
import type { DeliveryContext } from '../../rules/telling/delivery.js';
import { alsoWhere, amended, exceptWhere, instead } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { atEvery, sharing } from '../algebra/memory.js';
import { givenUpFaults } from './given-up.js';

const activeOnly = violating('6', ['subscriptions.active-only', 'subscriptions.per-connection']);
const perConnection = violating('6', ['subscriptions.per-connection', 'reconnect.new-connection-silent']);
const allConnectionsServed = violating('6', ['subscriptions.all-connections-served']);
const incrementalUpdates = violating('6', ['hmr.incremental-updates', 'subscriptions.all-connections-served']);
const conditionsCurrent = violating('6', ['subscriptions.own-account-only', 'instruments.conditions-current']);
const ownAccountOnly = violating('6', ['subscriptions.own-account-only']);
const periodic = violating('6', ['account-state.periodic', 'subscriptions.all-connections-served']);
const noOperations = violating('6', ['account-state.no-operations', 'subscriptions.active-only']);

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';
const isInstrumentEvent = (event: DomainEvent): boolean => event.kind === 'instrument_event';
const isHmrUpdate = (event: DomainEvent): boolean => event.kind === 'hmr_update';
const isBalance = (event: DomainEvent): boolean =>
  event.kind === 'transaction_event' && event.payload.deals.some(({ balanceKind }) => balanceKind !== undefined);

/** Of several connections that are open at once the later ones. */
const isLater = ({ ordinal, others }: DeliveryContext): boolean => others > 0 && ordinal % 2 === 0;

/** Events of one sort reach the subscribed connections of all accounts. */
function reachingAllAccounts(isMeant: (event: DomainEvent) => boolean): Edits {
  return {
    offersToAllAccounts: () => isMeant,
    deliversTo: (honest) => (event, subscriptions, context) =>
      honest(event, subscriptions, isMeant(event) ? { ...context, ownAccount: true } : context),
  };
}

const OLD_MS = 5000;
const BURST = { events: 8, ms: 50 };

export const activeSubscriptionFaults: readonly Fault[] = [
  violating('4.5', ['subscriptions.all-instruments', 'instruments.created'])('all-instruments-covers-nothing', {
    summary: 'The wildcard is accepted and subscribes to no instrument.',
    needs: 'instrument.update',
    deliversTo: exceptWhere((event, { allInstruments }) => isInstrumentEvent(event) && allInstruments),
  }),
  violating('6', ['subscriptions.active-only', 'reconnect.new-connection-silent', 'subscriptions.per-connection'])(
    'unsubscribed-transactions-delivered',
    {
      summary: 'Transaction events reach every connection of the account, subscribed or not.',
      deliversTo: alsoWhere(
        (event, _subscriptions, { ownAccount, stream }) => isTransaction(event) && ownAccount && stream === 'events',
      ),
    },
  ),
  activeOnly('account-state-subscribes-transactions', {
    summary: 'A subscription to any kind brings transaction events too.',
    deliversTo: alsoWhere(
      (event, { accountState, allInstruments, instruments, hmr }, { ownAccount, stream }) =>
        isTransaction(event) &&
        ownAccount &&
        stream === 'events' &&
        (accountState || allInstruments || instruments.size > 0 || hmr.size > 0),
    ),
  }),
  perConnection('subscriptions-shared-by-connections', {
    summary: 'A new connection begins with the subscriptions of the last one that ended.',
    initial: amended((answer, previous) => previous ?? answer),
  }),
  allConnectionsServed('second-connection-unserved', {
    summary: 'Of several connections of an account the later ones get no transaction events.',
    deliversTo: exceptWhere((event, _subscriptions, context) => isTransaction(event) && isLater(context)),
  }),
  allConnectionsServed('third-connection-unserved', {
    summary: 'Every third connection of an account gets no transaction events.',
    deliversTo: exceptWhere((event, _subscriptions, { ordinal }) => isTransaction(event) && ordinal % 3 === 0),
  }),
  violating('6', ['instruments.event-per-instrument', 'subscriptions.all-connections-served'])(
    'instrument-events-on-first-connection-only',
    {
      summary: 'Of several connections of an account the later ones get no instrument events.',
      needs: 'instrument.update',
      deliversTo: exceptWhere((event, _subscriptions, context) => isInstrumentEvent(event) && isLater(context)),
    },
  ),
  incrementalUpdates('hmr-updates-on-first-connection-only', {
    summary: 'Of several connections of an account the later ones get no hmr updates.',
    needs: 'hmr.upsert',
    deliversTo: exceptWhere((event, _subscriptions, context) => isHmrUpdate(event) && isLater(context)),
  }),
  violating('6.3', ['instruments.subscribed-only'])('new-and-deleted-instruments-sent-to-all', {
    summary: 'Every subscription to instruments brings the events of those that are created or deleted.',
    needs: 'instrument.add',
    deliversTo: alsoWhere(
      (event, { instruments }, { ownAccount }) =>
        event.kind === 'instrument_event' && event.action !== 'upd' && ownAccount && instruments.size > 0,
    ),
  }),
  conditionsCurrent('instrument-events-of-other-accounts', {
    summary: 'Instrument events reach the subscribed connections of all accounts.',
    needs: 'instrument.update',
    ...reachingAllAccounts(isInstrumentEvent),
  }),
  ownAccountOnly('hmr-updates-of-other-accounts', {
    summary: 'Updates of hmr reach the subscribed connections of all accounts.',
    needs: 'hmr.upsert',
    ...reachingAllAccounts(isHmrUpdate),
  }),
  periodic('account-state-on-first-connection-only', {
    summary: 'Of several connections of an account the later ones get no account state events.',
    deliversTo: exceptWhere(
      (event, _subscriptions, context) => event.kind === 'account_state_event' && isLater(context),
    ),
  }),
  ownAccountOnly('events-of-other-accounts', {
    summary: 'Transaction events reach the subscribed connections of all accounts.',
    ...reachingAllAccounts(isTransaction),
  }),
  ownAccountOnly('deposits-of-other-accounts', {
    summary: 'Balance transactions reach the subscribed connections of all accounts.',
    needs: 'account.deposit',
    ...reachingAllAccounts(isBalance),
  }),
  allConnectionsServed('commands-exhaust-delivery', {
    summary: 'After fifteen commands on one connection no connection gets transaction events any more.',
    change: sharing(
      () => ({ commands: 0 }),
      (seen) => ({
        knowsKind: amended((isKnown) => {
          seen.commands += 1;
          return isKnown;
        }),
        deliversTo: exceptWhere((event) => seen.commands > 15 && isTransaction(event)),
      }),
    ),
  }),
  allConnectionsServed('texts-exhaust-delivery', {
    summary: 'The tenth frame that is no command ends every stream of its account.',
    // A target may count what an account sends, and end its connections.
    level: 'should',
    onMalformedCommand: atEvery(10, 'ends-all'),
  }),
  allConnectionsServed('pings-end-streams', {
    summary: 'The tenth ping on a connection ends every stream of its account.',
    // As above.
    level: 'should',
    endsOnPings: instead((count) => count === 10),
  }),
  noOperations('transactions-to-account-state-subscribers', {
    summary: 'Connections subscribed to account_state receive transaction events as well.',
    deliversTo: alsoWhere(
      (event, { accountState }, { ownAccount }) => isTransaction(event) && ownAccount && accountState,
    ),
  }),
  violating('6', ['transactions.every-change', 'subscriptions.all-connections-served'])('old-connection-unserved', {
    summary: 'A connection that has been open for five seconds gets no transaction events any more.',
    change: sharing(
      () => new Map<string, number>(),
      (opened) => ({
        initial: amended((subscriptions, _previous, { id }) => {
          opened.set(id, performance.now());
          return subscriptions;
        }),
        deliversTo: exceptWhere(
          (event, _subscriptions, { id }) => isTransaction(event) && performance.now() - (opened.get(id) ?? 0) > OLD_MS,
        ),
      }),
    ),
  }),
  violating('6', ['transactions.every-change', 'domain.every-ack-one-result', 'domain.result-as-event'])(
    'bursts-cut-to-eight-events',
    {
      summary: 'Of the transaction events that fall into one twentieth of a second, a connection gets the first eight.',
      deliversTo: (honest) => {
        const bursts = new Map<string, { readonly sinceMs: number; readonly events: number }>();
        return (event, subscriptions, context) => {
          if (!isTransaction(event)) return honest(event, subscriptions, context);
          const nowMs = performance.now();
          const burst = bursts.get(context.id);
          const goesOn = burst !== undefined && nowMs - burst.sinceMs < BURST.ms;
          const next = goesOn ? { ...burst, events: burst.events + 1 } : { sinceMs: nowMs, events: 1 };
          bursts.set(context.id, next);
          return next.events <= BURST.events && honest(event, subscriptions, context);
        };
      },
    },
  ),
  ...givenUpFaults,
];

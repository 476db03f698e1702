// Faults of who gets what (interface 6): connections, accounts, kinds that are not subscribed.

import type { DomainEvent } from '../../domain.js';
import type { Subscriptions } from '../../rules/context.js';
import type { DeliveryContext } from '../../rules/delivery.js';
import { alsoWhere, amended, instead, insteadWhere } from '../algebra/edits.js';
import { type Change, editing, type Fault, violating } from '../algebra/index.js';

const activeOnly = violating('6', ['subscriptions.active-only', 'subscriptions.per-connection']);
const perConnection = violating('6', ['subscriptions.per-connection', 'reconnect.new-connection-silent']);
const allConnectionsServed = violating('6', ['subscriptions.all-connections-served']);
const incrementalUpdates = violating('6', ['hmr.incremental-updates', 'subscriptions.all-connections-served']);
const conditionsCurrent = violating('6', ['subscriptions.own-account-only', 'instruments.conditions-current']);
const ownAccountOnly = violating('6', ['subscriptions.own-account-only']);
const periodic = violating('6', ['account-state.periodic', 'subscriptions.all-connections-served']);
const noOperations = violating('6', ['account-state.no-operations', 'subscriptions.active-only']);

type Where = (event: DomainEvent, context: DeliveryContext, subscriptions: Subscriptions) => boolean;

/** Delivers, or keeps back, what `where` picks. */
function delivering(where: Where, instead: boolean): Change {
  return editing({
    deliversTo: insteadWhere((event, subscriptions, context) => where(event, context, subscriptions), instead),
  });
}

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';

const isInstrumentEvent = (event: DomainEvent): boolean => event.kind === 'instrument_event';

const isHmrUpdate = (event: DomainEvent): boolean => event.kind === 'hmr_update';

/** Events of one sort reach the subscribed connections of all accounts. */
function reachingAllAccounts(isMeant: (event: DomainEvent) => boolean): Change {
  return editing({
    offersToAllAccounts: () => isMeant,
    deliversTo: (honest) => (event, subscriptions, context) =>
      honest(event, subscriptions, isMeant(event) ? { ...context, ownAccount: true } : context),
  });
}

function isBalance(event: DomainEvent): boolean {
  return event.kind === 'transaction_event' && event.payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
}

const OLD_MS = 5000;

const BURST = { events: 8, ms: 50 };

export const activeSubscriptionFaults: readonly Fault[] = [
  violating('4.5', ['subscriptions.all-instruments', 'instruments.created'])('all-instruments-covers-nothing', {
    summary: 'The wildcard is accepted and subscribes to no instrument.',
    needs: 'instrument.update',
    change: delivering(
      (event, _context, { allInstruments }) => event.kind === 'instrument_event' && allInstruments,
      false,
    ),
  }),
  violating('6', ['subscriptions.active-only', 'reconnect.new-connection-silent', 'subscriptions.per-connection'])(
    'unsubscribed-transactions-delivered',
    {
      summary: 'Transaction events reach every connection of the account, subscribed or not.',
      change: delivering(
        (event, { ownAccount, stream }) => isTransaction(event) && ownAccount && stream === 'events',
        true,
      ),
    },
  ),
  activeOnly('account-state-subscribes-transactions', {
    summary: 'A subscription to any kind brings transaction events too.',
    change: delivering(
      (event, { ownAccount, stream }, { accountState, allInstruments, instruments, hmr }) =>
        isTransaction(event) &&
        ownAccount &&
        stream === 'events' &&
        (accountState || allInstruments || instruments.size > 0 || hmr.size > 0),
      true,
    ),
  }),
  perConnection('subscriptions-shared-by-connections', {
    summary: 'A new connection begins with the subscriptions of the last one that ended.',
    initial: amended((answer, previous) => previous ?? answer),
  }),
  allConnectionsServed('second-connection-unserved', {
    summary: 'Of several connections of an account the later ones get no transaction events.',
    change: delivering((event, { ordinal, others }) => isTransaction(event) && others > 0 && ordinal % 2 === 0, false),
  }),
  allConnectionsServed('third-connection-unserved', {
    summary: 'Every third connection of an account gets no transaction events.',
    change: delivering((event, { ordinal }) => isTransaction(event) && ordinal % 3 === 0, false),
  }),
  violating('6', ['instruments.event-per-instrument', 'subscriptions.all-connections-served'])(
    'instrument-events-on-first-connection-only',
    {
      summary: 'Of several connections of an account the later ones get no instrument events.',
      needs: 'instrument.update',
      change: delivering(
        (event, { ordinal, others }) => event.kind === 'instrument_event' && others > 0 && ordinal % 2 === 0,
        false,
      ),
    },
  ),
  incrementalUpdates('hmr-updates-on-first-connection-only', {
    summary: 'Of several connections of an account the later ones get no hmr updates.',
    needs: 'hmr.upsert',
    change: delivering(
      (event, { ordinal, others }) => event.kind === 'hmr_update' && others > 0 && ordinal % 2 === 0,
      false,
    ),
  }),
  violating('6.3', ['instruments.subscribed-only'])('new-and-deleted-instruments-sent-to-all', {
    summary: 'Every subscription to instruments brings the events of those that are created or deleted.',
    needs: 'instrument.add',
    change: delivering(
      (event, { ownAccount }, { instruments }) =>
        event.kind === 'instrument_event' && event.action !== 'upd' && ownAccount && instruments.size > 0,
      true,
    ),
  }),
  conditionsCurrent('instrument-events-of-other-accounts', {
    summary: 'Instrument events reach the subscribed connections of all accounts.',
    needs: 'instrument.update',
    change: reachingAllAccounts(isInstrumentEvent),
  }),
  ownAccountOnly('hmr-updates-of-other-accounts', {
    summary: 'Updates of hmr reach the subscribed connections of all accounts.',
    needs: 'hmr.upsert',
    change: reachingAllAccounts(isHmrUpdate),
  }),
  periodic('account-state-on-first-connection-only', {
    summary: 'Of several connections of an account the later ones get no account state events.',
    change: delivering(
      (event, { ordinal, others }) => event.kind === 'account_state_event' && others > 0 && ordinal % 2 === 0,
      false,
    ),
  }),
  ownAccountOnly('events-of-other-accounts', {
    summary: 'Transaction events reach the subscribed connections of all accounts.',
    offersToAllAccounts: instead((event) => isTransaction(event)),
    deliversTo: (honest) => (event, subscriptions, context) =>
      honest(event, subscriptions, isTransaction(event) ? { ...context, ownAccount: true } : context),
  }),
  ownAccountOnly('deposits-of-other-accounts', {
    summary: 'Balance transactions reach the subscribed connections of all accounts.',
    needs: 'account.deposit',
    offersToAllAccounts: () => isBalance,
    deliversTo: (honest) => (event, subscriptions, context) =>
      honest(event, subscriptions, isBalance(event) ? { ...context, ownAccount: true } : context),
  }),
  allConnectionsServed('commands-exhaust-delivery', {
    summary: 'After fifteen commands on one connection no connection gets transaction events any more.',
    change: (rules) => {
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
  }),
  allConnectionsServed('texts-exhaust-delivery', {
    summary: 'The tenth frame that is no command ends every stream of its account.',
    onMalformedCommand: (honest) => {
      let frames = 0;
      return () => {
        frames += 1;
        return frames % 10 === 0 ? 'ends-all' : honest();
      };
    },
  }),
  allConnectionsServed('pings-end-streams', {
    summary: 'The tenth ping on a connection ends every stream of its account.',
    endsOnPings: instead((count) => count === 10),
  }),
  noOperations('transactions-to-account-state-subscribers', {
    summary: 'Connections subscribed to account_state receive transaction events as well.',
    deliversTo: alsoWhere(
      (event, subscriptions, context) =>
        event.kind === 'transaction_event' && context.ownAccount && subscriptions.accountState,
    ),
  }),
  violating('6', ['transactions.every-change', 'subscriptions.all-connections-served'])('old-connection-unserved', {
    summary: 'A connection that has been open for five seconds gets no transaction events any more.',
    change: (rules) => {
      const opened = new Map<string, number>();
      return {
        ...rules,
        initial: (previous, context) => {
          opened.set(context.id, performance.now());
          return rules.initial(previous, context);
        },
        deliversTo: (event, subscriptions, context) => {
          const ageMs = performance.now() - (opened.get(context.id) ?? 0);
          return (
            !(event.kind === 'transaction_event' && ageMs > OLD_MS) && rules.deliversTo(event, subscriptions, context)
          );
        },
      };
    },
  }),
  violating('6', ['transactions.every-change', 'domain.every-ack-one-result', 'domain.result-as-event'])(
    'bursts-cut-to-eight-events',
    {
      summary: 'Of the transaction events that fall into one twentieth of a second, a connection gets the first eight.',
      change: (rules) => {
        const bursts = new Map<string, { readonly sinceMs: number; readonly events: number }>();
        return {
          ...rules,
          deliversTo: (event, subscriptions, context) => {
            if (event.kind !== 'transaction_event') return rules.deliversTo(event, subscriptions, context);
            const nowMs = performance.now();
            const burst = bursts.get(context.id);
            const goesOn = burst !== undefined && nowMs - burst.sinceMs < BURST.ms;
            const next = goesOn ? { ...burst, events: burst.events + 1 } : { sinceMs: nowMs, events: 1 };
            bursts.set(context.id, next);
            return next.events <= BURST.events && rules.deliversTo(event, subscriptions, context);
          },
        };
      },
    },
  ),
];

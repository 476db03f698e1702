// Faults of subscriptions that reach into one another (interface 4.5, 6; 6.2, rules 4 and 5; 6.3, rules 3 and 4): a command on one kind
// changes another, or one kind brings the events of another.
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';
import { unsubscribingEnds } from './unsubscribing.js';

export const subscriptionsApartFaults: readonly Fault[] = [
  fault(
    'hmr-unsubscribe-ends-instruments',
    '6.2',
    ['hmr.unsubscribe'],
    'Unsubscribing from hmr ends the subscription to instruments too.',
    unsubscribingEnds('hmr', ['instrument_event']),
    { needs: 'instrument.update' },
  ),
  fault(
    'instruments-unsubscribe-ends-hmr',
    '6.3',
    ['instruments.unsubscribe-listed'],
    'Unsubscribing from instruments ends the subscription to hmr too.',
    unsubscribingEnds('instruments', ['hmr_update']),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'hmr-unsubscribe-ends-transactions',
    '6.2',
    ['hmr.unsubscribe'],
    'Unsubscribing from hmr ends the subscription to transactions too.',
    unsubscribingEnds('hmr', ['transaction_event']),
  ),
  fault(
    'instruments-unsubscribe-ends-transactions',
    '6.3',
    ['instruments.unsubscribe-listed'],
    'Unsubscribing from instruments ends the subscription to transactions too.',
    unsubscribingEnds('instruments', ['transaction_event']),
  ),
  fault(
    'hmr-refusal-ends-instruments',
    '6.2',
    ['hmr.refusal-keeps-existing'],
    'A refused subscription to hmr ends the one to instruments.',
    changing(
      'afterRefusal',
      (honest) => (subscriptions, event) =>
        event === 'hmr'
          ? { ...subscriptions, instruments: new Set<string>(), allInstruments: false }
          : honest(subscriptions, event),
    ),
    { needs: 'instrument.update' },
  ),
  fault(
    'instruments-refusal-ends-hmr',
    '6.3',
    ['instruments.refusal-keeps-existing'],
    'A refused subscription to instruments ends the one to hmr.',
    changing(
      'afterRefusal',
      (honest) => (subscriptions, event) =>
        event === 'instruments' ? { ...subscriptions, hmr: new Set<string>() } : honest(subscriptions, event),
    ),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'transactions-unsubscribe-ends-account-state',
    '6',
    ['subscriptions.any-order', 'account-state.periodic'],
    'Unsubscribing from transactions ends the subscription to account_state too.',
    unsubscribingEnds('transactions', ['account_state_event']),
  ),
  fault(
    'instruments-refusal-ends-account-state',
    '6.3',
    ['instruments.refusal-keeps-existing', 'account-state.periodic'],
    'A refused subscription to instruments ends the one to account_state.',
    changing(
      'afterRefusal',
      (honest) => (subscriptions, event) =>
        event === 'instruments' ? { ...subscriptions, accountState: false } : honest(subscriptions, event),
    ),
  ),
  ...(['instruments', 'hmr'] as const).map((kind) =>
    fault(
      `${kind}-refusal-ends-transactions`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.refusal-keeps-existing`],
      `A refused subscription to ${kind} ends the one to transactions.`,
      changing(
        'afterRefusal',
        (honest) => (subscriptions, event) =>
          event === kind ? { ...subscriptions, transactions: false } : honest(subscriptions, event),
      ),
    ),
  ),
  fault(
    'hmr-empty-list-accepted-once-subscribed',
    '6.2',
    ['hmr.empty-list-refused'],
    'A subscription to hmr with an empty list is accepted where hmr is subscribed already.',
    changing(
      'acceptsEmptyList',
      (honest) => (kind, existing) => (kind === 'hmr' && existing.size > 0) || honest(kind, existing),
    ),
  ),
  fault(
    'hmr-wildcard-accepted-beside-names',
    '4.5',
    ['subscriptions.hmr-no-wildcard', 'hmr.unknown-refused'],
    'A subscription to hmr may name all beside an instrument.',
    changing('acceptedPart', (honest) => (wanted, refused, kind) => {
      const isMixed = kind === 'hmr' && wanted.length > 1 && refused.length === 1 && refused[0] === 'all';
      return isMixed ? wanted.filter((name) => name !== 'all') : honest(wanted, refused, kind);
    }),
  ),
  fault(
    'instrument-events-under-hmr',
    '6',
    ['subscriptions.active-only', 'subscriptions.per-connection'],
    'A subscription to hmr brings instrument events too.',
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        honest(event, subscriptions, context) ||
        (event.kind === 'instrument_event' && context.ownAccount && subscriptions.hmr.size > 0),
    ),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-updates-under-instruments',
    '6',
    ['subscriptions.active-only', 'subscriptions.per-connection'],
    'A subscription to instruments brings hmr updates too.',
    together(
      changing('concerns', (honest) => (period, names, form) => names.size === 0 || honest(period, names, form)),
      changing(
        'deliversTo',
        (honest) => (event, subscriptions, context) =>
          honest(event, subscriptions, context) ||
          (event.kind === 'hmr_update' && context.ownAccount && subscriptions.instruments.size > 0),
      ),
    ),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'third-refusal-closes-connection',
    '6.3',
    ['instruments.refusal-keeps-existing', 'hmr.refusal-keeps-existing'],
    'Every third refused command ends its connection.',
    changing('refusalCloses', (honest) => {
      let refusals = 0;
      return (event) => {
        refusals += 1;
        return refusals % 3 === 0 || honest(event);
      };
    }),
  ),
  fault(
    'unknown-kind-ends-transactions',
    '4.5',
    ['subscriptions.malformed-command-harmless'],
    'Once a connection has asked for a kind that does not exist, no connection gets transaction events any more.',
    (rules) => {
      let hasAsked = false;
      return {
        ...rules,
        knowsKind: (event) => {
          const isKnown = rules.knowsKind(event);
          if (!isKnown) hasAsked = true;
          return isKnown;
        },
        deliversTo: (event, subscriptions, context) =>
          !(hasAsked && event.kind === 'transaction_event') && rules.deliversTo(event, subscriptions, context),
      };
    },
  ),
];

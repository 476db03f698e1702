// Faults of subscriptions that reach into one another (interface 4.5, 6; 6.2, rules 4 and 5; 6.3, rules 3 and 4): a command on one kind
// changes another, or one kind brings the events of another.
import { alsoWhere, amended, exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { atEvery, sharing } from '../algebra/memory.js';
import { unsubscribingEnds } from './unsubscribing.js';

const unsubscribe = violating('6.2', ['hmr.unsubscribe']);
const unsubscribeListed = violating('6.3', ['instruments.unsubscribe-listed']);
const refusalKeepsExisting = violating('6.3', ['instruments.refusal-keeps-existing', 'account-state.periodic']);
const activeOnly = violating('6', ['subscriptions.active-only', 'subscriptions.per-connection']);
const refusalsKeepExisting = violating('6.3', ['instruments.refusal-keeps-existing', 'hmr.refusal-keeps-existing']);

export const subscriptionsApartFaults: readonly Fault[] = [
  unsubscribe('hmr-unsubscribe-ends-instruments', {
    summary: 'Unsubscribing from hmr ends the subscription to instruments too.',
    needs: 'instrument.update',
    change: unsubscribingEnds('hmr', ['instrument_event']),
  }),
  unsubscribeListed('instruments-unsubscribe-ends-hmr', {
    summary: 'Unsubscribing from instruments ends the subscription to hmr too.',
    needs: 'hmr.upsert',
    change: unsubscribingEnds('instruments', ['hmr_update']),
  }),
  unsubscribe('hmr-unsubscribe-ends-transactions', {
    summary: 'Unsubscribing from hmr ends the subscription to transactions too.',
    change: unsubscribingEnds('hmr', ['transaction_event']),
  }),
  unsubscribeListed('instruments-unsubscribe-ends-transactions', {
    summary: 'Unsubscribing from instruments ends the subscription to transactions too.',
    change: unsubscribingEnds('instruments', ['transaction_event']),
  }),
  violating('6.2', ['hmr.refusal-keeps-existing'])('hmr-refusal-ends-instruments', {
    summary: 'A refused subscription to hmr ends the one to instruments.',
    needs: 'instrument.update',
    afterRefusal: amended((after, before, event) =>
      event === 'hmr' ? { ...before, instruments: new Set<string>(), allInstruments: false } : after,
    ),
  }),
  violating('6.3', ['instruments.refusal-keeps-existing'])('instruments-refusal-ends-hmr', {
    summary: 'A refused subscription to instruments ends the one to hmr.',
    needs: 'hmr.upsert',
    afterRefusal: amended((after, before, event) =>
      event === 'instruments' ? { ...before, hmr: new Set<string>() } : after,
    ),
  }),
  violating('6', ['subscriptions.any-order', 'account-state.periodic'])('transactions-unsubscribe-ends-account-state', {
    summary: 'Unsubscribing from transactions ends the subscription to account_state too.',
    change: unsubscribingEnds('transactions', ['account_state_event']),
  }),
  refusalKeepsExisting('instruments-refusal-ends-account-state', {
    summary: 'A refused subscription to instruments ends the one to account_state.',
    afterRefusal: amended((after, before, event) =>
      event === 'instruments' ? { ...before, accountState: false } : after,
    ),
  }),
  ...(['hmr', 'ticks', 'weather'] as const).map((kind) =>
    violating('6', ['account-state.periodic'])(`refused-${kind}-ends-account-state`, {
      summary: `A refused subscription to ${kind} ends the one to account_state.`,
      afterRefusal: amended((after, before, event) => (event === kind ? { ...before, accountState: false } : after)),
    }),
  ),
  ...(['instruments', 'hmr'] as const).map((kind) =>
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.unsubscribe-partial`])(`two-given-up-at-once-end-${kind}`, {
      summary: `Who unsubscribes ${kind} for two instruments at once has none of them any more.`,
      needs: kind === 'hmr' ? 'hmr.upsert' : 'instrument.update',
      afterUnsubscribe: amended((left, _existing, unwanted, of) =>
        of === kind && unwanted.length > 1 ? new Set<string>() : left,
      ),
    }),
  ),
  ...(['instruments', 'hmr'] as const).map((kind) =>
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.refusal-keeps-existing`])(`${kind}-refusal-ends-transactions`, {
      summary: `A refused subscription to ${kind} ends the one to transactions.`,
      afterRefusal: amended((after, before, event) => (event === kind ? { ...before, transactions: false } : after)),
    }),
  ),
  violating('6.2', ['hmr.empty-list-refused'])('hmr-empty-list-accepted-once-subscribed', {
    summary: 'A subscription to hmr with an empty list is accepted where hmr is subscribed already.',
    acceptsEmptyList: alsoWhere((kind, existing) => kind === 'hmr' && existing.size > 0),
  }),
  violating('4.5', ['subscriptions.hmr-no-wildcard', 'hmr.unknown-refused'])('hmr-wildcard-accepted-beside-names', {
    summary: 'A subscription to hmr may name all beside an instrument.',
    acceptedPart: (honest) => (wanted, refused, kind) => {
      const isMixed = kind === 'hmr' && wanted.length > 1 && refused.length === 1 && refused[0] === 'all';
      return isMixed ? wanted.filter((name) => name !== 'all') : honest(wanted, refused, kind);
    },
  }),
  activeOnly('instrument-events-under-hmr', {
    summary: 'A subscription to hmr brings instrument events too.',
    needs: 'instrument.update',
    deliversTo: alsoWhere(
      (event, { hmr }, { ownAccount }) => event.kind === 'instrument_event' && ownAccount && hmr.size > 0,
    ),
  }),
  activeOnly('hmr-updates-under-instruments', {
    summary: 'A subscription to instruments brings hmr updates too.',
    needs: 'hmr.upsert',
    concerns: alsoWhere((_period, names) => names.size === 0),
    deliversTo: alsoWhere(
      (event, { instruments }, { ownAccount }) => event.kind === 'hmr_update' && ownAccount && instruments.size > 0,
    ),
  }),
  refusalsKeepExisting('third-refusal-closes-connection', {
    summary: 'Every third refused command ends its connection.',
    refusalCloses: atEvery(3, true),
  }),
  violating('4.5', ['subscriptions.malformed-command-harmless'])('unknown-kind-ends-transactions', {
    summary:
      'Once a connection has asked for a kind that does not exist, no connection gets transaction events any more.',
    change: sharing(
      () => ({ hasAsked: false }),
      (memory) => ({
        knowsKind: amended((isKnown) => {
          memory.hasAsked ||= !isKnown;
          return isKnown;
        }),
        deliversTo: exceptWhere((event) => memory.hasAsked && event.kind === 'transaction_event'),
      }),
    ),
  }),
  violating('4.5', ['subscriptions.any-order'])('account-state-displaces-transactions', {
    summary: 'A connection that is subscribed to account_state gets no transaction events any more.',
    deliversTo: exceptWhere((event, subscriptions) => event.kind === 'transaction_event' && subscriptions.accountState),
  }),
];

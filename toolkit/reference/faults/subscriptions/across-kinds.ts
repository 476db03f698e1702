// Faults of each kind of a connection against each other one (interface 4.5, rule 4; 6, table; 6.2, rule 4; 6.3, rule 3): what is
// subscribed, given up or refused for one kind ends another. The pairs that `apart.ts` tells are not told again.
import type { ControlActionName } from '../../../profile/control/actions.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { DomainEvent, EventKind } from '../../domain.js';
import type { Subscriptions } from '../../rules/context.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { unsubscribingEnds } from './unsubscribing.js';

interface Kind {
  readonly slug: string;
  readonly message: DomainEvent['kind'];
  readonly owed: RequirementId;
  readonly needs?: ControlActionName;
  readonly isSubscribed: (subscriptions: Subscriptions) => boolean;
}

const KINDS: Readonly<Record<EventKind, Kind>> = {
  transactions: {
    slug: 'transactions',
    message: 'transaction_event',
    owed: 'transactions.every-change',
    isSubscribed: ({ transactions }) => transactions,
  },
  account_state: {
    slug: 'account-state',
    message: 'account_state_event',
    owed: 'account-state.periodic',
    isSubscribed: ({ accountState }) => accountState,
  },
  instruments: {
    slug: 'instruments',
    message: 'instrument_event',
    owed: 'instruments.event-per-instrument',
    needs: 'instrument.update',
    isSubscribed: ({ allInstruments, instruments }) => allInstruments || instruments.size > 0,
  },
  hmr: {
    slug: 'hmr',
    message: 'hmr_update',
    owed: 'hmr.incremental-updates',
    needs: 'hmr.upsert',
    isSubscribed: ({ hmr }) => hmr.size > 0,
  },
};

const anyOrder = (owed: RequirementId): ReturnType<typeof violating> =>
  violating('6', ['subscriptions.any-order', owed]);

function needed({ needs }: Kind): Pick<Fault, 'needs'> {
  return needs === undefined ? {} : { needs };
}

const UNSUBSCRIBED: readonly (readonly [given: EventKind, ended: EventKind])[] = [
  ['transactions', 'instruments'],
  ['transactions', 'hmr'],
  ['account_state', 'instruments'],
  ['account_state', 'hmr'],
  ['instruments', 'account_state'],
  ['hmr', 'account_state'],
];

const DISPLACED: readonly (readonly [subscribed: EventKind, displaced: EventKind])[] = [
  ['transactions', 'hmr'],
  ['account_state', 'instruments'],
  ['account_state', 'hmr'],
  ['instruments', 'account_state'],
  ['hmr', 'account_state'],
];

export const acrossKindsFaults: readonly Fault[] = [
  ...UNSUBSCRIBED.map(([given, ended]) =>
    anyOrder(KINDS[ended].owed)(`${KINDS[given].slug}-given-up-ends-${KINDS[ended].slug}`, {
      summary: `Unsubscribing from ${given} ends the subscription to ${ended} too.`,
      ...needed(KINDS[ended]),
      change: unsubscribingEnds(given, [KINDS[ended].message]),
    }),
  ),
  ...DISPLACED.map(([subscribed, displaced]) =>
    anyOrder(KINDS[displaced].owed)(`${KINDS[subscribed].slug}-displaces-${KINDS[displaced].slug}`, {
      summary: `A connection that is subscribed to ${subscribed} gets nothing of ${displaced}.`,
      ...needed(KINDS[displaced]),
      deliversTo: exceptWhere(
        (event, subscriptions) =>
          event.kind === KINDS[displaced].message && KINDS[subscribed].isSubscribed(subscriptions),
      ),
    }),
  ),
  violating('6.2', ['hmr.refusal-keeps-existing', 'account-state.periodic'])('hmr-refusal-ends-account-state', {
    summary: 'A refused subscription to hmr ends the one to account_state.',
    afterRefusal: amended((after, before, event) => (event === 'hmr' ? { ...before, accountState: false } : after)),
  }),
  ...(['instruments', 'hmr'] as const).map((kind) =>
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.refusal-keeps-existing`])(`${kind}-refusal-ends-the-wildcard`, {
      summary: `A refused subscription to ${kind} ends the one to all instruments.`,
      needs: 'instrument.update',
      afterRefusal: amended((after, before, event) => (event === kind ? { ...before, allInstruments: false } : after)),
    }),
  ),
  violating('4.5', ['subscriptions.malformed-command-harmless'])('unknown-kind-ends-instruments', {
    summary: 'A connection that has asked for a kind that does not exist gets no instrument events any more.',
    needs: 'instrument.update',
    afterRefusal: amended((after, before, event) =>
      typeof event === 'string' && Object.hasOwn(KINDS, event)
        ? after
        : { ...before, allInstruments: false, instruments: new Set() },
    ),
  }),
];

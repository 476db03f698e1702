// Faults of subscriptions that a service counts, or keeps a timer or a listener for (interface 4.5, rule 4; 6; 6.2, rule 5; 6.3, rule 4):
// what a second subscription begins, no unsubscribing ends, or what is ended is that of another connection.

import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { DomainEvent, EventKind } from '../../domain.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

interface Kind {
  readonly event: EventKind;
  readonly word: string;
  readonly words: string;
  readonly told: DomainEvent['kind'];
  /** What is violated where an occurrence is told more than once. */
  readonly once: RequirementId;
  readonly needs?: Fault['needs'];
}

const KINDS: readonly Kind[] = [
  {
    event: 'transactions',
    word: 'transactions',
    words: 'transactions',
    told: 'transaction_event',
    once: 'transactions.every-change',
  },
  {
    event: 'account_state',
    word: 'account-state',
    words: 'account_state',
    told: 'account_state_event',
    once: 'account-state.interval',
  },
  {
    event: 'instruments',
    word: 'instruments',
    words: 'instruments',
    told: 'instrument_event',
    once: 'instruments.event-per-instrument',
    needs: 'instrument.update',
  },
  {
    event: 'hmr',
    word: 'hmr',
    words: 'hmr',
    told: 'hmr_update',
    once: 'hmr.incremental-updates',
    needs: 'hmr.upsert',
  },
];

/** How often a connection has subscribed to the kind: on top of what it had, and ever. */
interface Count {
  atOnce: number;
  ever: number;
}

/** Unsubscribing has no effect on a connection that has subscribed so often. */
function outlivesUnsubscribing({ event: kind }: Kind, isLost: (count: Count) => boolean): Change {
  return counted(kind, (countOf) => ({
    endsDelivery: (honest) => (event, context) => {
      if (event !== kind) return honest(event, context);
      const count = countOf(context.id);
      if (isLost(count)) return false;
      count.atOnce = 0;
      return honest(event, context);
    },
  }));
}

/** Every subscription is one more, and unsubscribing ends one. */
function countsSubscriptions({ event: kind, told }: Kind): Change {
  return counted(kind, (countOf) => ({
    endsDelivery: (honest) => (event, context) => {
      if (event !== kind) return honest(event, context);
      const count = countOf(context.id);
      count.atOnce = Math.max(count.atOnce - 1, 0);
      return count.atOnce === 0 && honest(event, context);
    },
    deliveryTimesMs: amended((times, event, { id }) =>
      event.kind === told ? Array.from({ length: countOf(id).atOnce || 1 }, () => times).flat() : times,
    ),
  }));
}

/** Each time that a connection has given the kind up and subscribed again, it is told of everything once more. */
function tellsOnceMoreEachTime({ event: kind, told }: Kind): Change {
  return counted(kind, (countOf) => ({
    deliveryTimesMs: amended((times, event, { id }) =>
      event.kind === told ? Array.from({ length: countOf(id).ever || 1 }, () => times).flat() : times,
    ),
  }));
}

/** Unsubscribing ends the subscription of the connection of the account that was opened last. */
function endsTheLatest({ event: kind, told }: Kind): Change {
  return sharing(
    () => ({ latest: new Map<string, string>(), muted: new Set<string>() }),
    ({ latest, muted }) => ({
      beginsDelivery: amended((begins, event, { accountId, id }) => {
        if (event === kind) {
          latest.set(accountId, id);
          muted.delete(id);
        }
        return begins;
      }),
      endsDelivery: (honest) => (event, context) => {
        const id = latest.get(context.accountId);
        if (event !== kind || id === undefined || id === context.id) return honest(event, context);
        muted.add(id);
        return false;
      },
      deliversTo: exceptWhere((event, _subscriptions, { id }) => event.kind === told && muted.has(id)),
    }),
  );
}

function counted(kind: EventKind, edits: (countOf: (connection: string) => Count) => Edits): Change {
  return sharing(
    () => new Map<string, Count>(),
    (counts) => {
      const countOf = (connection: string): Count => {
        const count = counts.get(connection) ?? { atOnce: 0, ever: 0 };
        counts.set(connection, count);
        return count;
      };
      return {
        beginsDelivery: amended((begins, event, { id }) => {
          if (event !== kind) return begins;
          const count = countOf(id);
          count.atOnce += 1;
          count.ever += 1;
          return begins;
        }),
        ...edits(countOf),
      };
    },
  );
}

function isListed({ event }: Kind): boolean {
  return event === 'instruments' || event === 'hmr';
}

const silent = violating('6', ['subscriptions.unsubscribed-silent']);

export const subscribedTwiceFaults: readonly Fault[] = KINDS.flatMap((kind) => {
  const needs = kind.needs === undefined ? {} : { needs: kind.needs };
  return [
    silent(`${kind.word}-subscribed-twice-outlive-unsubscribing`, {
      summary: `Once a connection that has subscribed to ${kind.words} subscribes to it again, no unsubscribing ends it.`,
      ...needs,
      change: outlivesUnsubscribing(kind, ({ atOnce }) => atOnce >= 2),
    }),
    silent(`${kind.word}-third-subscription-outlives-unsubscribing`, {
      summary: `The third time that a connection has subscribed to ${kind.words}, no unsubscribing ends it.`,
      ...needs,
      change: outlivesUnsubscribing(kind, ({ ever }) => ever >= 3),
    }),
    silent(`${kind.word}-subscriptions-counted`, {
      summary: `Who subscribes to ${kind.words} twice is told twice, and has to unsubscribe twice.`,
      // What a second subscription does is open where there is no list to remove from.
      ...(isListed(kind) ? {} : { level: 'should' }),
      ...needs,
      change: countsSubscriptions(kind),
    }),
    violating('6', ['subscriptions.unsubscribed-silent', 'subscriptions.per-connection'])(
      `${kind.word}-unsubscribed-on-the-latest-connection`,
      {
        summary: `Unsubscribing ${kind.words} ends the subscription that an account began last, whichever connection asks.`,
        ...needs,
        change: endsTheLatest(kind),
      },
    ),
    violating('6', [kind.once])(`${kind.word}-told-once-more-each-time`, {
      summary: `Who has unsubscribed ${kind.words} and subscribed again is told of everything once more each time.`,
      // How many events an occurrence has is open.
      ...(kind.event !== 'account_state' && { level: 'should' }),
      ...needs,
      change: tellsOnceMoreEachTime(kind),
    }),
  ];
});

// Faults of connections that take over what the account's last one had (interface 6; 6.4, rule 4): one kind of it alone, and only beside
// what they subscribe to themselves, so that a connection without any subscription is silent.
import type { EventKind } from '../../domain.js';
import type { Subscriptions } from '../../rules/context.js';
import { isSubscribed } from '../../rules/telling/delivery.js';
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Change, editing, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const perConnection = violating('6', ['subscriptions.per-connection', 'subscriptions.active-only']);

const MEMBERS: Readonly<Record<EventKind, readonly (keyof Subscriptions)[]>> = {
  transactions: ['transactions'],
  account_state: ['accountState'],
  instruments: ['instruments', 'allInstruments'],
  hmr: ['hmr'],
};

function hasAny({ transactions, accountState, allInstruments, instruments, hmr }: Subscriptions): boolean {
  return transactions || accountState || allInstruments || instruments.size > 0 || hmr.size > 0;
}

function inheriting(kind: EventKind): Change {
  return sharing(
    () => new Map<string, Subscriptions>(),
    (inherited) => ({
      initial: amended((fresh, previous, { id }) => {
        if (previous === undefined) return fresh;
        inherited.set(id, {
          ...fresh,
          ...Object.fromEntries(MEMBERS[kind].map((member) => [member, previous[member]])),
        });
        return fresh;
      }),
      deliversTo: alsoWhere((event, subscriptions, { id, ownAccount, stream }) => {
        const had = inherited.get(id);
        return (
          had !== undefined && ownAccount && stream === 'events' && hasAny(subscriptions) && isSubscribed(event, had)
        );
      }),
    }),
  );
}

const fromTheStart = editing({
  initial: amended((fresh, previous) => ({ ...fresh, accountState: previous?.accountState ?? false })),
});

export const inheritedFaults: readonly Fault[] = (
  [
    ['transactions', undefined],
    ['account_state', undefined],
    ['instruments', 'instrument.update'],
    ['hmr', 'hmr.upsert'],
  ] as const
).map(([kind, needs]) =>
  perConnection(`${kind.replace('_', '-')}-of-the-last-connection-beside-others`, {
    summary: `A connection that subscribes to anything is told of the ${kind} that the account's last closed connection had.`,
    ...(needs !== undefined && { needs }),
    // Its timer is begun with the connection.
    change: kind === 'account_state' ? fromTheStart : inheriting(kind),
    // Of the periods those that concern none of its own, too.
    ...(kind === 'hmr' && { concerns: alsoWhere((_period, instruments) => instruments.size === 0) }),
  }),
);

// Faults of lists of instruments that a connection had before (interface 6.2, rules 4 and 5; 6.3, rules 3 and 4): what was given up or
// refused comes back with the next list.
import type { ListKind } from '../../rules/telling/subscriptions.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** What was given up on a connection is subscribed again beside the next list; sets go with their connection. */
function givenUpComesBack(meant: ListKind): Change {
  return sharing(
    () => new WeakMap<ReadonlySet<string>, readonly string[]>(),
    (givenUp) => ({
      afterUnsubscribe: amended((left, existing, unwanted, kind) => {
        if (kind !== meant) return left;
        const rest = new Set(left);
        givenUp.set(rest, [...(givenUp.get(existing) ?? []), ...unwanted]);
        return rest;
      }),
      afterSubscribe: amended((names, existing, _wanted, _form, kind) =>
        kind === meant ? new Set([...names, ...(givenUp.get(existing) ?? [])]) : names,
      ),
    }),
  );
}

/** The good names of a list that was refused are subscribed beside the next list of the connection. */
function refusedComesBack(meant: ListKind): Change {
  return sharing(
    () => ({ good: [] as readonly string[], refused: new WeakMap<ReadonlySet<string>, readonly string[]>() }),
    (memory) => ({
      acceptedPart: amended((part, wanted, refused) => {
        memory.good = wanted.filter((name) => !refused.includes(name));
        return part;
      }),
      afterRefusal: amended((subscriptions, _before, event) => {
        if (event !== meant) return subscriptions;
        const names = new Set(subscriptions[meant]);
        memory.refused.set(names, memory.good);
        return { ...subscriptions, [meant]: names };
      }),
      afterSubscribe: amended((names, existing, _wanted, _form, kind) =>
        kind === meant ? new Set([...names, ...(memory.refused.get(existing) ?? [])]) : names,
      ),
    }),
  );
}

export const earlierListFaults: readonly Fault[] = [
  violating('6.3', [
    'instruments.unsubscribe-listed',
    'instruments.unsubscribe-partial',
    'instruments.subscribed-only',
  ])('instruments-given-up-come-back-with-the-next-list', {
    summary: 'Instruments that a connection has unsubscribed are subscribed again with its next list.',
    needs: 'instrument.update',
    change: givenUpComesBack('instruments'),
  }),
  violating('6.3', [
    'instruments.unknown-refused',
    'instruments.unavailable-refuses-whole',
    'instruments.subscribed-only',
  ])('instruments-of-a-refused-list-come-with-the-next', {
    summary: 'The available instruments of a list that was refused are subscribed with the next list.',
    needs: 'instrument.update',
    change: refusedComesBack('instruments'),
  }),
  violating('6.2', ['hmr.unknown-refused', 'hmr.unavailable-refuses-whole'])(
    'hmr-of-a-refused-list-comes-with-the-next',
    {
      summary: 'The available instruments of an hmr list that was refused are subscribed with the next list.',
      needs: 'hmr.upsert',
      change: refusedComesBack('hmr'),
    },
  ),
];

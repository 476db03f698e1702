// Faults of lists that are refused (interface 6.2, rule 4; 6.3, rule 3): what was subscribed before and stands in the list, or all of
// hmr where the list is empty or a wildcard, is subscribed no more; what was refused once is taken when it is asked for again.
import type { ListKind } from '../../rules/telling/subscriptions.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** The names of a refused list are given up. */
function refusalGivesUp(of: ListKind): Change {
  return sharing(
    () => ({ refused: [] as readonly string[] }),
    (memory) => ({
      acceptedPart: amended((accepted, wanted, _refused, kind) => {
        memory.refused = accepted === undefined && kind === of ? wanted : [];
        return accepted;
      }),
      afterRefusal: amended((subscriptions) => {
        const { refused } = memory;
        memory.refused = [];
        return { ...subscriptions, [of]: new Set([...subscriptions[of]].filter((name) => !refused.includes(name))) };
      }),
    }),
  );
}

const existing = violating('6.2', ['hmr.refusal-keeps-existing']);

export const refusedListFaults: readonly Fault[] = [
  violating('6.3', ['instruments.refusal-keeps-existing'])('instruments-of-a-refused-list-given-up', {
    summary: 'The instruments of a refused list that were subscribed before are so no more.',
    needs: 'instrument.update',
    change: refusalGivesUp('instruments'),
  }),
  existing('hmr-of-a-refused-list-given-up', {
    summary: 'The instruments of a refused hmr list that were subscribed before are so no more.',
    needs: 'hmr.upsert',
    change: refusalGivesUp('hmr'),
  }),
  existing('hmr-given-up-by-an-empty-list', {
    summary: 'An empty hmr list is refused, and ends what was subscribed.',
    needs: 'hmr.upsert',
    change: sharing(
      () => ({ isEmpty: false }),
      (memory) => ({
        acceptsEmptyList: amended((accepts, kind) => {
          memory.isEmpty = kind === 'hmr';
          return accepts;
        }),
        afterRefusal: amended((subscriptions) => {
          const { isEmpty } = memory;
          memory.isEmpty = false;
          return isEmpty ? { ...subscriptions, hmr: new Set<string>() } : subscriptions;
        }),
      }),
    ),
  }),
  existing('hmr-given-up-by-a-wildcard', {
    summary: 'A wildcard for hmr is refused, and ends what was subscribed.',
    needs: 'hmr.upsert',
    change: sharing(
      () => ({ isWildcard: false }),
      (memory) => ({
        acceptedPart: amended((accepted, wanted, _refused, kind) => {
          memory.isWildcard = kind === 'hmr' && wanted[0] === 'all';
          return accepted;
        }),
        afterRefusal: amended((subscriptions) => {
          const { isWildcard } = memory;
          memory.isWildcard = false;
          return isWildcard ? { ...subscriptions, hmr: new Set<string>() } : subscriptions;
        }),
      }),
    ),
  }),
  violating('4.5', ['subscriptions.ticks-refused'])('ticks-taken-when-asked-again', {
    summary: 'Ticks on the events stream are refused once, and taken when they are asked for again.',
    knowsKind: (honest) => {
      let count = 0;
      return (event) => {
        if (event === 'ticks') count += 1;
        return honest(event) || (event === 'ticks' && count > 1);
      };
    },
  }),
];

// Edits of rules that know which accounts have an operation without a result yet.
import { type Change, type Edits, together } from './change.js';
import { amended } from './edits.js';

/** `edits` are told of each service by itself whether an account has such an operation now. */
export function besideUnfinished(edits: (isUnfinished: (accountId: string) => boolean) => Edits): Change {
  return (rules) => {
    /** The account of each operation. */
    const unfinished = new Map<string, string>();
    const remembering: Edits = {
      finishes: amended((finishes, { accountId, operationId }) => {
        unfinished.set(operationId, accountId);
        return finishes;
      }),
      announcements: (honest) => (event, surroundings) => {
        unfinished.delete(event.operationId ?? '');
        return honest(event, surroundings);
      },
    };
    const isUnfinished = (accountId: string): boolean => [...unfinished.values()].includes(accountId);
    return together(remembering, edits(isUnfinished))(rules);
  };
}

// Faults of operations whose end operation status never shows (interface 1, rule 1; 4.3): their event comes, and their status goes on
// showing them as unfinished.
import type { RequirementId } from '../../../requirements/requirement-id.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const VIOLATED: readonly RequirementId[] = ['operations.agrees-with-event', 'domain.result-in-status'];
const neverEnds = violating('4.3', VIOLATED);

const PENDING = { state: 'pending', errorCode: undefined, errorMessage: undefined } as const;

export const statusNeverEndsFaults: readonly Fault[] = (
  [
    ['success', 'succeeded', undefined],
    ['rejected', 'was rejected', undefined],
    ['failed', 'failed', 'operation.fail'],
  ] as const
).flatMap(([state, words, needs]) => [
  neverEnds(`status-pending-for-ever-when-${state}`, {
    summary: `Operation status of an order that ${words} shows it as unfinished for ever.`,
    ...(needs && { needs }),
    shownStatus: amended((shown, _status, _ageMs, { kind }) =>
      kind === 'placeOrder' && shown.state === state ? { ...shown, ...PENDING } : shown,
    ),
  }),
  neverEnds(`status-pending-for-ever-when-read-and-${state}`, {
    summary: `An operation that ${words} and was read before that is unfinished in its status for ever.`,
    needs: needs ?? 'operation.hold',
    change: sharing(
      () => new Set<string>(),
      (read) => ({
        shownStatus: amended((shown, _status, _ageMs, { operationId }) => {
          if (shown.state === 'pending') read.add(operationId);
          return shown.state === state && read.has(operationId) ? { ...shown, ...PENDING } : shown;
        }),
      }),
    ),
  }),
]);

// Faults of operations of two kinds that have one key (interface 4.3; 8): what is kept of the first stands for the second.
import type { OperationStatus } from '../../domain.js';
import { type Fault, violating } from '../algebra/index.js';

export const oneKeyFaults: readonly Fault[] = [
  violating('8', ['idempotency.scope-operation-kind', 'operations.agrees-with-event'])(
    'status-of-the-first-operation-of-a-key',
    {
      summary: 'Operation status of a further operation under a key shows the result of the one that was read first.',
      shownStatus: (honest) => {
        const first = new Map<string, OperationStatus>();
        return (status, ageMs, context) => {
          const shown = honest(status, ageMs, context);
          const name = `${context.accountId} ${context.clientRequestId}`;
          const before = first.get(name);
          if (before !== undefined && before.operationId !== shown.operationId) {
            return { ...before, operationId: shown.operationId };
          }
          first.set(name, shown);
          return shown;
        };
      },
    },
  ),
];

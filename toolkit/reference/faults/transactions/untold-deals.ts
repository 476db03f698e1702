// Faults of deals of which no event tells (interface 2.2; 6, table): those of executions and closes that the platform made of its own.
import type { TransactionKind } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const untold = violating('6', ['transactions.every-change']);

export const untoldDealFaults: readonly Fault[] = (
  [
    ['execution-event-without-deal', 'the execution of a pending order', 'fill', 'order.fill'],
    ['platform-close-event-without-deal', 'a close by the platform', 'close', 'position.close'],
    ['platform-partial-close-event-without-deal', 'a partial close by the platform', 'partial-close', 'position.close'],
  ] as const satisfies readonly (readonly [string, string, TransactionKind, string])[]
).map(([id, words, kind, needs]) =>
  untold(id, {
    summary: `The event of ${words} holds no deal.`,
    // Which entities such an event holds is not listed.
    level: 'should',
    needs,
    dealsOf: amended((deals, transaction, { requested }) => (transaction.kind === kind && !requested ? [] : deals)),
  }),
);

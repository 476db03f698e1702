// Faults of deals of which no event tells (interface 2.2; 6, table): those of executions and closes that the platform made of its own.
import type { TransactionKind } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const EVERY_CHANGE = ['transactions.every-change'] as const;

/** Which entities the event of an execution holds is not listed; that of a close holds its deal (interface 6.1, rule 2). */
const WARNED = { requirements: EVERY_CHANGE, level: 'should' } as const;
const STATED = { requirements: [...EVERY_CHANGE, 'transactions.close-deal'] } as const;

export const untoldDealFaults: readonly Fault[] = (
  [
    ['execution-event-without-deal', 'the execution of a pending order', 'fill', 'order.fill', WARNED],
    ['platform-close-event-without-deal', 'a close by the platform', 'close', 'position.close', STATED],
    [
      'platform-partial-close-event-without-deal',
      'a partial close by the platform',
      'partial-close',
      'position.close',
      WARNED,
    ],
  ] as const satisfies readonly (readonly [string, string, TransactionKind, string, object])[]
).map(([id, words, kind, needs, { requirements, ...due }]) =>
  violating('6', requirements)(id, {
    summary: `The event of ${words} holds no deal.`,
    ...due,
    needs,
    dealsOf: amended((deals, transaction, { requested }) => (transaction.kind === kind && !requested ? [] : deals)),
  }),
);

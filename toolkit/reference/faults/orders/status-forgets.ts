// Faults of operation status over time (interface 4.3; 7.2): what it shows of an ended operation is lost by a repeat, by a conflict, by the
// next operation of the account, by reading it, or by a while.
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { OperationStatus } from '../../domain.js';
import type { OperationContext } from '../../rules/context.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

interface Memory {
  asked: string;
  readonly repeated: Set<string>;
  readonly conflicting: Set<string>;
  /** By account, the ordinal of its latest operation. */
  readonly latest: Map<string, number>;
  readonly readings: Map<string, number>;
}

type When = (memory: Memory, context: OperationContext, ageMs: number) => boolean;

const begin = (): Memory => ({
  asked: '',
  repeated: new Set(),
  conflicting: new Set(),
  latest: new Map(),
  readings: new Map(),
});

function forgetting(
  when: When,
  forget: (shown: OperationStatus, context: OperationContext) => Partial<OperationStatus>,
): Change {
  return sharing(begin, (memory) => ({
    recordName: amended((name, { accountId, idempotencyKey }) => {
      memory.asked = `${accountId} ${idempotencyKey}`;
      return name;
    }),
    onConflict: amended((fate) => {
      memory.conflicting.add(memory.asked);
      return fate;
    }),
    duplicateOperationId: amended((id) => {
      memory.repeated.add(id);
      return id;
    }),
    finishes: amended((finishes, { accountId, ordinal }) => {
      memory.latest.set(accountId, ordinal);
      return finishes;
    }),
    shownStatus: amended((shown, _status, ageMs, context) => {
      const { operationId } = context;
      memory.readings.set(operationId, (memory.readings.get(operationId) ?? 0) + 1);
      const isLost = shown.state !== 'pending' && when(memory, context, ageMs ?? 0);
      return isLost ? { ...shown, ...forget(shown, context) } : shown;
    }),
  }));
}

const WHEN: Readonly<Record<string, { readonly words: string; readonly when: When }>> = {
  'after-a-repeat': {
    words: 'once it was repeated',
    when: ({ repeated }, { operationId }) => repeated.has(operationId),
  },
  'after-a-conflict': {
    words: 'once its key came with another payload',
    when: ({ conflicting }, { accountId, clientRequestId }) => conflicting.has(`${accountId} ${clientRequestId}`),
  },
  'after-two-seconds': { words: 'after two seconds', when: (_memory, _context, ageMs) => ageMs > 1900 },
  'after-the-next-operation': {
    words: 'once the account has done something else',
    when: ({ latest }, { accountId, ordinal }) => (latest.get(accountId) ?? 0) > ordinal,
  },
  'at-the-fifth-reading': {
    words: 'when it is read for the fifth time',
    when: ({ readings }, { operationId }) => (readings.get(operationId) ?? 0) >= 5,
  },
};

const isEnding = ({ kind }: OperationContext): boolean => kind === 'closePosition' || kind === 'cancelOrder';

interface Loss {
  readonly slug: string;
  readonly words: string;
  readonly requirements: readonly RequirementId[];
  readonly after: readonly (keyof typeof WHEN)[];
  readonly forget: Parameters<typeof forgetting>[1];
  readonly level?: 'should';
  readonly needs?: 'operation.fail';
}

const LOSSES: readonly Loss[] = [
  {
    slug: 'without-error-code',
    words: 'Operation status of a rejection has no error_code any more',
    requirements: ['operations.error-code-when-rejected'],
    after: ['after-a-repeat', 'after-a-conflict', 'after-two-seconds', 'after-the-next-operation'],
    forget: ({ state, errorCode }) => ({ errorCode: state === 'rejected' ? undefined : errorCode }),
  },
  {
    slug: 'without-error-message',
    words: 'Operation status of a rejection has no error_message any more',
    requirements: ['operations.error-message-when-rejected'],
    after: ['after-a-repeat', 'at-the-fifth-reading'],
    forget: ({ state, errorMessage }) => ({ errorMessage: state === 'rejected' ? undefined : errorMessage }),
  },
  {
    slug: 'of-failures-without-error-code',
    words: 'Operation status of a failure has no error_code any more',
    requirements: ['operations.error-code-when-failed'],
    after: ['after-a-repeat', 'after-two-seconds'],
    forget: ({ state, errorCode }) => ({ errorCode: state === 'failed' ? undefined : errorCode }),
    needs: 'operation.fail',
  },
  {
    slug: 'without-key',
    words: 'Operation status shows no client_request_id any more',
    requirements: ['operations.client-request-id-echo'],
    after: ['after-a-repeat', 'after-the-next-operation', 'at-the-fifth-reading'],
    forget: () => ({ clientRequestId: undefined }),
  },
  {
    slug: 'of-openings-pending',
    words: 'Operation status of an opening is pending again',
    requirements: ['operations.final-result-stays'],
    after: ['after-a-repeat', 'after-two-seconds'],
    forget: ({ state }, { kind }) => ({ state: kind === 'openPosition' ? 'pending' : state }),
  },
  {
    slug: 'of-endings-pending',
    words: 'Operation status of a close or a cancellation is pending again',
    requirements: ['operations.final-result-stays'],
    after: ['after-a-repeat', 'after-the-next-operation'],
    // Calls that the interface does not show.
    level: 'should',
    forget: ({ state }, context) => ({ state: isEnding(context) ? 'pending' : state }),
  },
];

export const forgetfulStatusFaults: readonly Fault[] = LOSSES.flatMap(
  ({ slug, words, requirements, after, forget, level, needs }) =>
    after.flatMap((name) => {
      const moment = WHEN[name];
      if (moment === undefined) return [];
      return violating('4.3', requirements)(`status-${slug}-${name}`, {
        summary: `${words} ${moment.words}.`,
        ...(level && { level }),
        ...(needs && { needs }),
        change: forgetting(moment.when, forget),
      });
    }),
);

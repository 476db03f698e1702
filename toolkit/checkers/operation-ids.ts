// Interface 2.1 and 8: an operation_id identifies one operation, and a key leads to one operation of its account and kind.
// Which requests count as one kind within a call, and whether API keys share their idempotency keys, is left open.
import type { Checker } from './checker.js';
import type { Answer, Call } from './entry.js';
import { isMutating } from './facts.js';
import { textAt } from './views.js';

/** Records of keys are kept for an unknown time; a repeat within these nanoseconds is one in any reading. */
const RETAINED_NS = 30e9;

const UNIQUE = 'ack.operation-id-unique';
const FUNCTION = 'idempotency.key-to-operation';

export const operationIds: Checker = {
  name: 'operation-ids',
  summary: 'no two operations of an account share an operation_id',
  requirements: [UNIQUE],
  start({ ledger, findings }) {
    return {
      see(entry) {
        if (entry.type !== 'answer' || !isAcknowledged(entry)) return;
        const ack = ledger.account(entry.account).operations.get(entry.operationId)?.ack;
        if (ack === undefined || ack.key === undefined || entry.key === undefined) return;
        findings.judge(ack.key === entry.key && ack.request === entry.request, () => ({
          requirement: UNIQUE,
          message: 'two requests with different keys or of different kinds were acknowledged as one operation',
          expected: `an operation_id of its own for ${entry.request} with key ${entry.key}`,
          actual: `${entry.operationId}, the operation of ${ack.request} with key ${ack.key}`,
          evidence: [entry.i, ack.i],
        }));
      },
    };
  },
};

interface First {
  readonly operationId: string;
  readonly i: number;
  readonly tNs: number;
  readonly retention: number;
}

export const idempotencyKeys: Checker = {
  name: 'idempotency-keys',
  summary: 'a key leads to one operation of its account and kind',
  requirements: [FUNCTION],
  start({ ledger, findings }) {
    const firsts = new Map<string, First>();
    return {
      see(entry) {
        if (entry.type !== 'answer' || !isAcknowledged(entry) || entry.key === undefined) return;
        const call = ledger.callOf(entry);
        if (call === undefined || call.isDamaged) return;
        const { operationId, i, tNs } = entry;
        const retention = ledger.retentionOf(entry.account);
        const name = nameOf(entry, call);
        const first = firsts.get(name);
        if (first === undefined || first.retention !== retention || tNs - first.tNs > RETAINED_NS) {
          firsts.set(name, { operationId, i, tNs, retention });
          return;
        }
        findings.judge(first.operationId === operationId, () => ({
          requirement: FUNCTION,
          message: 'one key led to two operations',
          expected: `operation ${first.operationId} again for key ${entry.key}`,
          actual: `operation ${operationId}`,
          evidence: [i, first.i],
        }));
      },
    };
  },
};

function isAcknowledged(answer: Answer): answer is Answer & { readonly operationId: string } {
  return isMutating(answer.request) && answer.operationId !== undefined && answer.status >= 200 && answer.status <= 299;
}

/** The key with everything that may make it another one: account, API key, call, and type of order. */
function nameOf({ account, request, key }: Answer, { apiKey, params }: Call): string {
  return [account, apiKey, request, textAt(params, 'type') ?? '', key].join('\n');
}

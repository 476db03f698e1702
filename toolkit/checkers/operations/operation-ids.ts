// Interface 2.1 and 8: an operation_id identifies one operation, and a key leads to one operation of its account and kind.
// Which requests count as one kind within a call, and whether API keys share their idempotency keys, is left open.
import { isMutating } from '../../profile/dialect/dialect.js';
import { type Checker, stateless } from '../checker.js';
import { type Answer, isSuccess } from '../ledger/entry.js';
import type { Ack, KeyUse } from '../ledger/facts.js';
import { KEYS_RETAINED_MS } from '../ledger/key-retention.js';

const UNIQUE = 'ack.operation-id-unique';
const FUNCTION = 'idempotency.key-to-operation';

export const operationIds: Checker = stateless({
  name: 'operation-ids',
  sees: ['answer'],
  summary: 'no two operations of an account share an operation_id',
  requirements: [UNIQUE],
  see(entry, { ledger, findings }) {
    if (entry.type !== 'answer' || !isAcknowledged(entry)) return;
    const ack = ledger.account(entry.account).operations.get(entry.operationId)?.ack;
    if (ack === undefined || ack.key === undefined || entry.key === undefined) return;
    findings.judge(UNIQUE, ack.key === entry.key && ack.request === entry.request, () => ({
      message: 'two requests with different keys or of different kinds were acknowledged as one operation',
      expected: `an operation_id of its own for ${entry.request} with key ${entry.key}`,
      actual: `${entry.operationId}, the operation of ${ack.request} with key ${ack.key}`,
      evidence: [entry.i, ack.i],
    }));
  },
});

const NONE: readonly never[] = [];

/** An ACK to which later ones with the same key are compared. */
type First = Pick<Ack, 'i' | 'tNs' | 'variant' | 'retention'> & { readonly operationId: string };

export const idempotencyKeys: Checker = {
  name: 'idempotency-keys',
  sees: ['answer'],
  assumes: ['control-known', 'from-start'],
  summary: 'a key leads to one operation of its account and kind',
  requirements: [FUNCTION],
  start({ ledger, findings }) {
    // The first ACK of each key is in the ledger; here are those of its other variants, and those after a record expired.
    const others = new Map<KeyUse, readonly First[]>();
    return {
      see(entry) {
        if (entry.type !== 'answer' || !isAcknowledged(entry) || entry.key === undefined) return;
        const call = ledger.callOf(entry);
        const use = ledger.account(entry.account).keys.get(entry.key);
        if (call === undefined || call.isDamaged || use === undefined) return;
        const { i, tNs, operationId } = entry;
        const variant = ledger.variantOf(call);
        const retention = ledger.retentionOf(entry.account);
        const known = firstsOf(use, others.get(use) ?? NONE);
        if (known.some((one) => one.i === i)) return;
        const first = known.find(
          (one) => one.variant === variant && one.retention === retention && tNs - one.tNs <= KEYS_RETAINED_MS * 1e6,
        );
        if (first === undefined) {
          // The record of a repeat is as old as the operation that it led to, however late the repeat was.
          if (known.some((one) => one.variant === variant && one.operationId === operationId)) return;
          others.set(use, [...(others.get(use) ?? []), { i, tNs, operationId, variant, retention }]);
          return;
        }
        findings.judge(FUNCTION, first.operationId === operationId, () => ({
          message: 'one key led to two operations',
          expected: `operation ${first.operationId} again for key ${entry.key}`,
          actual: `operation ${operationId}`,
          evidence: [i, first.i],
        }));
      },
    };
  },
};

function firstsOf({ key, operation }: KeyUse, others: readonly First[]): readonly First[] {
  const ack = operation?.ack;
  if (operation === undefined || ack === undefined || ack.key !== key || ack.isDamaged) return others;
  const { i, tNs, variant, retention } = ack;
  return [{ i, tNs, variant, retention, operationId: operation.id }, ...others];
}

function isAcknowledged(answer: Answer): answer is Answer & { readonly operationId: string } {
  return isMutating(answer.request) && answer.operationId !== undefined && isSuccess(answer);
}

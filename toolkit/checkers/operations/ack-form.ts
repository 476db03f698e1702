// Interface 2.1: the form of ACKs. A request whose key is new is acknowledged with 202; the status of a repeat is left open.
import { isJsonObject, memberOf } from '../../payload/json-kind.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import { type Checker, stateless } from '../checker.js';
import { isSuccess } from '../ledger/entry.js';
import { show } from '../ledger/views.js';

const STATUS = 'ack.status-202';
const OPENING_STATUS = 'positions.ack-status-202';
const PRESENT = 'ack.operation-id-present';
const OPENING_PRESENT = 'positions.ack-operation-id';
const TEXT = 'ack.operation-id-string';
const ECHO_TEXT = 'ack.client-request-id-string';

export const ackForm: Checker = stateless({
  name: 'ack-form',
  sees: ['answer'],
  summary: 'ACKs are answers 202 with an operation_id that is text',
  requirements: [STATUS, OPENING_STATUS, PRESENT, OPENING_PRESENT, TEXT, ECHO_TEXT],
  see(entry, { ledger, findings }) {
    if (entry.type !== 'answer' || !isMutating(entry.request)) return;
    if (!isSuccess(entry) || ledger.callOf(entry)?.isDamaged !== false) return;
    const { i, status, view, request } = entry;
    if ((request === 'placeOrder' || request === 'openPosition') && ledger.isFirstUse(entry)) {
      findings.judge(request === 'placeOrder' ? STATUS : OPENING_STATUS, status === 202, () => ({
        message: `an accepted ${request} was not answered with 202`,
        expected: '202',
        actual: String(status),
        evidence: [i],
      }));
    }
    const id = memberOf(view, 'operationId');
    findings.judge(request === 'openPosition' ? OPENING_PRESENT : PRESENT, id !== undefined && id !== null, () => ({
      message: `the ACK of ${request} has no operation_id`,
      expected: 'operation_id',
      actual: isJsonObject(entry.body) ? Object.keys(entry.body).join(', ') : show(entry.body),
      evidence: [i],
    }));
    for (const [value, requirement] of [
      [id, TEXT],
      [memberOf(view, 'clientRequestId'), ECHO_TEXT],
    ] as const) {
      if (value === undefined || value === null) continue;
      findings.judge(requirement, typeof value === 'string' && value !== '', () => ({
        message: 'an identifier in an ACK is not text',
        expected: 'a JSON string that is not empty',
        actual: show(value),
        evidence: [i],
      }));
    }
  },
});

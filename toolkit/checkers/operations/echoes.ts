// Interface 2.1, 4.3, 6.1, 8: the idempotency key comes back as client_request_id in the ACK, in the event and in operation status.

import { memberOf } from '../../payload/json-kind.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import { type Checker, type CheckerContext, stateless } from '../checker.js';
import { type Answer, isSuccess } from '../ledger/entry.js';
import type { Ack, Operation } from '../ledger/facts.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Sighting } from '../ledger/sighting.js';
import { show, textAt } from '../ledger/views.js';

const IN_ACK = 'ack.client-request-id-echo';
const IN_OPENING_ACK = 'positions.ack-client-request-id';
const IN_EVENT = 'transactions.client-request-id-echo';
const IN_STATUS = 'operations.client-request-id-echo';

export const echoes: Checker = stateless({
  name: 'echoes',
  sees: ['answer'],
  summary: 'the key comes back as client_request_id in ACK, event and operation status',
  requirements: [IN_ACK, IN_OPENING_ACK, IN_EVENT, IN_STATUS],
  see(entry, context) {
    const { ledger, findings } = context;
    if (entry.type === 'answer' && entry.request === 'operationStatus') judgeReading(entry, context);
    if (entry.type !== 'answer' || !isMutating(entry.request) || entry.operationId === undefined) return;
    if (entry.key === undefined || ledger.callOf(entry)?.isDamaged !== false) return;
    const echo = memberOf(entry.view, 'clientRequestId');
    findings.judge(entry.request === 'openPosition' ? IN_OPENING_ACK : IN_ACK, echo === entry.key, () => ({
      message: 'the ACK does not echo the idempotency key',
      expected: `client_request_id ${entry.key}`,
      actual: show(echo),
      evidence: [entry.i],
    }));
  },
  finish({ ledger, findings }) {
    for (const { operation } of ledger.operations()) {
      const { id, ack } = operation;
      if (ack?.key === undefined || ack.isDamaged) continue;
      for (const event of firstEvents(operation, ack, ledger)) {
        findings.judge(IN_EVENT, event.key === ack.key, () => ({
          message: `the event of operation ${id} does not echo the key of its request`,
          expected: `client_request_id ${ack.key}`,
          actual: show(event.key),
          evidence: [event.i, ack.i],
        }));
      }
    }
  },
});

/**
 * The first event of all, and the first on each connection that has listened since before the request left. Later ones, such as the fill
 * of a pending order, may be the platform's.
 */
function firstEvents({ events }: Operation, { calledNs }: Ack, { connections }: Ledger): readonly Sighting[] {
  return events.filter(({ conn }, at) => {
    if (at === 0) return true;
    const { snapshot, endedNs } = connections.get(conn) ?? {};
    const hasListened = snapshot !== undefined && snapshot.tNs < calledNs && endedNs === undefined;
    return hasListened && events.findIndex((one) => one.conn === conn) === at;
  });
}

/** Every reading of an operation whose ACK is known, finished or not: the echo is owed by whatever status there is (interface 8). */
function judgeReading(reading: Answer, { ledger, findings }: CheckerContext): void {
  const call = ledger.callOf(reading);
  const asked = textAt(call?.params ?? null, 'operationId');
  const ack = asked === undefined ? undefined : ledger.account(reading.account).operations.get(asked)?.ack;
  if (call?.isDamaged !== false || ack?.key === undefined || ack.isDamaged) return;
  if (!isSuccess(reading) || textAt(reading.view, 'state') === undefined) return;
  const echo = textAt(reading.view, 'clientRequestId');
  findings.judge(IN_STATUS, echo === ack.key, () => ({
    message: `the status of operation ${asked} does not echo the key of its request`,
    expected: `client_request_id ${ack.key}`,
    actual: show(echo),
    evidence: [reading.i, ack.i],
  }));
}

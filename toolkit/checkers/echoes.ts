// Interface 2.1, 4.3, 6.1, 8: the idempotency key comes back as client_request_id in the ACK, in the event and in operation status.

import { memberOf } from '../payload/json-kind.js';
import type { Checker } from './checker.js';
import { isMutating } from './facts.js';
import { show } from './views.js';

const IN_ACK = 'ack.client-request-id-echo';
const IN_OPENING_ACK = 'positions.ack-client-request-id';
const IN_EVENT = 'transactions.client-request-id-echo';
const IN_STATUS = 'operations.client-request-id-echo';

export const echoes: Checker = {
  name: 'echoes',
  summary: 'the key comes back as client_request_id in ACK, event and operation status',
  requirements: [IN_ACK, IN_OPENING_ACK, IN_EVENT, IN_STATUS],
  start({ ledger, findings }) {
    return {
      see(entry) {
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
      finish() {
        for (const { operation } of ledger.operations()) {
          const { id, ack } = operation;
          if (ack?.key === undefined || ack.isDamaged) continue;
          // Later events of an operation, such as the fill of a pending order, may be the platform's.
          const [event] = operation.events;
          const [reading] = operation.readings;
          for (const [sighting, requirement] of [
            [event, IN_EVENT],
            [reading, IN_STATUS],
          ] as const) {
            if (sighting === undefined) continue;
            findings.judge(requirement, sighting.key === ack.key, () => ({
              message: `the ${requirement === IN_EVENT ? 'event' : 'status'} of operation ${id} does not echo the key of its request`,
              expected: `client_request_id ${ack.key}`,
              actual: show(sighting.key),
              evidence: [sighting.i, ack.i],
            }));
          }
        }
      },
    };
  },
};

// Interface 1, rule 1; 4.3; 6.4, rule 5: the final result can be read from operation status. It may lag behind the event for as long as an
// event may take, and no longer; that a status is no more there is left open, since its retention is.
import { memberOf } from '../../payload/json-kind.js';
import { type Checker, stateless } from '../checker.js';
import { isSuccess } from '../ledger/entry.js';
import { wasDisturbed } from '../ledger/facts.js';
import { textAt } from '../ledger/views.js';

const REQUIREMENT = 'domain.result-in-status';

export const lateStatus: Checker = stateless({
  name: 'late-status',
  sees: ['answer'],
  summary: 'operation status does not stay pending after the event of the result',
  requirements: [REQUIREMENT],
  see(entry, { ledger, findings, eventMs }) {
    if (entry.type !== 'answer' || entry.request !== 'operationStatus' || !isSuccess(entry)) return;
    const call = ledger.callOf(entry);
    const id = textAt(call?.params, 'operationId');
    if (call === undefined || call.isDamaged || id === undefined) return;
    const account = ledger.account(entry.account);
    const [event] = account.operations.get(id)?.events ?? [];
    if (event === undefined || call.tNs < event.tNs + eventMs * 1e6) return;
    if (wasDisturbed(account, event.tNs, call.tNs)) return;
    findings.judge(REQUIREMENT, memberOf(entry.view, 'state') !== 'pending', () => ({
      message: `the status of operation ${id} stayed pending after its event`,
      expected: event.status,
      actual: `pending, ${Math.round((call.tNs - event.tNs) / 1e6)} ms after the event`,
      evidence: [entry.i, event.i],
    }));
  },
});

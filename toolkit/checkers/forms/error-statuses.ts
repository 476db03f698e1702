// Interface 4.1, synchronous responses: the statuses with which a placement is refused, and which of them goes with which public name.
// Judged is what the service itself says, known by a readable error: a gateway before it has answers of its own. The status of a key
// conflict is left open (interface 7.1), so a request whose key was used before is not judged.
import { PLACE_ORDER_SYNCHRONOUS, synchronousStatusOf } from '../../payload/error-codes.js';
import { type Checker, stateless } from '../checker.js';
import type { Answer } from '../ledger/entry.js';
import type { Ledger } from '../ledger/ledger.js';
import { has } from '../ledger/views.js';
import { isRefusedPlacement, nameOf } from './error-names.js';

const ACCOUNT = 'orders.sync-code-403';
const LISTED_STATUS = 'orders.sync-status-listed';
const LISTED: readonly number[] = Object.keys(PLACE_ORDER_SYNCHRONOUS).map(Number);
/** Of HTTP itself, about method, length and size, and of what stands before the service. */
const OF_TRANSPORT: readonly number[] = [405, 408, 411, 413, 414, 426, 431, 502, 504];

export const accountRefusals: Checker = stateless({
  name: 'account-refusals',
  sees: ['answer'],
  summary: 'a placement that is refused at once for permission or for the state of its account is answered with 403',
  requirements: [ACCOUNT],
  see(entry, { ledger, findings }) {
    if (!isRefusedPlacement(entry, ledger) || !isSaid(entry, ledger)) return;
    const name = nameOf(entry);
    if (name === undefined || synchronousStatusOf(name) !== 403) return;
    findings.judge(ACCOUNT, entry.status === 403, () => ({
      message: `a placement was refused with ${name} under another status`,
      expected: `403 with ${name}`,
      actual: `${entry.status} with ${name}`,
      evidence: [entry.i],
    }));
  },
});

export const placementStatuses: Checker = stateless({
  name: 'placement-statuses',
  sees: ['answer'],
  summary: 'placements are refused with the statuses of the table, each public name with its own',
  requirements: [LISTED_STATUS],
  see(entry, { ledger, findings }) {
    if (!isRefusedPlacement(entry, ledger) || !isSaid(entry, ledger)) return;
    const name = nameOf(entry);
    const own = name === undefined ? undefined : synchronousStatusOf(name);
    // Judged above, and binding.
    if (own === 403) return;
    const allowed = own === undefined ? LISTED : [own];
    findings.judge(LISTED_STATUS, allowed.includes(entry.status), () => ({
      message: 'a placement was refused with a status that the table does not give',
      expected: allowed.join(', '),
      actual: `${entry.status}${name === undefined ? '' : ` with ${name}`}`,
      evidence: [entry.i],
    }));
  },
});

function isSaid(entry: Answer, ledger: Ledger): boolean {
  const { view, status } = entry;
  return (has(view, 'code') || has(view, 'message')) && !OF_TRANSPORT.includes(status) && ledger.isFirstUse(entry);
}

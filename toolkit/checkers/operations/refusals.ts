// Interface 7.1, rule 3: a request that was refused before its ACK leaves nothing behind, no event and no order. A request whose
// answer was lost, or that failed with a server error, may have been executed.
import { type Checker, stateless } from '../checker.js';
import { listOf, textAt } from '../ledger/views.js';

const REQUIREMENT = 'errors.sync-before-ack';

export const refusals: Checker = stateless({
  name: 'refusals',
  sees: ['message'],
  assumes: ['from-start', 'all-connections'],
  summary: 'a refused request yields no event and no order',
  requirements: [REQUIREMENT],
  see(entry, { ledger }) {
    if (entry.type !== 'message') return;
    for (const order of listOf(entry.view, 'orders') ?? []) {
      const key = textAt(order, 'clientRequestId');
      const use = key === undefined ? undefined : ledger.account(entry.account).keys.get(key);
      if (use !== undefined) use.seen ??= entry.i;
    }
  },
  finish({ ledger, findings }) {
    for (const { keys } of ledger.accounts.values()) {
      for (const [key, { call, taken, refused, seen }] of keys) {
        if (refused === undefined || taken > 0) continue;
        findings.judge(REQUIREMENT, seen === undefined, () => ({
          message: `the request with key ${key} was refused, and executed all the same`,
          expected: 'nothing that names the key of a refused request',
          actual: 'an event or order with that client_request_id',
          evidence: [seen ?? 0, refused, call],
        }));
      }
    }
  },
});

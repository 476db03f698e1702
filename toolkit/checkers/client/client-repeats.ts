// Interface 7.1, rule 1; 8: a key that was used for a mutation comes again with the same payload or not at all. Whether a payload in
// another spelling of JSON is the same is left open, so that is a warning; which mutations are of one kind is open too, so only those
// of one account, API key, call and type of order are compared. Another payload after records may have expired is a warning.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Checker, Violation } from '../checker.js';
import type { Call } from '../ledger/entry.js';
import { isMutatingCall, sameness, scopeOf } from './mutations.js';
import { bodyTextOf, isFromClient } from './sent.js';

const DUTY = 'idempotency.client-same-payload';
const REMEMBERED = 20_000;
/** Records of keys are kept for a limited time that is not said; behind what any of them lasts another payload is a warning. */
const RETENTION_NS = 60_000_000_000;

export const clientRepeats: Checker<ClientRequirementId> = {
  name: 'client-repeats',
  summary: 'a key comes again with the same payload or not at all',
  subject: 'client',
  requirements: [DUTY],
  start({ findings }) {
    const first = new Map<string, Call>();
    return {
      see(call) {
        if (!isFromClient(call) || call.key === undefined || !isMutatingCall(call)) return;
        const name = `${scopeOf(call)} ${call.key}`;
        const earlier = first.get(name);
        const isLong = earlier !== undefined && call.tNs - earlier.tNs > RETENTION_NS;
        if (earlier === undefined || isLong) remember(first, name, call);
        if (earlier === undefined) return;
        const same = sameness(earlier, call);
        if (isLong && same !== 'other') return;
        const violation = (): Violation => ({
          message: `the key ${call.key} comes again with ${same === 'alike' ? 'the same payload, spelled otherwise' : 'another payload'}`,
          expected: bodyTextOf(earlier) ?? 'no body',
          actual: bodyTextOf(call) ?? 'no body',
          evidence: [call.i, earlier.i],
        });
        findings.judge(DUTY, same === 'equal', violation, same === 'alike' || isLong ? 'should' : 'must');
      },
    };
  },
};

function remember(calls: Map<string, Call>, name: string, call: Call): void {
  calls.delete(name);
  calls.set(name, call);
  const [oldest] = calls.keys();
  if (calls.size > REMEMBERED && oldest !== undefined) calls.delete(oldest);
}

// Interface 7.1, rule 2: REQUEST_RATE_LIMIT is not retried automatically. The same mutation with the same key, right after the refusal,
// is a repeat that nobody decided anew; later it may be somebody's decision, so that it is a warning. With another payload the key is no
// repeat, and a refusal that left when the client may have given up waiting was perhaps heard by nobody.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { HEADER } from '../../signing/portable.js';
import type { Checker, Violation } from '../checker.js';
import type { Call } from '../ledger/entry.js';
import { isMutatingCall, sameness, scopeOf } from './mutations.js';
import { headerOf, isFromClient } from './sent.js';
import { SigningClock } from './signing-clock.js';

const DUTY = 'limits.client-no-retry';
const REMEMBERED = 20_000;
const AT_ONCE_NS = 10_000_000_000;

export const clientAfterRateLimit: Checker<ClientRequirementId> = {
  name: 'client-after-429',
  summary: 'what was refused for its rate is not sent again by itself',
  subject: 'client',
  requirements: [DUTY],
  start({ findings, ledger }) {
    const refused = new Map<string, { readonly i: number; readonly tNs: number; readonly call: Call }>();
    const clock = new SigningClock();
    return {
      see(entry) {
        if (entry.type === 'answer' && entry.status === 429) {
          const call = ledger.callOf(entry);
          if (call?.key === undefined || !isMutatingCall(call)) return;
          if (clock.isLate(entry.tNs, call.tNs, headerOf(call, HEADER.timestamp))) return;
          refused.set(`${scopeOf(call)} ${call.key}`, { i: entry.i, tNs: entry.tNs, call });
          const [oldest] = refused.keys();
          if (refused.size > REMEMBERED && oldest !== undefined) refused.delete(oldest);
          findings.holds(DUTY);
          return;
        }
        if (!isFromClient(entry)) return;
        clock.see(entry.tNs, headerOf(entry, HEADER.timestamp));
        if (entry.key === undefined || !isMutatingCall(entry)) return;
        const earlier = refused.get(`${scopeOf(entry)} ${entry.key}`);
        if (earlier === undefined || sameness(earlier.call, entry) === 'other') return;
        const level = entry.tNs - earlier.tNs > AT_ONCE_NS ? 'should' : 'must';
        const violation = (): Violation => ({
          message: `the request with key ${entry.key} was refused for its rate, and was sent again`,
          expected: 'nothing more of the request until somebody decides anew',
          actual: `the same key again after ${Math.round((entry.tNs - earlier.tNs) / 1e6)} ms`,
          evidence: [entry.i, earlier.i],
        });
        findings.judge(DUTY, false, violation, level);
      },
    };
  },
};

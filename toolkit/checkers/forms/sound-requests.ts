// Interface 5: a request that is signed as it should be is let in. Found is one that was refused with a code of authentication between two
// of the same key for the same call and account that were let in: what came before it on the account must not cost it. A lock or a gateway
// says none of these codes; permissions that end, or a clock that is moved, are no such case.
import { AUTH_CODES } from '../../payload/error-codes.js';
import { isHandshake, isMutating, REQUEST_NAMES } from '../../profile/dialect/dialect.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { isIdempotencyKey } from '../../signing/idempotency-key.js';
import type { Checker, Findings } from '../checker.js';
import { type Answer, type Call, isSuccess } from '../ledger/entry.js';
import { isOrdinary } from '../ledger/ordinary.js';
import { textAt } from '../ledger/views.js';

const READ = 'auth.signed-get-accepted';
const MUTATION = 'auth.signed-post-accepted';
const HANDSHAKE = 'auth.handshake-path-accepted';
const NAMES: readonly string[] = Object.values(AUTH_CODES);
/** One that was longer under way may have been signed too long before it was read. */
const QUICK_NS = 1e9;
const ACCOUNT = /\/accounts\/([^/?]+)[^?]*$/;

/** Refusals of a key, a call and an account that was let in before, until it is let in again. */
type Doors = Map<string, Answer[]>;

export const soundRequests: Checker = {
  name: 'sound-requests',
  sees: ['answer', 'control'],
  assumes: ['control-known'],
  summary: 'a key is let do again what it was let do before',
  requirements: [READ, MUTATION, HANDSHAKE],
  start({ ledger, findings }) {
    const doors: Doors = new Map();
    let isClockMoved = false;
    return {
      see(entry) {
        if (entry.type === 'control') isClockMoved ||= entry.action === 'clock.advance';
        if (entry.type !== 'answer' || isClockMoved) return;
        const call = ledger.callOf(entry);
        const account = ACCOUNT.exec(call?.path ?? '')?.[1];
        if (call === undefined || account === undefined || !isSound(call)) return;
        const name = `${entry.target} ${call.apiKey} ${call.request} ${account}`;
        const refused = doors.get(name);
        if (isSuccess(entry) || entry.status === 101) {
          doors.set(name, []);
          if (refused !== undefined) judge(refused, entry, findings);
        } else if (refused !== undefined && isOfAuthentication(entry) && entry.tNs - call.tNs < QUICK_NS) {
          refused.push(entry);
        }
      },
    };
  },
};

function isSound(call: Call): boolean {
  const { request, key = '', body, isDamaged, isShifted } = call;
  const name = REQUEST_NAMES.find((one) => one === request);
  if (name === undefined || isDamaged || isShifted || !isOrdinary(call)) return false;
  return isMutating(name) ? isIdempotencyKey(key) : key === '' && body === null;
}

function isOfAuthentication({ view }: Answer): boolean {
  return NAMES.includes(textAt(view, 'message') ?? textAt(view, 'code') ?? '');
}

function judge(refused: readonly Answer[], again: Answer, findings: Findings): void {
  const requirement = requirementOf(again);
  findings.holds(requirement);
  for (const { i, status, view } of refused) {
    findings.judge(requirement, false, () => ({
      message: `a sound ${again.request} was refused between two of the same key that were let in`,
      expected: 'acceptance, as before and afterwards',
      actual: `${status} ${textAt(view, 'message') ?? ''}`,
      evidence: [i, again.i],
    }));
  }
}

function requirementOf({ request }: Answer): RequirementId {
  const name = REQUEST_NAMES.find((one) => one === request);
  if (name === undefined) return READ;
  return isHandshake(name) ? HANDSHAKE : isMutating(name) ? MUTATION : READ;
}

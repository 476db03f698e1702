// Undecided checks by cause, and which causes a profile accepts: `policy.accept` names what a check waits for (`control stream.drop`),
// a check (`hmr.*`), or the reason (`because: …`), all of them as patterns.
import { globMatches } from '../../toolkit/base/glob.js';
import { grouped } from '../../toolkit/base/grouped.js';
import type { CheckResult, Results, RunInfo } from './model.js';
import { reasonInWords } from './plain-words.js';
import { capped } from './sanitize.js';

export const BECAUSE = 'because: ';
/** Of a reason as a pattern: enough to tell causes apart, short enough to paste. */
const MOST_PATTERN = 90;

/** A target that answers slowly shows in as many reasons as there are things to ask for; it is one cause. */
const TOO_SLOW = 'no complete answer within';
const TOO_SLOW_IN_WORDS = 'the target gave no complete answer in time';

export interface UndecidedCause {
  /** The entry of `policy.accept` that accepts it, and the name of the cause. */
  readonly accept: string;
  /** In the order of the run. */
  readonly checks: readonly [CheckResult, ...CheckResult[]];
  /** Those of them that keep the run from being complete. */
  readonly open: number;
}

/** Whether an undecided check leaves the run incomplete. A run that names no policy was made when `unreachable` was the default. */
export function leavesIncomplete(check: CheckResult, run: Pick<RunInfo, 'policy' | 'accepted' | 'level'>): boolean {
  if (check.verdict === 'not-run') return true;
  const { policy = 'unreachable', accepted = [], level } = run;
  if (check.verdict !== 'inconclusive' || policy === 'any' || check.waiver !== undefined) return false;
  if (policy === 'none') return true;
  if (policy === 'unreachable' && check.unreachable === true) return false;
  if (policy === 'listed' && check.level === 'should' && level === 'must') return false;
  return !accepted.some((pattern) => accepts(pattern, check));
}

function accepts(pattern: string, check: CheckResult): boolean {
  return [check.id, ...causesOf(check), `${BECAUSE}${check.reason ?? ''}`].some((text) => globMatches(pattern, text));
}

/** Greatest first. A check that waits for several things counts with the one for which most wait. */
export function undecidedCauses({ checks, run }: Results): readonly UndecidedCause[] {
  const undecided = checks.filter(({ verdict }) => verdict === 'inconclusive');
  const waiting = new Map<string, number>();
  for (const check of undecided) {
    for (const cause of causesOf(check)) waiting.set(cause, (waiting.get(cause) ?? 0) + 1);
  }
  const weightOf = (cause: string): number => waiting.get(cause) ?? 0;
  const causeOf = (check: CheckResult): string =>
    causesOf(check).reduce((most, cause) => (weightOf(cause) > weightOf(most) ? cause : most));
  return [...grouped(undecided, causeOf)]
    .map(([accept, own]) => ({
      accept,
      checks: own,
      open: own.filter((check) => leavesIncomplete(check, run)).length,
    }))
    .sort((a, b) => b.checks.length - a.checks.length);
}

/** What it waits for, else its reason; never empty. */
function causesOf({ needs = [], reason = '' }: CheckResult): readonly [string, ...string[]] {
  const [first, ...others] = needs;
  return first === undefined ? [BECAUSE + patternOf(reason)] : [first, ...others];
}

/** What several checks of one cause have in common, for a reader. */
export function causeInWords(check: Pick<CheckResult, 'reason' | 'property'>): string {
  return isTooSlow(check.reason ?? '') ? TOO_SLOW_IN_WORDS : (reasonInWords(check) ?? '');
}

/** A request of the check was not answered in the time that the profile gives it. */
export function isTooSlow(reason: string): boolean {
  return reason.includes(TOO_SLOW);
}

/** Numbers and identifiers in a reason do not matter. Word by word, since a search for the digit takes quadratic time on a hostile one. */
export function patternOf(reason: string): string {
  if (isTooSlow(reason)) return `*${TOO_SLOW}*`;
  const plain = reason.replace(/[\w.-]+/g, (word) => (/\d/.test(word) ? '*' : word)).replace(/\s+/g, ' ');
  if (plain.length <= MOST_PATTERN) return plain;
  const cut = capped(plain, MOST_PATTERN + 40).slice(0, MOST_PATTERN);
  // A word that is cut off reads like one that is meant.
  const words = cut.slice(0, cut.lastIndexOf(' ') + 1);
  return `${words === '' ? cut : words}*`;
}

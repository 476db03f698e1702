// The checks beside a failed one that judge the statement which it violates: what the failing ones have in common, and what passes
// although it is nearly the same, tells the cause as a rule sooner than any of them alone.
import type { CheckResult, Results } from './model.js';
import { violatedBy } from './violated.js';

export interface Siblings {
  readonly requirement: string;
  /** In the order of the run, the check itself among them. */
  readonly failing: readonly CheckResult[];
  readonly passing: readonly CheckResult[];
  /** Words of the names of all failing checks that no passing one has; empty where fewer than two fail or none passes. */
  readonly shared: readonly string[];
}

/** Undefined for what did not fail, and for a failure that stands alone. */
export function siblingsOf(check: CheckResult, { checks }: Pick<Results, 'checks'>): Siblings | undefined {
  if (check.verdict !== 'fail') return undefined;
  const requirement = violatedBy(check);
  const judging = checks.filter(({ requirements }) => requirements.includes(requirement));
  const failing = judging.filter((one) => one.verdict === 'fail' && violatedBy(one) === requirement);
  const passing = judging.filter(({ verdict }) => verdict === 'pass');
  if (failing.length + passing.length < 2) return undefined;
  const shared = failing.length < 2 || passing.length === 0 ? [] : sharedWords(failing, passing);
  return { requirement, failing, passing, shared };
}

function sharedWords(failing: readonly CheckResult[], passing: readonly CheckResult[]): readonly string[] {
  const elsewhere = new Set(passing.flatMap(wordsOf));
  const [first, ...others] = failing.map(wordsOf);
  return (first ?? []).filter((word) => !elsewhere.has(word) && others.every((own) => own.includes(word)));
}

/** Of the part of an id that tells cases of one statement apart. */
function wordsOf({ id }: CheckResult): readonly string[] {
  return (id.split('/')[1] ?? '').split('-').filter((word) => word.length > 2);
}

// Failures by the requirement that they violate, most first: checks that fail on one requirement have one cause as a rule, and a
// report that shows each of them at length hides the others. Undecided checks are grouped by their reason for the same purpose.

import { grouped } from '../../toolkit/payload/grouped.js';
import { isDecisiveFailure } from './conformance.js';
import { failuresOf } from './headline.js';
import type { CheckResult, Results } from './model.js';
import { patternOf } from './undecided.js';

export interface CheckGroup {
  /** A requirement, or a reason. */
  readonly key: string;
  /** The first is shown at length. */
  readonly checks: readonly [CheckResult, ...CheckResult[]];
}

/** Groups with a failure that decides the run come first. */
export function failureGroups(results: Results): readonly CheckGroup[] {
  const failed = failuresOf(results);
  const byId = new Map(failed.map((check) => [check.id, check]));
  const keyOf = (check: CheckResult): string => check.requirements[0] ?? check.id;
  // What follows from another failure stands behind it, under its requirement.
  const roots = failed.filter(({ because }) => because === undefined);
  const followers = failed.filter(({ because }) => because !== undefined);
  const groups = groupChecks([...roots, ...followers], (check) => keyOf(byId.get(check.because ?? '') ?? check));
  const decides = ({ checks }: CheckGroup): boolean =>
    checks.some((check) => isDecisiveFailure(check, results.run.level));
  return [...groups.filter(decides), ...groups.filter((group) => !decides(group))];
}

/** Undecided checks by reason. */
export function undecidedGroups(results: Results): readonly CheckGroup[] {
  return groupChecks(
    results.checks.filter((check) => check.verdict === 'inconclusive'),
    reasonOf,
  );
}

/** Errors of the suite and checks that were lost, by reason; errors first. */
export function brokenGroups(results: Results): readonly CheckGroup[] {
  return (['error', 'not-run'] as const).flatMap((verdict) =>
    groupChecks(
      results.checks.filter((check) => check.verdict === verdict),
      reasonOf,
    ),
  );
}

function reasonOf(check: CheckResult): string {
  return patternOf(check.reason ?? '');
}

function groupChecks(checks: readonly CheckResult[], keyOf: (check: CheckResult) => string): readonly CheckGroup[] {
  return [...grouped(checks, keyOf)]
    .map(([key, own]) => ({ key, checks: own }))
    .sort((a, b) => b.checks.length - a.checks.length);
}

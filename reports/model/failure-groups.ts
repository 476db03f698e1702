// Failures by the requirement that they violate, most first: checks that fail on one requirement have one cause as a rule, and a
// report that shows each of them at length hides the others. Undecided checks are grouped by their reason for the same purpose.

import { grouped } from '../../toolkit/base/grouped.js';
import { isDecisiveFailure } from './conformance.js';
import { failuresOf } from './headline.js';
import type { CheckResult, Results } from './model.js';
import { patternOf } from './undecided.js';
import { violatedBy } from './violated.js';

export interface CheckGroup {
  /** A requirement, or a reason. */
  readonly key: string;
  /** The first is shown at length. */
  readonly checks: readonly [CheckResult, ...CheckResult[]];
}

/** Groups with a failure that decides the run come first; among these, groups with a check about that requirement alone. */
export function failureGroups(results: Results): readonly CheckGroup[] {
  const failed = failuresOf(results);
  const decisive = (check: CheckResult): boolean => isDecisiveFailure(check, results.run.level);
  const byId = new Map(failed.map((check) => [check.id, check]));
  // What follows from another failure stands behind it, under its requirement.
  const roots = failed
    .filter(({ because }) => because === undefined)
    .sort((a, b) => Number(decisive(b)) - Number(decisive(a)) || narrowFirst(a, b));
  const followers = failed.filter(({ because }) => because !== undefined);
  const groups = groupChecks([...roots, ...followers], (check) => violatedBy(byId.get(check.because ?? '') ?? check));
  const rank = ({ checks }: CheckGroup): number => (checks.some(decisive) ? 0 : 3) + breadthOf(checks[0]);
  return [...groups].sort((a, b) => rank(a) - rank(b));
}

/**
 * For a group without a check about its requirement alone: the first group that has one. Its finding may be the cause of both, and is
 * easier to understand.
 */
export function narrowerThan(group: CheckGroup, groups: readonly CheckGroup[]): CheckGroup | undefined {
  if (breadthOf(group.checks[0]) === 0) return undefined;
  const place = groups.indexOf(group);
  return groups.find(({ checks: [first] }, index) => index < place && breadthOf(first) === 0);
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

/** 0: about nothing else. 1: judges what is violated among others. 2: generated commands, many at once, a whole history. */
function breadthOf({ kind, requirements, violates }: CheckResult): 0 | 1 | 2 {
  if (kind !== 'scenario') return 2;
  return violates === undefined || violates[0] === requirements[0] ? 0 : 1;
}

/** Random cases last, since their cause has to be searched for. Among equals level must comes first, then the narrowest check. */
function narrowFirst(a: CheckResult, b: CheckResult): number {
  return (
    breadthOf(a) - breadthOf(b) ||
    Number(a.level === 'should') - Number(b.level === 'should') ||
    a.requirements.length - b.requirements.length
  );
}

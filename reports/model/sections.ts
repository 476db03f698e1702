// The requirement matrix: requirements by section in the order of the interface, with counts by verdict. Every renderer shows this one.
import { grouped } from '../../toolkit/payload/grouped.js';
import type { RequirementResult, Verdict } from './model.js';

/** `untested`: a requirement that no check covers; `untestable`: one for which the catalogue says why. */
export type Coverage = Verdict | 'untested' | 'untestable';

export interface SectionRow {
  readonly section: string;
  readonly requirements: readonly RequirementResult[];
  readonly counts: Readonly<Record<Coverage, number>>;
}

/** Worst first, then what nobody has looked at. */
export const COVERAGES: readonly Coverage[] = [
  'error',
  'fail',
  'inconclusive',
  'not-run',
  'untested',
  'pass',
  'not-applicable',
  'untestable',
];

/** The words that people read. */
export const COVERAGE_WORDS: Readonly<Record<Coverage, string>> = {
  error: 'suite error',
  fail: 'fail',
  inconclusive: 'undecided',
  'not-run': 'not run',
  untested: 'uncovered',
  pass: 'pass',
  'not-applicable': 'not applicable',
  untestable: 'untestable',
};

/** One sign each, so that colour is never needed. */
export const COVERAGE_SIGNS: Readonly<Record<Coverage, string>> = {
  error: '!',
  fail: '✗',
  inconclusive: '?',
  'not-run': '○',
  untested: '∅',
  pass: '✓',
  'not-applicable': '–',
  untestable: '·',
};

export function coverageOf(requirement: RequirementResult): Coverage {
  const { verdict, untestable } = requirement;
  return verdict === 'untested' && untestable !== undefined ? 'untestable' : verdict;
}

export function sectionRows(requirements: readonly RequirementResult[]): readonly SectionRow[] {
  return [...grouped(requirements, ({ section }) => section)]
    .sort(([a], [b]) => compareSections(a, b))
    .map(([section, own]) => ({ section, requirements: own, counts: countCoverage(own) }));
}

/** By number at every level: 4.5 before 4.10, 5 before 5.1. */
export function compareSections(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = Number(left[index] ?? -1) - Number(right[index] ?? -1);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function countCoverage(requirements: readonly RequirementResult[]): Record<Coverage, number> {
  const counts: Record<Coverage, number> = {
    error: 0,
    fail: 0,
    inconclusive: 0,
    'not-run': 0,
    pass: 0,
    'not-applicable': 0,
    untested: 0,
    untestable: 0,
  };
  for (const requirement of requirements) counts[coverageOf(requirement)] += 1;
  return counts;
}

// The requirement matrix: requirements by section in the order of the interface, with counts by verdict. Every renderer shows this one.
import { grouped } from '../../toolkit/base/grouped.js';
import { worstVerdict } from './conformance.js';
import { type CheckResult, countEach, type RequirementResult, type Results, type Verdict } from './model.js';
import { wordOf } from './words.js';

/**
 * `warning`: none of its checks fails that must hold, and one of level should does; `untested`: a requirement that no check covers;
 * `of-clients`: one that is judged where a client is under test; `untestable`: one for which the catalogue says why.
 */
export type Coverage = Verdict | 'warning' | 'untested' | 'of-clients' | 'untestable';

export interface Covered extends RequirementResult {
  readonly coverage: Coverage;
}

export interface SectionRow {
  readonly section: string;
  readonly requirements: readonly Covered[];
  readonly counts: Readonly<Record<Coverage, number>>;
}

/** The word that people read, and a sign, so that colour is never needed. Worst first, then what nobody has looked at. */
export const COVERAGE: Readonly<Record<Coverage, { readonly word: string; readonly sign: string }>> = {
  error: { word: 'suite error', sign: '!' },
  fail: { word: 'fail', sign: '✗' },
  warning: { word: 'warning', sign: '!' },
  inconclusive: { word: 'undecided', sign: '?' },
  'not-run': { word: 'not run', sign: '○' },
  untested: { word: 'uncovered', sign: '∅' },
  pass: { word: 'pass', sign: '✓' },
  'not-applicable': { word: 'not applicable', sign: '–' },
  'left-out': { word: 'left out', sign: '/' },
  'of-clients': { word: 'judged of clients', sign: '·' },
  untestable: { word: 'untestable', sign: '·' },
};

/** `1 warning`, `2 warnings`; the other words have no plural. */
export function countedCoverage(count: number, coverage: Coverage): string {
  return `${count} ${COVERAGE[coverage].word}${coverage === 'warning' && count !== 1 ? 's' : ''}`;
}

export const COVERAGES = Object.keys(COVERAGE) as readonly Coverage[]; // the keys of the record are the words of the union

type Judged = Pick<Results, 'requirements' | 'checks'> & { readonly run: Pick<Results['run'], 'level'> };

/**
 * A check that judges many requirements fails for those alone that its assertion names: of the others it says nothing, so that one
 * defect does not colour every section.
 */
export function coveredRequirements({ requirements, checks, run }: Judged): readonly Covered[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  return requirements.map((one) => {
    const own = one.checks.flatMap((id) => byId.get(id) ?? []);
    return { ...one, coverage: coverageOf(one, own, run.level) };
  });
}

function coverageOf(
  requirement: RequirementResult,
  checks: readonly CheckResult[],
  level: Results['run']['level'],
): Coverage {
  const { id, verdict, untestable, judgedBy } = requirement;
  if (verdict === 'fail') {
    const telling = checks.filter((one) => one.verdict !== 'fail' || (one.violates?.includes(id) ?? true));
    const failing = telling.filter((one) => one.verdict === 'fail');
    if (failing.length > 0) return failing.every((one) => wordOf(one, level) === 'warning') ? 'warning' : 'fail';
    const others = worstVerdict(telling.map((one) => one.verdict));
    if (checks.length > 0) return others === undefined || others === 'not-applicable' ? 'inconclusive' : others;
  }
  if (verdict !== 'untested') return verdict;
  if (judgedBy === 'client') return 'of-clients';
  return untestable === undefined ? 'untested' : 'untestable';
}

export function sectionRows(requirements: readonly Covered[]): readonly SectionRow[] {
  return [...grouped(requirements, ({ section }) => section)]
    .sort(([a], [b]) => compareSections(a, b))
    .map(([section, own]) => ({
      section,
      requirements: own,
      counts: countEach(
        COVERAGES,
        own.map(({ coverage }) => coverage),
      ),
    }));
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

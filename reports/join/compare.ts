// What changed between two runs: regressed, fixed, no longer decided, new, removed checks; changed profile, suite, target, settings.
// Pure, and free of Node, so that the viewer compares in the browser with the same rules as `tsi compare`.
import { isDecisiveFailure } from '../model/conformance.js';
import type { CheckResult, Results, RunInfo, Verdict } from '../model/model.js';
import { placeOf } from './target-place.js';

export interface VerdictChange {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly string[];
  readonly before: Verdict;
  readonly after: Verdict;
  readonly reason?: string;
  readonly reproduce: string;
}

export interface Comparison {
  /** Fails now in a way that decides the exit code of its run, and did not before; passed before, now lost or an error of the suite. */
  readonly regressed: readonly VerdictChange[];
  /** Failed before, passes now. */
  readonly fixed: readonly VerdictChange[];
  /** Passed before, undecided or not applicable now. */
  readonly undecided: readonly VerdictChange[];
  /** Every other change of a verdict. */
  readonly other: readonly VerdictChange[];
  readonly added: readonly Pick<CheckResult, 'id' | 'title' | 'verdict'>[];
  readonly removed: readonly Pick<CheckResult, 'id' | 'title' | 'verdict'>[];
  /** What else differs and may explain the rest, one sentence each. */
  readonly context: readonly string[];
  readonly same: number;
  /** Whether both are of one suite and catalogue, so that checks that are not there any more were left out. */
  readonly sameSuite: boolean;
}

export function compareResults(before: Results, after: Results): Comparison {
  const old = new Map(before.checks.map((check) => [check.id, check]));
  const now = new Map(after.checks.map((check) => [check.id, check]));
  const lists = { regressed: [], fixed: [], undecided: [], other: [] } as Record<Change, VerdictChange[]>;
  let same = 0;
  for (const check of after.checks) {
    const was = old.get(check.id);
    if (was === undefined) continue;
    const change = changeOf(was, check, after.run.level);
    if (change === undefined) same += 1;
    else lists[change].push(describe(was, check));
  }
  return {
    ...lists,
    added: after.checks.filter((check) => !old.has(check.id)).map(nameOf),
    removed: before.checks.filter((check) => !now.has(check.id)).map(nameOf),
    context: contextOf(before, after),
    same,
    sameSuite: isSameSuite(before.run.suite, after.run.suite),
  };
}

function isSameSuite(a: RunInfo['suite'], b: RunInfo['suite']): boolean {
  return a.version === b.version && a.catalogue === b.catalogue && a.catalogueVersion === b.catalogueVersion;
}

function nameOf({ id, title, verdict }: CheckResult): Comparison['added'][number] {
  return { id, title, verdict };
}

type Change = 'regressed' | 'fixed' | 'undecided' | 'other';

/** Both failures are held against the level of the later run, so that only what changed in the target counts. */
function changeOf(was: CheckResult, is: CheckResult, level: RunInfo['level']): Change | undefined {
  if (was.verdict === is.verdict && (is.verdict !== 'fail' || was.level === is.level)) return undefined;
  const decides = isDecisiveFailure(is, level);
  if (is.verdict === 'fail') return decides && !isDecisiveFailure(was, level) ? 'regressed' : 'other';
  if (was.verdict === 'fail' && is.verdict === 'pass') return 'fixed';
  if (was.verdict !== 'pass') return 'other';
  return is.verdict === 'error' || is.verdict === 'not-run' ? 'regressed' : 'undecided';
}

function describe(was: CheckResult, is: CheckResult): VerdictChange {
  const { id, title, sections, reason, reproduce } = is;
  return {
    id,
    title,
    sections,
    before: was.verdict,
    after: is.verdict,
    reproduce,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Its version, where both runs say theirs, and what tells apart catalogues of one version. */
function catalogueOf({ suite }: RunInfo, other: RunInfo): string {
  const digest = suite.catalogue.slice(0, 12);
  const hasVersion = suite.catalogueVersion !== undefined && other.suite.catalogueVersion !== undefined;
  return hasVersion ? `${suite.catalogueVersion} (${digest})` : digest;
}

function contextOf({ run: a }: Results, { run: b }: Results): readonly string[] {
  const build = (run: Results['run']): string => run.target.build?.digest ?? run.target.build?.version ?? 'unknown';
  const pairs: readonly (readonly [what: string, before: string, after: string])[] = [
    ['the profile changed', a.target.fingerprint.slice(0, 12), b.target.fingerprint.slice(0, 12)],
    ['the suite changed', a.suite.version, b.suite.version],
    ['the catalogue changed', catalogueOf(a, b), catalogueOf(b, a)],
    ['the target changed', placeOf(a), placeOf(b)],
    ['the build changed', build(a), build(b)],
    ['the effort changed', a.effort, b.effort],
    ['the level changed', a.level, b.level],
    ['the selection changed', a.selection.join(' ') || 'everything', b.selection.join(' ') || 'everything'],
    ['the shard changed', a.shard ?? 'none', b.shard ?? 'none'],
  ];
  return pairs
    .filter(([, before, now]) => before !== now)
    .map(([what, before, now]) => `${what}: ${before} before, ${now} now`);
}

// From verdicts and findings to the conformance that a run shows: counts, conformant, complete and exit code. Pure, the one home of this
// arithmetic.
import { type CheckResult, countEach, type Results, type RunInfo, VERDICTS, type Verdict } from './model.js';
import { leavesIncomplete } from './undecided.js';

type Judged = Pick<Results, 'checks' | 'findings'> & {
  readonly run: Pick<
    RunInfo,
    'level' | 'policy' | 'accepted' | 'shard' | 'interrupted' | 'killed' | 'bailed' | 'ci'
  > & {
    readonly target?: Pick<RunInfo['target'], 'assumed'>;
  };
};
type Conformance = Pick<Results, 'conformant' | 'complete' | 'exitCode' | 'counts' | 'warnings'>;

/** Whether a failed check decides the exit code: not waived, and of a level that the run was asked to demand. */
export function isDecisiveFailure(check: CheckResult, level: RunInfo['level']): boolean {
  return check.verdict === 'fail' && check.waiver === undefined && (check.level === 'must' || level === 'should');
}

/** A CI job must not pass because the embedded reference was judged by default: nobody reads there which service it was. */
export function judgedNobodysTarget({ ci, target }: Judged['run']): boolean {
  return ci === true && target?.assumed === true;
}

export function conformanceOf({ checks, findings, run }: Judged): Conformance {
  const counts = countVerdicts(checks);
  const warnings = checks.filter((check) => check.verdict === 'fail' && check.level === 'should').length;
  const failed = checks.some((check) => isDecisiveFailure(check, run.level));
  const fatal = new Set(findings.filter((finding) => finding.fatal).map((finding) => finding.kind));
  const suiteError = counts.error > 0 || fatal.has('suite') || fatal.has('secret');
  const undecided = checks.some((check) => leavesIncomplete(check, run));
  // Where nothing was judged there is nothing to call conformant, whatever the profile accepts. A single shard may judge nothing.
  const isShard = run.shard !== undefined;
  const judged = (isShard || counts.pass + counts.fail > 0) && !judgedNobodysTarget(run);
  const complete = judged && !undecided && !suiteError && !fatal.has('preflight') && run.killed !== true;
  const conformant = complete && !failed && fatal.size === 0 && run.interrupted === undefined;
  const exitCode = exitCodeOf();
  return { conformant, complete, exitCode, counts, warnings };

  function exitCodeOf(): number {
    if (run.interrupted !== undefined) return run.interrupted === 'SIGINT' ? 130 : 143;
    if (checks.length === 0 && !isShard) return 5;
    if (fatal.has('preflight')) return 3;
    if (suiteError || (counts['not-run'] > 0 && run.killed !== true && run.bailed !== true)) return 4;
    if (failed || fatal.size > 0) return 1;
    return complete ? 0 : 6;
  }
}

export function countVerdicts(checks: readonly CheckResult[]): Record<Verdict, number> {
  return countEach(
    VERDICTS,
    checks.map((check) => check.verdict),
  );
}

/** The worst of verdicts in the order of `VERDICTS`; `not-applicable` counts only where nothing else is. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict | undefined {
  return VERDICTS.find((verdict) => verdicts.includes(verdict));
}

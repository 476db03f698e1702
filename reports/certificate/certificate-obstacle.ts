// Of which results no certificate can be made: parts, runs cut short, runs of nobody's target, checks without a verdict.
import type { Results } from '../model/model.js';

/** Why no certificate can be made of these results; undefined when one can. A failed run can be certified: it certifies the failure. */
export function certificateObstacle({ run, checks, findings }: Results): string | undefined {
  if (run.selection.length > 0) return `the run was limited to ${run.selection.join(' ')}; certify a run of everything`;
  if (run.shard !== undefined) return `this is shard ${run.shard}; merge all shards first`;
  if (run.interrupted !== undefined || run.killed === true || run.bailed === true) return 'the run was cut short';
  if (run.target.assumed === true) {
    const [subject, named] = run.target.subject === 'client' ? ['client', '--exec'] : ['service', '--profile'];
    return `the embedded reference ${subject} was judged, which nothing asked for; run with ${named}, or with --reference`;
  }
  if (run.effort === 'quick') return 'the run had effort quick; a certificate needs standard or thorough';
  if (run.plan === undefined) return 'the results do not name their plan, so nothing proves that they are complete';
  if (checks.length !== run.plan.checks) {
    return `the plan has ${run.plan.checks} checks, the results have ${checks.length}`;
  }
  const lost = checks.find((check) => check.verdict === 'not-run' || check.verdict === 'error');
  if (lost !== undefined) return `${lost.id} has no verdict (${lost.verdict}: ${lost.reason ?? ''})`;
  const preflight = findings.find((finding) => finding.kind === 'preflight' && finding.fatal);
  return preflight === undefined ? undefined : preflight.message;
}

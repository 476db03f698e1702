// What there is to say about a run besides its checks: preflight, lost results, problems outside of checks, a full disk, a key given
// away.

import type { RunFinding } from '../../../reports/model/model.js';
import type { RunReport } from '../../../suites/runner/engine/follow-run.js';
import type { Plan } from '../../../suites/runner/plan/plan.js';
import { plural } from '../../base/plural.js';

/** Of the records that a finding names. */
const MOST_SHOWN = 20;

/** `journal` says why it is not the one that the run wrote, where it is not. */
export function runFindings(plan: Plan, report: RunReport | undefined, journal?: string): readonly RunFinding[] {
  const findings: RunFinding[] = [];
  const add = (kind: RunFinding['kind'], message: string, fatal: boolean, evidence: readonly number[] = []): void => {
    findings.push({ kind, message, evidence, fatal });
  };
  if (plan.uncatalogued.length > 0) {
    add('suite', `checks name requirements that the catalogue does not have: ${plan.uncatalogued.join(', ')}`, true);
  }
  if (report === undefined) return findings;
  for (const { outcome, message, advice, streams, accounts, evidence } of report.preflights.values()) {
    if (outcome !== 'ready') {
      findings.push({
        kind: 'preflight',
        message: message ?? outcome,
        evidence,
        fatal: true,
        preflight: outcome,
        ...(advice !== undefined && { advice }),
      });
    }
    if (streams !== undefined) add('preflight', streams, false, evidence);
    if (accounts !== undefined) add('control', accounts, false, evidence);
  }
  for (const { kind, message, evidence } of [...report.findings.values()].flat()) add(kind, message, false, evidence);
  for (const leak of [...report.leaks.values()].flat()) add('leak', leak, false);
  if (report.lost.length > 0) {
    add(
      'suite',
      `${report.lost.length} planned checks were lost: ${report.lost.map(({ check }) => check).join(', ')}`,
      true,
    );
  }
  for (const problem of report.problems) add('suite', `outside of every check: ${problem}`, true);
  const { journalFailure, secretsIn = [], echoesIn = [] } = report.end ?? {};
  if (journal !== undefined && journalFailure === undefined) add('suite', journal, true);
  if (journalFailure !== undefined) add('suite', `the journal is incomplete: ${journalFailure}`, true);
  if (secretsIn.length > 0) {
    const many = plural(secretsIn.length, 'record');
    const message = `a private key or a token of the profile crossed the wire in ${many}; it was redacted, and should be replaced`;
    add('secret', message, false, secretsIn.slice(0, MOST_SHOWN));
  }
  if (echoesIn.length > 0) {
    const many = plural(echoesIn.length, 'message');
    const message = `the target sends signatures back that it was sent, in ${many}; they were redacted`;
    add('secret', message, false, echoesIn.slice(0, MOST_SHOWN));
  }
  return findings;
}

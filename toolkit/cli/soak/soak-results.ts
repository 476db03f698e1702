// A soak as the results of a run: the history checks that judged it, with their verdicts over all rounds. Renderers, comparisons and exit
// codes need not know the difference.

import type { CheckResult, Observation, Results, RunFinding, RunInfo } from '../../../reports/model/model.js';
import type { Level } from '../../../suites/runner/check.js';
import type { Outcome } from '../../../suites/runner/live/outcome.js';
import type { SoakFinding } from '../../../suites/soak/findings.js';
import type { SoakReport } from '../../../suites/soak/soak.js';
import { plural } from '../../base/plural.js';
import type { Prepared } from '../run/prepare.js';
import { makeResults } from '../run/results.js';

export interface SoakResultsInput {
  readonly run: RunInfo;
  readonly prepared: Prepared;
  readonly report: SoakReport;
  /** Where a record of a story is in the journal that the soak leaves. */
  readonly place: (record: number) => number | undefined;
  readonly reproduce: string;
}

/** `auth.x/journal-NAME`: the check of a history checker. */
const JOURNAL_CHECK = /\/journal-(.+)$/;

export function soakResults({ run, prepared, report, place, reproduce }: SoakResultsInput): Results {
  const checkerOf = (id: string): string | undefined => JOURNAL_CHECK.exec(id)?.[1];
  const names = new Set(report.verdicts.map(({ checker }) => checker));
  const items = prepared.plan.items.filter(({ id }) => names.has(checkerOf(id) ?? ''));
  const outcomes = items.flatMap(({ id, obstacle }): readonly Outcome[] => {
    const name = checkerOf(id);
    if (obstacle !== undefined) return [];
    const found = report.findings.filter(({ finding }) => finding.checker === name);
    const verdict = report.verdicts.find(({ checker }) => checker === name);
    return [
      { target: 'target', check: id, durationMs: 0, observations: [], findings: [], ...decided(found, verdict, place) },
    ];
  });
  const results = makeResults({
    run,
    items,
    outcomes,
    findings: findingsOf(report),
    catalogue: prepared.catalogue,
    checks: prepared.checks,
    waivers: [],
    today: run.started.slice(0, 10),
    reproduce: () => reproduce,
  });
  return { ...results, observations: observationsOf(report, run.durationMs) };
}

type Decided = Pick<Outcome, 'verdict' | 'evidence' | 'requirement'> &
  Partial<Pick<CheckResult, 'reason' | 'expected' | 'actual'>> & { readonly level?: Level };

/** What binds comes first. */
function decided(
  found: readonly SoakFinding[],
  verdict: SoakReport['verdicts'][number] | undefined,
  place: SoakResultsInput['place'],
): Decided {
  const worst = found.find(({ level }) => level === 'must') ?? found[0];
  if (worst !== undefined) {
    const { finding, level, count } = worst;
    const more = found.length > 1 ? `; and ${found.length - 1} more of other kinds` : '';
    return {
      verdict: 'fail',
      level,
      reason: `${finding.message}, in ${plural(count, 'round')}${more}`,
      expected: finding.expected,
      actual: finding.actual,
      requirement: finding.requirement,
      evidence: finding.evidence.flatMap((record) => place(record) ?? []),
    };
  }
  if (verdict?.isBroken === true) {
    return { verdict: 'inconclusive', reason: verdict.reason ?? 'the checker failed', evidence: [] };
  }
  if (verdict === undefined || verdict.outcome === 'unknown') {
    return { verdict: 'not-applicable', reason: 'the soak met nothing that this checker could judge', evidence: [] };
  }
  return { verdict: 'pass', evidence: [] };
}

function findingsOf({ preflight, notes }: SoakReport): readonly RunFinding[] {
  const { outcome, message = outcome, evidence } = preflight;
  return [
    ...(outcome === 'ready' ? [] : [{ kind: 'preflight' as const, message, evidence, fatal: true }]),
    ...notes.map((note) => ({ kind: 'suite' as const, message: note, evidence: [], fatal: false })),
  ];
}

function observationsOf({ figures, situations, records }: SoakReport, durationMs: number): readonly Observation[] {
  const seconds = Math.max(1, durationMs / 1000);
  const one = (name: string, value: number, unit?: string): Observation => ({
    name,
    value: Math.round(value * 100) / 100,
    ...(unit !== undefined && { unit }),
    section: '1',
    check: null,
    evidence: [],
  });
  return [
    one('operations acknowledged', figures.operations),
    one('operations in a second', figures.operations / seconds, '1/s'),
    one('requests in a second', figures.requests / seconds, '1/s'),
    one('transaction events', figures.events),
    one('streams opened', figures.streams),
    one('disturbances', figures.disturbances),
    one('records judged', records),
    one('answers, median', figures.answer.percentile(0.5), 'ms'),
    one('answers, 99th percentile', figures.answer.percentile(0.99), 'ms'),
    one('results after their ACK, median', figures.result.percentile(0.5), 'ms'),
    one('results after their ACK, 99th percentile', figures.result.percentile(0.99), 'ms'),
    one('situations met', situations.filter(({ isMet }) => isMet).length),
  ];
}

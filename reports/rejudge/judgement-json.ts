// The judgement as a document for programs, `tsi judge --json`; its schema is `judgement.schema.json`.
import type { Verdict } from '../model/model.js';
import type { JudgeFinding, Judgement } from './judgement.js';

export interface JudgementDocument {
  readonly run: string;
  readonly records: number;
  /** Whether nothing was found. */
  readonly agrees: boolean;
  readonly assertions: number;
  /** Assertions whose outcome the suite computed itself; they are taken over. */
  readonly computed: number;
  readonly checks: readonly { readonly id: string; readonly recorded: Verdict | null; readonly recomputed: Verdict }[];
  readonly findings: readonly JudgeFinding[];
  /** In which results.json says something else than the journal. */
  readonly differences: readonly string[];
}

export function judgementDocument(judgement: Judgement, differences: readonly string[]): JudgementDocument {
  const judged = [...judgement.checks];
  return {
    run: judgement.header.run,
    records: judgement.records,
    agrees: judgement.findings.length === 0 && differences.length === 0,
    assertions: judged.reduce((sum, [, check]) => sum + check.assertions, 0),
    computed: judged.reduce((sum, [, check]) => sum + check.computed, 0),
    checks: judged.map(([id, { recorded, recomputed }]) => ({ id, recorded: recorded ?? null, recomputed })),
    findings: judgement.findings,
    differences,
  };
}

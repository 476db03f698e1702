// What every checker has judged over all rounds, added up.
import type { CheckerResult } from '../../toolkit/checkers/index.js';

const WORST: readonly CheckerResult['outcome'][] = ['unknown', 'ok', 'found'];

export class Verdicts {
  readonly #results = new Map<string, CheckerResult>();

  add(results: readonly CheckerResult[]): void {
    for (const result of results) {
      const known = this.#results.get(result.checker);
      this.#results.set(result.checker, known === undefined ? bare(result) : joined(known, result));
    }
  }

  get all(): readonly CheckerResult[] {
    return [...this.#results.values()];
  }
}

/** Findings are kept elsewhere, each once. */
function bare(result: CheckerResult): CheckerResult {
  return { ...result, findings: [], more: result.more + result.findings.length };
}

function joined(known: CheckerResult, result: CheckerResult): CheckerResult {
  const judgedBy = { ...known.judgedBy };
  for (const [requirement, count] of Object.entries(result.judgedBy)) {
    judgedBy[requirement] = (judgedBy[requirement] ?? 0) + count;
  }
  return {
    ...known,
    outcome: WORST[Math.max(WORST.indexOf(known.outcome), WORST.indexOf(result.outcome))] ?? 'unknown',
    judged: known.judged + result.judged,
    judgedBy,
    more: known.more + result.more + result.findings.length,
    isBroken: known.isBroken || result.isBroken,
  };
}

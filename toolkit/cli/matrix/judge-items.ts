// Checks on the services of a matrix: a run of which only the verdicts are wanted.
import { randomUUID } from 'node:crypto';
import { runOnce } from '../../../suites/runner/engine/engine.js';
import type { RunSpec } from '../../../suites/runner/engine/run-spec.js';
import type { Outcome } from '../../../suites/runner/live/outcome.js';

export interface JudgeItems extends Pick<RunSpec, 'seed' | 'effort' | 'targets' | 'items' | 'levels' | 'atOnce'> {
  readonly signal: AbortSignal;
  /** Called as checks end. */
  readonly onEnded: () => void;
}

/** Rejects when the run lost a verdict. */
export async function judgeItems({ signal, onEnded, ...wanted }: JudgeItems): Promise<readonly Outcome[]> {
  if (wanted.items.length === 0) return [];
  const spec = { ...wanted, run: randomUUID(), suiteFolders: [], verdictsOnly: true };
  const onEvent = ({ type }: { readonly type: string }): void => {
    if (type === 'ended') onEnded();
  };
  const { outcomes, problems } = await runOnce(spec, { signal, onEvent });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`the matrix run lost results: ${problem}`);
  return outcomes;
}

// The command line that runs one check again, alone, with the same seed.
import { shellWord } from '../../base/shell-word.js';

export interface Reproduction {
  readonly seed: string;
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly habits?: readonly string[];
  readonly faults: readonly string[];
  readonly dialect: string;
  readonly effort: string;
  readonly catalogue?: string | undefined;
  readonly suiteFolders: readonly string[];
  readonly allowTradingOn: string | undefined;
  /** The embedded service was asked for. */
  readonly reference?: boolean;
}

/** Quoted for a POSIX shell where needed. */
export function reproduceLine(checkId: string, run: Reproduction): string {
  const words = ['tsi', 'run', checkId, '--seed', run.seed];
  if (run.profile !== undefined) words.push('--profile', run.profile);
  if (run.baseUrl !== undefined) words.push('--base-url', run.baseUrl);
  if (run.reference === true) words.push('--reference');
  if (run.dialect !== 'default') words.push('--dialect', run.dialect);
  for (const habit of run.habits ?? []) words.push('--habit', habit);
  for (const fault of run.faults) words.push('--fault', fault);
  if (run.effort !== 'standard') words.push('--effort', run.effort);
  if (run.catalogue !== undefined) words.push('--catalogue', run.catalogue);
  for (const folder of run.suiteFolders) words.push('--suites', folder);
  if (run.allowTradingOn !== undefined) words.push('--allow-trading-on', run.allowTradingOn);
  return words.map(shellWord).join(' ');
}

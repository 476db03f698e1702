// Commands that a reader pastes: the results name them by `tsi`, and a reader calls it as the run was called, with the folder that it was
// given for its report; a part goes beside the whole that is there.
import type { RunInfo } from './model.js';

export function asPasted({ program = 'tsi', out }: Pick<RunInfo, 'program' | 'out'>, command: string): string {
  if (!command.startsWith('tsi ')) return command;
  const folder = out !== undefined && command.startsWith('tsi run ') ? ` --out ${out}` : '';
  return `${program}${command.slice(3)}${folder}`;
}

// Commands that a reader pastes: the results name them by `tsi`, and a reader calls it as the run was called.
import type { RunInfo } from './model.js';

export function asPasted({ program = 'tsi' }: Pick<RunInfo, 'program'>, command: string): string {
  return command.startsWith('tsi ') ? `${program}${command.slice(3)}` : command;
}

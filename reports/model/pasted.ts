// Commands that a reader pastes: the results name them by `tsi`, and a reader calls it as the run was called, with the folder that it was
// given for its report; a part goes beside the whole that is there.
import type { RunInfo } from './model.js';

export function asPasted({ program = 'tsi', out }: Pick<RunInfo, 'program' | 'out'>, command: string): string {
  if (!command.startsWith('tsi ')) return command;
  return `${program}${withFolder(command, out).slice(3)}`;
}

function withFolder(command: string, out: string | undefined): string {
  const isSaid = / --out[= ]/.test(command);
  if (out === undefined || isSaid || !command.startsWith('tsi run ')) return command;
  // Nothing behind a lone `--` is an option.
  if (/ --(?: |$)/.test(command)) return command.replace('tsi run ', () => `tsi run --out ${out} `);
  return `${command} --out ${out}`;
}

// How this very program is called where it was called, so that a command which it prints works as pasted: `tsi`, `npx tsi`,
// `npx -p tsi-conformance tsi`, or `node` with the path of a checkout. Never a plain `npx tsi` where nothing is installed: that name
// belongs to somebody else's package.
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
import { shellWord } from '../base/shell-word.js';

export const PACKAGE = 'tsi-conformance';

export interface Invocation {
  /** As in `process.argv[1]`. */
  readonly script: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function programOf({ script, cwd, env }: Invocation): string {
  if (!/^tsi(\.cmd|\.ps1)?$/.test(basename(script))) return `node ${shellWord(relative(cwd, script) || script)}`;
  const folder = dirname(script);
  const onPath = (env['PATH'] ?? '').split(delimiter).some((entry) => entry !== '' && resolve(cwd, entry) === folder);
  const isInstalled = folder.endsWith(join('node_modules', '.bin'));
  // npm puts the folder into the path of what it starts, where it is not in that of whoever pastes a command.
  if (onPath && !(isInstalled && env['npm_command'] !== undefined)) return 'tsi';
  if (isInstalled) return isAbove(dirname(dirname(folder)), cwd) ? 'npx tsi' : `npx -p ${PACKAGE} tsi`;
  return shellWord(script);
}

/** Whether npm finds what is installed in the one folder from the other. */
function isAbove(folder: string, cwd: string): boolean {
  const way = relative(folder, cwd);
  return way === '' || !(way.startsWith('..') || resolve(way) === way);
}

// The command line in this process, for tests: what it printed, and the code with which it would have ended.
// `callTsi` runs the sources. `callBuiltTsi` runs the build, for tests of whole runs: the engine then loads compiled suites, as it does for
// users, where the sources would be transformed again for each run.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../base/package-root.js';
import type { tsi as Tsi } from './tsi.js';

export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly stdin?: string;
  readonly isTty?: boolean;
  /** How the command is called; `tsi` when left out. */
  readonly program?: string;
}

export async function callTsi(words: readonly string[], options: CallOptions): Promise<Called> {
  // When it is called, not before: whoever calls the build alone does not wait for every source to be transformed.
  const { tsi } = await import('./tsi.js');
  return callBy(tsi, words, options);
}

export async function callBuiltTsi(words: readonly string[], options: CallOptions): Promise<Called> {
  // `npm test` builds first.
  const { tsi } = (await import(builtUrl('toolkit/cli/tsi.js'))) as { readonly tsi: typeof Tsi };
  return callBy(tsi, words, options);
}

/** Where a compiled module is, for what has to share its state with `callBuiltTsi`. */
export function builtUrl(module: string): string {
  return pathToFileURL(join(packageRoot(), 'build', module)).href;
}

async function callBy(
  call: typeof Tsi,
  words: readonly string[],
  { cwd, env = {}, signal = new AbortController().signal, stdin = '', isTty = false, program = 'tsi' }: CallOptions,
): Promise<Called> {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr'): { write(text: string): void; isTty: boolean; columns: number } => ({
    write: (text) => {
      texts[name] += text;
    },
    isTty,
    columns: 100,
  });
  const code = await call(words, {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    stdin: (async function* () {
      yield stdin;
    })(),
    env,
    cwd,
    signal,
    commandLine: ['tsi', ...words].join(' '),
    program,
  });
  return { code, ...texts };
}

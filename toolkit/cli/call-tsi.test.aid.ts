// The command line in this process, for tests: what it printed, and the code with which it would have ended.
import { tsi } from './tsi.js';

export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export async function callTsi(
  words: readonly string[],
  { cwd, env = {}, signal = new AbortController().signal }: CallOptions,
): Promise<Called> {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr'): { write(text: string): void; isTty: boolean; columns: number } => ({
    write: (text) => {
      texts[name] += text;
    },
    isTty: false,
    columns: 100,
  });
  const code = await tsi(words, {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    stdin: (async function* () {})(),
    env,
    cwd,
    signal,
    commandLine: ['tsi', ...words].join(' '),
  });
  return { code, ...texts };
}

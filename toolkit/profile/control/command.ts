// One command of a control action: no shell, a process group of its own, so that nothing it started outlives its time.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { LastWords } from '../../base/last-words.js';
import type { ControlAnswer } from './answer.js';

const LARGEST_ANSWER = 1024 * 1024;
const LONGEST_COMPLAINT = 1000;
/** For what is still in its pipes when a command has ended. A service that it started may hold them open for ever. */
const LAST_WORDS_MS = 500;

/** The first word is the program; one that begins with ./ or ../ lies relative to `folder`, where the command also runs. */
export function runCommand(words: readonly string[], folder: string, signal: AbortSignal): Promise<ControlAnswer> {
  const [program = '', ...args] = words;
  const path = /^\.\.?[\\/]/.test(program) ? resolve(folder, program) : program;
  return new Promise((settle, reject) => {
    const isGroup = process.platform !== 'win32';
    const child = spawn(path, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup });
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL');
      } catch {
        // It ended by itself in the meantime.
      }
    };
    const letGo = (): void => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const fail = (error: Error): void => {
      kill();
      letGo();
      reject(error);
    };
    const onAbort = (): void => fail(new Error('stopped before it ended', { cause: signal.reason }));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    let output = '';
    const complaint = new LastWords(LONGEST_COMPLAINT);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > LARGEST_ANSWER) {
        fail(new Error(`expected an answer of at most ${LARGEST_ANSWER} bytes, got more`));
      }
    });
    child.stderr.on('data', (chunk: Buffer) => complaint.take(chunk));
    child.on('error', (error: NodeJS.ErrnoException) =>
      fail(new Error(`cannot run ${program}: ${error.code ?? error.message}`)),
    );
    child.on('exit', () => {
      const timer = setTimeout(letGo, LAST_WORDS_MS);
      child.once('close', () => clearTimeout(timer));
    });
    child.on('close', (code, ended) => {
      signal.removeEventListener('abort', onAbort);
      const outcome = code === null ? `ended by ${ended ?? 'a signal'}` : `exit code ${code}`;
      settle({ succeeded: code === 0, outcome, text: code === 0 ? output : complaint.text || output });
    });
  });
}

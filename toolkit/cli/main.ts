#!/usr/bin/env node
// The bin: connects the frame to this process. Signals, streams and the exit live here and nowhere else.
import type { CommandIo } from './command.js';
import { COMMANDS } from './commands.js';
import { EXIT } from './exit-codes.js';
import { codeAfter, watchedOutput } from './output.js';
import { programOf } from './program.js';
import { shellWord } from './shell-word.js';
import { tsi } from './tsi.js';

const words = process.argv.slice(2);
const stop = new AbortController();

function onSignal(signal: 'SIGINT' | 'SIGTERM'): void {
  // The second one means it: whoever presses Ctrl-C twice wants out, report or not.
  if (stop.signal.aborted) process.exit(signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated);
  stop.abort(signal);
}

const stdout = watchedOutput(process.stdout);
const stderr = watchedOutput(process.stderr);
const io: CommandIo = {
  stdout,
  stderr,
  stdin: process.stdin,
  env: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
  commandLine: ['tsi', ...words.map(shellWord)].join(' '),
  program: programOf({ script: process.argv[1] ?? 'tsi', cwd: process.cwd(), env: process.env }),
};
process.on('SIGINT', () => onSignal('SIGINT'));
process.on('SIGTERM', () => onSignal('SIGTERM'));

const code = await tsi(words, io);
await stdout.flushed();
const { lost } = stdout;
if (lost?.kind === 'unwritable') stderr.write(`tsi: standard output was not written whole: ${lost.why}\n`);
await stderr.flushed();
process.exit(codeAfter(code, lost, await leavesFiles(words[0])));

async function leavesFiles(name: string | undefined): Promise<boolean> {
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return (await load?.())?.command.leavesFiles === true;
}

#!/usr/bin/env node
// The bin: connects the frame to this process. Signals, streams and the exit live here and nowhere else.
import { shellWord } from '../payload/shell-word.js';
import type { CommandIo, CommandOutput } from './command.js';
import { EXIT } from './exit-codes.js';
import { programOf } from './program.js';
import { tsi } from './tsi.js';

const words = process.argv.slice(2);
const stop = new AbortController();

function onSignal(signal: 'SIGINT' | 'SIGTERM'): void {
  // The second one means it: whoever presses Ctrl-C twice wants out, report or not.
  if (stop.signal.aborted) process.exit(signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated);
  stop.abort(signal);
}

function output(stream: NodeJS.WriteStream): CommandOutput {
  // A reader that went away (`tsi plan | head`) is nobody's mistake.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    write: (text) => stream.write(text),
    isTty: stream.isTTY === true,
    get columns(): number {
      return stream.columns ?? 100;
    },
  };
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

const io: CommandIo = {
  stdout: output(process.stdout),
  stderr: output(process.stderr),
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
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
process.exit(code);

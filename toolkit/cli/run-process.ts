// Connects the frame to this process. Signals, streams and the exit live here and nowhere else.
import { endBy, type LastResort, lastResort } from '../base/last-resort.js';
import { shellWord } from '../base/shell-word.js';
import type { CommandIo } from './command.js';
import { COMMANDS } from './commands.js';
import { EXIT } from './exit-codes.js';
import { programOf } from './invocation.js';
import { whenOrphaned } from './orphan.js';
import { codeAfter, watchedOutput } from './output.js';
import { tsi } from './tsi.js';
import { wordsOf } from './unknown-error.js';

const words = process.argv.slice(2);
const stop = new AbortController();

/** Those of a verdict, which nothing but the frame may give. */
const FOREIGN_CODES: readonly number[] = [EXIT.conformant, EXIT.notConformant];

const hurry = new AbortController();
let resort: LastResort | undefined;
/** What a report may take after the second signal. */
const HURRY_MS = 1_700;
/** There may be no time for it on a busy machine. */
const LEFT_EARLY = 'tsi: ended at once; where a report was under way, tsi render DIR makes it from the journal\n';

function onSignal(said: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
  // A terminal that is closed says SIGHUP; for the run it is the end like any other.
  const signal = said === 'SIGHUP' ? 'SIGTERM' : said;
  if (stop.signal.aborted) {
    // Whoever presses Ctrl-C twice wants out now, with what there is; a third time, without.
    if (hurry.signal.aborted) endBy(signal);
    // Not by a timer: what is under way may keep this thread.
    resort?.begin(signal, HURRY_MS, LEFT_EARLY);
    hurry.abort(signal);
    return;
  }
  resort = lastResort();
  stop.abort(signal);
}

const stdout = watchedOutput(process.stdout);
const stderr = watchedOutput(process.stderr);
const cwd = ownFolder();
const io: CommandIo = {
  stdout,
  stderr,
  stdin: process.stdin,
  env: process.env,
  cwd,
  signal: stop.signal,
  hurry: hurry.signal,
  commandLine: ['tsi', ...words.map(shellWord)].join(' '),
  program: programOf({ script: process.argv[1] ?? 'tsi', cwd, env: process.env }),
};
// A late throw of a user's suite, say, would end the process with the code of a target that failed.
process.on('uncaughtException', (error: unknown) => {
  void tell(error).finally(() => process.exit(EXIT.suiteError));
});
process.on('SIGINT', () => onSignal('SIGINT'));
process.on('SIGTERM', () => onSignal('SIGTERM'));
process.on('SIGHUP', () => onSignal('SIGHUP'));
whenOrphaned({ env: process.env, parent: () => process.ppid }, () => onSignal('SIGTERM'));

// A file of --suites that ends the process would end it as if all were well; the engine would end it as if the target had failed.
let hasAnswered = false;
process.on('exit', (code) => {
  if (hasAnswered || !FOREIGN_CODES.includes(code)) return;
  process.stderr.write('tsi: something that it loaded ended the process, before there was a result\n');
  process.exitCode = EXIT.suiteError;
});

const code = await tsi(words, io);
hasAnswered = true;
await stdout.flushed();
const { lost } = stdout;
if (lost?.kind === 'unwritable') stderr.write(`tsi: standard output was not written whole: ${lost.why}\n`);
await stderr.flushed();
// A worker that was given up would be waited for.
if (hurry.signal.aborted) endBy(hurry.signal.reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
process.exit(codeAfter(code, lost, await leavesFiles(words[0])));

async function leavesFiles(name: string | undefined): Promise<boolean> {
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return (await load?.())?.command.leavesFiles === true;
}

function ownFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('tsi: the folder that it was started in is gone; change into one that is there\n');
    process.exit(EXIT.usage);
  }
}

async function tell(error: unknown): Promise<void> {
  const isShort = error instanceof Error && /^(EMFILE|ENFILE)|Worker exited unexpectedly/.test(error.message);
  const what = isShort
    ? `${error.message}: there was too little memory, or too few files may be open (ulimit -n 1024)`
    : await wordsOf(error);
  process.stderr.write(`tsi: an error that nothing awaited, of the suite or of a file of --suites: ${what}\n`);
}

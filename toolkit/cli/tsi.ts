// The frame of `tsi`: finds the command, parses its line, prints help and errors, returns the exit code. Without a process of
// its own, so that tests call it directly; `run-process.ts` connects it to one.
import { didYouMean } from '../base/nearest.js';
import { ProtocolError } from '../payload/protocol-error.js';
import { type Command, CommandError, type CommandIo } from './command.js';
import { COMMANDS } from './commands.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { withFoundProfile } from './found-profile.js';
import { commandHelp, errorText, generalHelp } from './help.js';
import { HELP_TOPICS } from './help-topics.js';
import { parseCommandLine } from './parse.js';
import { wordsOf } from './unknown-error.js';
import { version } from './version.js';

export async function tsi(words: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    const known = error instanceof CommandError ? error : (fromProtocolError(error) ?? fromSystemError(error));
    if (known === undefined) {
      io.stderr.write(`tsi: the suite is in error: ${await wordsOf(error)}\n`);
      return EXIT.suiteError;
    }
    const { redact } = (await import('../journal/redaction.js')).createRedactor();
    io.stderr.write(redact(errorText(known, io.program)));
    return known.exitCode;
  }
}

async function dispatch(words: readonly string[], io: CommandIo): Promise<ExitCode> {
  const [first, ...rest] = words;
  if (first === '--version' || first === 'version') return print(io, `${version()}\n`);
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const topic = first === 'help' ? rest[0] : undefined;
    const explained = topic !== undefined && Object.hasOwn(HELP_TOPICS, topic) ? HELP_TOPICS[topic] : undefined;
    if (explained !== undefined) return print(io, await explained.text(io.stdout.columns));
    if (topic !== undefined) return dispatch([topic, '--help'], io);
    const text = generalHelp(await allCommands(), io.stdout.columns);
    if (first !== undefined) return print(io, text);
    io.stderr.write(text);
    return EXIT.usage;
  }
  const load = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (load === undefined) {
    const what = first.startsWith('-') ? 'option' : 'command';
    throw new CommandError(EXIT.usage, `unknown ${what} ${first}${didYouMean(first, Object.keys(COMMANDS))}`, {
      hint: 'tsi --help',
    });
  }
  const { command } = await load();
  const args = withFoundProfile(parseCommandLine(command, rest), command, io);
  if (args.on('help')) return print(io, commandHelp(command, io.stdout.columns, io.program));
  if (args.on('version')) return print(io, `${version()}\n`);
  return command.run(args, io, allCommands);
}

async function allCommands(): Promise<readonly Command[]> {
  const modules = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return modules.map(({ command }) => command);
}

function print(io: CommandIo, text: string): ExitCode {
  io.stdout.write(text);
  return EXIT.conformant;
}

const SYSTEM: Readonly<Record<string, (place: string) => string>> = {
  EADDRINUSE: (place) => `${place} is in use by another program; give another with --port, or end that program`,
  EACCES: (place) => `${place}: not permitted; give another place, or run as who may use it`,
  EPERM: (place) => `${place}: not permitted; give another place, or run as who may use it`,
  ENOENT: (place) => `${place} does not exist; look at its spelling, it is relative to the folder of the command`,
  ENOTDIR: (place) => `${place}: a part of it is a file and no folder`,
  EISDIR: (place) => `${place} is a folder; give a file`,
  EMFILE: (place) => `${place}: this process may have no more files open; raise the limit, as by ulimit -n 1024`,
  ENFILE: (place) => `${place}: this machine has too many files open`,
  ENOSPC: (place) => `${place}: the disk is full`,
  EDQUOT: (place) => `${place}: there is no more room for this user; free some, or give another place`,
  EROFS: (place) => `${place}: the file system is read-only; give another place`,
  EIO: (place) => `${place}: the device failed; give another place`,
  ELOOP: (place) => `${place}: links lead in a circle; give another place`,
  ENAMETOOLONG: (place) => `${shortened(place)}: a name longer than the file system takes; give a shorter one`,
};

const MOST_OF_A_NAME = 60;

function shortened(place: string): string {
  return place.length <= MOST_OF_A_NAME ? place : `${place.slice(0, MOST_OF_A_NAME)}…`;
}

/** What the system refuses is the user's to mend, and no error of the suite. */
function fromSystemError(error: unknown): CommandError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code, path, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }; // as node makes them
  const words = SYSTEM[code ?? ''];
  const place = path ?? (port === undefined ? undefined : `port ${port} of ${address ?? 'this machine'}`);
  return words === undefined || place === undefined
    ? undefined
    : new CommandError(EXIT.usage, words(place), { cause: error });
}

/** What the toolkit throws for a bad profile, key or file is the user's to mend; an unreachable target has its own code. */
function fromProtocolError(error: unknown): CommandError | undefined {
  if (!(error instanceof ProtocolError)) return undefined;
  const exitCode = error.code === 'target-unreachable' ? EXIT.unreachable : EXIT.usage;
  return new CommandError(exitCode, error.message, { cause: error });
}

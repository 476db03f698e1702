// The frame of `tsi`: finds the command, parses its line, prints help and errors, returns the exit code. Without a process of
// its own, so that tests call it directly; `main.ts` connects it to one.
import { didYouMean } from '../payload/nearest.js';
import { ProtocolError } from '../payload/protocol-error.js';
import { CommandError, type CommandIo } from './command.js';
import { COMMANDS } from './commands.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { commandHelp, errorText, generalHelp } from './help.js';
import { parseCommandLine } from './parse.js';
import { version } from './version.js';

export async function tsi(words: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    const known = error instanceof CommandError ? error : fromProtocolError(error);
    if (known === undefined) {
      io.stderr.write(
        `tsi: the suite is in error: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
      );
      return EXIT.suiteError;
    }
    io.stderr.write(errorText(known));
    return known.exitCode;
  }
}

async function dispatch(words: readonly string[], io: CommandIo): Promise<ExitCode> {
  const [first, ...rest] = words;
  if (first === '--version' || first === 'version') return print(io, `${version()}\n`);
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const topic = first === 'help' ? rest[0] : undefined;
    if (topic === 'verdicts') return print(io, (await import('./help-verdicts.js')).verdictsHelp(io.stdout.columns));
    if (topic !== undefined) return dispatch([topic, '--help'], io);
    const modules = await Promise.all(Object.values(COMMANDS).map((load) => load()));
    const text = generalHelp(
      modules.map((module) => module.command),
      io.stdout.columns,
    );
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
  const args = parseCommandLine(command, rest);
  if (args.on('help')) return print(io, commandHelp(command, io.stdout.columns));
  if (args.on('version')) return print(io, `${version()}\n`);
  return command.run(args, io);
}

function print(io: CommandIo, text: string): ExitCode {
  io.stdout.write(text);
  return EXIT.conformant;
}

/** What the toolkit throws for a bad profile, key or file is the user's to mend; an unreachable target has its own code. */
function fromProtocolError(error: unknown): CommandError | undefined {
  if (!(error instanceof ProtocolError)) return undefined;
  const exitCode = error.code === 'target-unreachable' ? EXIT.unreachable : EXIT.usage;
  return new CommandError(exitCode, error.message, { cause: error });
}

// The contract between the frame of `tsi` and its commands. A command is data (name, options, examples) and one function.
// Parsing is in `parse.ts`, help in `help.ts`, the table of commands in `commands.ts`.
// A command module imports only types and this file at the top and loads everything else by `await import()` inside `run`,
// because `tsi --help` loads every command and `tsi run` must start its first check within 0.8 s.
import { EXIT, type ExitCode } from './exit-codes.js';

export interface CommandOption {
  /** Long name without dashes: `profile`. */
  readonly flag: string;
  readonly short?: string;
  /** Name of the value in help (`FILE`); an option without it is a switch. */
  readonly value?: string;
  /** The closed list of values, where there is one; the frame refuses others and names the nearest. */
  readonly choices?: readonly string[];
  /** May be given more than once. */
  readonly many?: boolean;
  readonly summary: string;
}

/** A verb inside a command: `tsi vectors list`. The first positional must be one of them; the frame checks it. */
export interface CommandAction {
  readonly name: string;
  readonly summary: string;
}

/** What the frame made of the command line. Asking for a flag that the command did not declare is a TypeError. */
export interface ParsedArgs {
  /** Present when the command declares actions. */
  readonly action: string | undefined;
  /** Without the action. */
  readonly positionals: readonly string[];
  text(flag: string): string | undefined;
  all(flag: string): readonly string[];
  on(flag: string): boolean;
  /** A whole number of at least `least`; anything else is a usage error. */
  integer(flag: string, least?: number): number | undefined;
  /** A mistake in this command line, which points at the help of the command. */
  misuse(message: string): CommandError;
}

export interface CommandOutput {
  write(text: string): unknown;
  readonly isTty: boolean;
  readonly columns: number;
}

/** Everything that a command may touch of its process. `process` itself stays in `run-process.ts`. */
export interface CommandIo {
  /** For programs: the document of `--json`, or the text that was asked for. */
  readonly stdout: CommandOutput;
  /** For people: progress and messages. */
  readonly stderr: CommandOutput;
  readonly stdin: AsyncIterable<string | Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts on the first SIGINT or SIGTERM, with the name of the signal as its reason. */
  readonly signal: AbortSignal;
  /** Aborts on the second one: what is there is to be written, and nothing waited for. The process ends two seconds later. */
  readonly hurry?: AbortSignal;
  /** The command line as typed, for a shell, without the interpreter: `tsi run --seed 7`. */
  readonly commandLine: string;
  /** How `tsi` is called here, for lines that people paste: `npx tsi`. */
  readonly program: string;
}

/** Loads every command, for one that is about the others; the frame passes it. */
export type AllCommands = () => Promise<readonly Command[]>;

export interface Command {
  readonly name: string;
  /** One line, lower case, no full stop. */
  readonly summary: string;
  /** Synopsis lines after `tsi `: `run [selector...] [options]`. */
  readonly usage: readonly string[];
  /** Paragraphs of help between synopsis and options. */
  readonly about?: readonly string[];
  readonly actions?: readonly CommandAction[];
  /** Bounds of the number of positionals (without the action); none when left out. */
  readonly positionals?: { readonly least: number; readonly most: number };
  /** `--help` and `--version` are added by the frame. */
  readonly options: readonly CommandOption[];
  /** Complete lines: `tsi vectors list --json`. */
  readonly examples: readonly { readonly line: string; readonly summary: string }[];
  /** What it was asked for is done when its files are written, or its service has run; what it prints comes on top. */
  readonly leavesFiles?: true;
  /** Throws `CommandError` to end with a message; any other exception is an error of the suite (exit 4). */
  readonly run: (args: ParsedArgs, io: CommandIo, all?: AllCommands) => Promise<ExitCode>;
}

/** Ends a command with one clear message on stderr and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(exitCode: ExitCode, message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.exitCode = exitCode;
    this.hint = options.hint;
  }
}

/** A mistake on the command line, or in a file that it names. */
export function misuse(message: string, options?: { readonly hint?: string; readonly cause?: unknown }): CommandError {
  return new CommandError(EXIT.usage, message, options);
}

/** The document of `--json`. */
export function printJson({ stdout }: Pick<CommandIo, 'stdout'>, document: unknown): void {
  stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** What a command was asked for: the document with `--json`, the text otherwise. */
export function answer(args: ParsedArgs, io: Pick<CommandIo, 'stdout'>, document: unknown, text: string): void {
  if (args.on('json')) printJson(io, document);
  else io.stdout.write(text);
}

// From the words of a command line to `ParsedArgs`, strictly: an unknown option, a missing value or a wrong choice is a usage
// error that names what was probably meant. Splitting is left to node's parseArgs.
import { parseArgs } from 'node:util';
import { didYouMean } from '../base/nearest.js';
import { type Command, type CommandError, type CommandOption, misuse, type ParsedArgs } from './command.js';

/** Options that every command has. */
export const COMMON_OPTIONS: readonly CommandOption[] = [
  { flag: 'help', short: 'h', summary: 'show this help' },
  { flag: 'version', summary: 'show the version' },
];

interface Token {
  readonly kind: string;
  readonly name?: string;
  readonly rawName?: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

export function parseCommandLine(command: Command, words: readonly string[]): ParsedArgs {
  const options = [...command.options, ...COMMON_OPTIONS];
  const byFlag = new Map(options.map((option) => [option.flag, option]));
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      options.map((option) => [
        option.flag,
        {
          type: option.value === undefined ? 'boolean' : 'string',
          ...(option.short === undefined ? {} : { short: option.short }),
        } as const,
      ]),
    ),
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens as readonly Token[]) {
    if (token.kind === 'positional') {
      positionals.push(token.value ?? '');
    } else if (token.kind === 'option') {
      const option = byFlag.get(token.name ?? '');
      if (option === undefined) throw unknownOption(command, token.rawName ?? '', byFlag.keys());
      const kept = values.get(option.flag) ?? [];
      kept.push(optionValue(command, option, token));
      if (kept.length > 1 && option.many !== true) throw usageError(command, `--${option.flag} is given twice`);
      values.set(option.flag, kept);
    }
  }
  const wantsHelp = values.has('help') || values.has('version');
  const action = wantsHelp ? undefined : takeAction(command, positionals);
  if (!wantsHelp) countPositionals(command, positionals);
  return argumentsOf(command, {
    action,
    positionals,
    all(flag): readonly string[] {
      if (byFlag.has(flag)) return values.get(flag) ?? [];
      throw new TypeError(`flag: expected an option that tsi ${command.name} declares, got ${flag}`);
    },
  });
}

/** A usage error that points at the command's help. */
function usageError(command: Command, message: string): CommandError {
  return misuse(message, { hint: `tsi ${command.name} --help` });
}

function unknownOption(command: Command, rawName: string, flags: Iterable<string>): CommandError {
  const word = rawName.replace(/^-+/, '');
  const known = [...flags];
  const guess = didYouMean(word, known).replace('mean ', 'mean --');
  return usageError(command, `unknown option ${rawName}${guess}`);
}

function optionValue(command: Command, option: CommandOption, token: Token): string {
  if (option.value === undefined) {
    if (token.inlineValue === true) throw usageError(command, `--${option.flag} takes no value, got ${token.value}`);
    return '';
  }
  const value = token.value;
  const swallowed = token.inlineValue !== true && value !== undefined && value.startsWith('--');
  if (value === undefined || value === '' || swallowed) {
    throw usageError(command, `--${option.flag} needs a value: ${option.value}`);
  }
  if (option.choices !== undefined && !option.choices.includes(value)) {
    const allowed = option.choices.join(', ');
    throw usageError(
      command,
      `--${option.flag} is one of ${allowed}; got ${value}${didYouMean(value, option.choices)}`,
    );
  }
  return value;
}

function takeAction(command: Command, positionals: string[]): string | undefined {
  if (command.actions === undefined) return undefined;
  const names = command.actions.map((action) => action.name);
  const given = positionals.shift();
  if (given === undefined) throw usageError(command, `tsi ${command.name} needs one of: ${names.join(', ')}`);
  if (!names.includes(given)) {
    throw usageError(command, `tsi ${command.name} knows ${names.join(', ')}; got ${given}${didYouMean(given, names)}`);
  }
  return given;
}

function countPositionals(command: Command, positionals: readonly string[]): void {
  const { least, most } = command.positionals ?? { least: 0, most: 0 };
  if (positionals.length < least) {
    throw usageError(command, `tsi ${command.name} needs an argument: tsi ${command.usage[0] ?? command.name}`);
  }
  if (positionals.length > most) throw usageError(command, `unexpected argument ${positionals[most] ?? ''}`);
}

function argumentsOf(command: Command, given: Pick<ParsedArgs, 'action' | 'positionals' | 'all'>): ParsedArgs {
  const text = (flag: string): string | undefined => given.all(flag)[0];
  return {
    ...given,
    text,
    on: (flag) => given.all(flag).length > 0,
    misuse: (message) => usageError(command, message),
    integer(flag, least = 0): number | undefined {
      const digits = text(flag);
      if (digits === undefined) return undefined;
      const value = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
      if (value >= least) return value;
      throw usageError(command, `--${flag} is a whole number of at least ${least}; got ${digits}`);
    },
  };
}

// Help texts, made from the commands' own data. What goes to a terminal is wrapped to its width.
import { capped, printable, withoutCommands } from '../../reports/model/sanitize.js';
import { wrap } from '../../reports/terminal/wrap.js';
import type { Command, CommandError, CommandOption } from './command.js';
import { EXIT, EXIT_MEANINGS } from './exit-codes.js';
import { table } from './help-table.js';
import { HELP_TOPICS } from './help-topics.js';
import { COMMON_OPTIONS } from './parse.js';

export function generalHelp(commands: readonly Command[], columns: number): string {
  const rows = commands.map((command) => [command.name, command.summary] as const);
  const exits = Object.entries(EXIT_MEANINGS).map(
    ([name, meaning]) => [String(EXIT[name as keyof typeof EXIT]), meaning] as const, // keys of EXIT_MEANINGS are those of EXIT
  );
  return [
    'Conformance test suite, protocol toolkit and reference service for the Trading Service Interface',
    '',
    'Usage: tsi <command> [options]',
    '',
    'Commands:',
    ...table(rows, columns),
    '',
    'Exit codes:',
    ...table(exits, columns),
    '',
    'tsi <command> --help shows the options of a command, and tsi help with one of these words:',
    ...table(
      Object.entries(HELP_TOPICS).map(([name, { summary }]) => [name, summary] as const),
      columns,
    ),
    '',
  ].join('\n');
}

/** `program`: how `tsi` is called here, for the lines that are there to be pasted. */
export function commandHelp(command: Command, columns: number, program = 'tsi'): string {
  const lines = [capital(command.summary), ''];
  command.usage.forEach((usage, index) => {
    lines.push(`${index === 0 ? 'Usage:' : '      '} tsi ${usage}`);
  });
  for (const paragraph of command.about ?? []) lines.push('', ...wrap(paragraph, columns));
  const sections: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    Actions: (command.actions ?? []).map(({ name, summary }) => [name, summary]),
    Options: [...command.options, ...COMMON_OPTIONS].map((option) => [synopsis(option), meaning(option)]),
    Examples: command.examples.map(({ line, summary }) => [pasted(line, program), summary]),
  };
  for (const [title, rows] of Object.entries(sections)) {
    if (rows.length > 0) lines.push('', `${title}:`, ...table(rows, columns));
  }
  lines.push('');
  return lines.join('\n');
}

/** What goes to stderr when a command ends with a message. */
const MOST_CHARACTERS = 20_000;

export function errorText(error: CommandError, program = 'tsi'): string {
  // What somebody typed, or wrote into a file, stands in it.
  return `tsi: ${withoutCommands(printable(capped(error.message, MOST_CHARACTERS)))}\n${error.hint === undefined ? '' : `  see: ${pasted(error.hint, program)}\n`}`;
}

function pasted(line: string, program: string): string {
  return line.replace(/\btsi (?=[a-z-])/g, () => `${program} `);
}

function synopsis(option: CommandOption): string {
  const short = option.short === undefined ? '    ' : `-${option.short}, `;
  return `${short}--${option.flag}${option.value === undefined ? '' : ` ${option.value}`}`;
}

function meaning(option: CommandOption): string {
  const choices = option.choices === undefined ? '' : ` (${option.choices.join(', ')})`;
  return `${option.summary}${choices}${option.many === true ? '; may be repeated' : ''}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

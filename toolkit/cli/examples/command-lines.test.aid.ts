// What is wrong with a command line that a document or a help text shows: nothing, or the reason for which it cannot run.
// The frame of `tsi` reads it, so that options, choices and counts are those of the commands; ids are looked up here.
// Words in capitals or angle brackets (`ID`, `<check id>`) stand for the reader's own.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSelected, liesIn, type Selectable } from '../../../suites/runner/plan/selection.js';
import { OWN_AREA } from '../../../suites/runner/registry.js';
import { messageOf } from '../../base/message-of.js';
import { packageRoot } from '../../base/package-root.js';
import { CHECKERS } from '../../checkers/index.js';
import { byChanceOf, FAULTS } from '../../reference/faults/index.js';
import { HABITS } from '../../reference/habits/index.js';
import { loadTests, VECTOR_FILES } from '../../vectors/load.js';
import type { Command, ParsedArgs } from '../command.js';
import { COMMANDS } from '../commands.js';
import { HELP_TOPICS } from '../help-topics.js';
import { parseCommandLine } from '../parse.js';

/** Commands of npm itself; everything behind `npm run` is a script of package.json. */
const OF_NPM = ['ci', 'install', 'start', 'test', 'run'];
const PLACEHOLDER = /^([A-Z]+|<.+>)$/;

/** Undefined for a right line, and for the commands of others (`openssl`, `curl`). */
export async function mistakeIn(line: string, checks: readonly Selectable[]): Promise<string | undefined> {
  const words = wordsOf(line);
  const [first = '', ...rest] = words;
  if (first === 'tsi') return mistakeInTsi(rest, checks);
  if (first === 'npx' && rest[0] === 'tsi') return mistakeInTsi(rest.slice(1), checks);
  if (first === 'npx' && rest[0] === '-p') return mistakeIn(rest.slice(2).join(' '), checks);
  if (first === 'npx' && rest[0] === 'vitest') return missingFile(rest.slice(2));
  if (first === 'node' && rest[0]?.endsWith('cli/main.js') === true) return mistakeInTsi(rest.slice(1), checks);
  if (first === 'node') return missingFile(rest.slice(0, 1));
  if (first === 'npm') return mistakeInNpm(rest);
  return undefined;
}

async function mistakeInTsi(words: readonly string[], checks: readonly Selectable[]): Promise<string | undefined> {
  const [name = '', ...rest] = words;
  if (name === '' || name === '--help' || name === '--version') return undefined;
  if (name === 'help' && Object.hasOwn(HELP_TOPICS, rest[0] ?? '')) return undefined;
  const load = COMMANDS[name];
  if (load === undefined) return `no command ${name}`;
  if (rest.length === 0) return undefined; // named, not shown
  const { command } = await load();
  let args: ParsedArgs;
  try {
    args = parseCommandLine(command, rest);
  } catch (error) {
    return messageOf(error);
  }
  return args.on('help') ? undefined : mistakeInArguments(command, args, checks);
}

function mistakeInArguments(command: Command, args: ParsedArgs, checks: readonly Selectable[]): string | undefined {
  const given = (flag: string): readonly string[] =>
    command.options.some((option) => option.flag === flag)
      ? args.all(flag).filter((value) => !isPlaceholder(value))
      : [];
  const unknown = (what: string, ids: readonly string[], known: readonly string[]): string | undefined => {
    const missing = ids.find((id) => !known.includes(id));
    return missing === undefined ? undefined : `no ${what} ${missing}`;
  };
  const ofFaults = command.name === 'faults' ? given('section') : [];
  const emptySection = ofFaults.find((section) => !FAULTS.some((fault) => liesIn(fault.section, section)));
  if (emptySection !== undefined) return `no fault of section ${emptySection}`;
  return (
    unknown(
      'fault',
      given('fault').map((id) => byChanceOf(id).always),
      FAULTS.map(({ id }) => id),
    ) ??
    unknown(
      'habit',
      given('habit'),
      HABITS.map(({ id }) => id),
    ) ??
    unknown(
      'checker',
      given('only'),
      CHECKERS.map(({ name }) => name),
    ) ??
    unknown('group of vectors', given('group'), VECTOR_FILES) ??
    unknown('vector', args.action === 'show' ? args.positionals.filter((id) => !isPlaceholder(id)) : [], vectorIds()) ??
    (command.name === 'run' || command.name === 'plan'
      ? emptySelection(
          args.positionals.filter((word) => !isPlaceholder(word)),
          given('section'),
          checks,
        )
      : undefined)
  );
}

/** Each selector takes a check, and all together do. */
function emptySelection(
  selectors: readonly string[],
  sections: readonly string[],
  checks: readonly Selectable[],
): string | undefined {
  // Own suites are not loaded here; what they hold is selected by the name of their area.
  if (selectors.length === 1 && selectors[0] === OWN_AREA) return undefined;
  const takes = (selection: Parameters<typeof isSelected>[1]): boolean =>
    checks.some((check) => isSelected(check, selection));
  const idle = selectors.find((selector) => !takes({ selectors: [selector], sections: [] }));
  if (idle !== undefined) return `nothing is selected by ${idle}`;
  return takes({ selectors, sections }) ? undefined : 'nothing is selected';
}

function mistakeInNpm([command = '', ...rest]: readonly string[]): string | undefined {
  if (!OF_NPM.includes(command)) return `no command npm ${command}`;
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const script = command === 'run' ? rest[0] : command === 'start' || command === 'test' ? command : undefined;
  return script === undefined || manifest.scripts[script] !== undefined ? undefined : `no script ${script}`;
}

function missingFile(paths: readonly string[]): string | undefined {
  const missing = paths.find((path) => !isPlaceholder(path) && !existsSync(join(packageRoot(), path)));
  return missing === undefined ? undefined : `no file ${missing}`;
}

function vectorIds(): readonly string[] {
  return loadTests().map(({ test }) => test.tcId);
}

function isPlaceholder(word: string): boolean {
  return PLACEHOLDER.test(word);
}

/** As a shell parts them, with single and double quotes; what stands in angle brackets is one word. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(<[^>]+>|\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

import { describe, expect, it } from 'vitest';
import { messageOf } from '../base/message-of.js';
import type { Command } from './command.js';
import { EXIT } from './exit-codes.js';
import { parseCommandLine } from './parse.js';

const command: Command = {
  name: 'demo',
  summary: 'demonstrate',
  usage: ['demo [options]'],
  positionals: { least: 0, most: 1 },
  options: [
    { flag: 'profile', short: 'p', value: 'FILE', summary: 'the profile' },
    { flag: 'seed', value: 'N', summary: 'the seed' },
    { flag: 'section', value: 'S', many: true, summary: 'sections' },
    { flag: 'effort', value: 'E', choices: ['quick', 'standard', 'thorough'], summary: 'effort' },
    { flag: 'json', summary: 'for programs' },
  ],
  examples: [],
  run: async () => EXIT.conformant,
};
const withActions: Command = {
  ...command,
  actions: [
    { name: 'list', summary: '' },
    { name: 'verify', summary: '' },
  ],
};

function message(words: readonly string[], of: Command = command): string {
  try {
    parseCommandLine(of, words);
  } catch (error) {
    return messageOf(error);
  }
  return 'accepted';
}

describe('the command line', () => {
  it('reads values, switches, repeated options and positionals in any order', () => {
    const args = parseCommandLine(command, ['--section', '5.1', 'auth', '-p', 'a.yaml', '--json', '--section=5.3']);
    expect(args.all('section')).toEqual(['5.1', '5.3']);
    expect(args.text('profile')).toBe('a.yaml');
    expect(args.on('json')).toBe(true);
    expect(args.on('seed')).toBe(false);
    expect(args.positionals).toEqual(['auth']);
  });

  it.each([
    [['--profil', 'x'], 'unknown option --profil, did you mean --profile?'],
    [['--xyzzy'], 'unknown option --xyzzy'],
    [['--profile'], '--profile needs a value: FILE'],
    [['--profile', '--json'], '--profile needs a value: FILE'],
    [['--profile='], '--profile needs a value: FILE'],
    [['--json=yes'], '--json takes no value, got yes'],
    [['--seed', '1', '--seed', '2'], '--seed is given twice'],
    [['--effort', 'quik'], '--effort is one of quick, standard, thorough; got quik, did you mean quick?'],
    [['a', 'b'], 'unexpected argument b'],
  ])('refuses %j', (words, expected) => {
    expect(message(words)).toBe(expected);
  });

  it('reads whole numbers only', () => {
    expect(parseCommandLine(command, ['--seed', '42']).integer('seed')).toBe(42);
    for (const text of ['-1', '1.5', '1e3', '0x10', '99999999999999999999']) {
      expect(() => parseCommandLine(command, [`--seed=${text}`]).integer('seed')).toThrow(/whole number/);
    }
  });

  it('takes the action off the positionals and names the nearest of a wrong one', () => {
    const args = parseCommandLine(withActions, ['list', 'signing']);
    expect([args.action, args.positionals]).toEqual(['list', ['signing']]);
    expect(message(['lst'], withActions)).toContain('did you mean list?');
    expect(message([], withActions)).toContain('needs one of: list, verify');
  });

  it('answers --help before it judges the rest', () => {
    expect(parseCommandLine(withActions, ['--help']).on('help')).toBe(true);
  });

  it('refuses to be asked for a flag that the command did not declare', () => {
    expect(() => parseCommandLine(command, []).text('nope')).toThrow(TypeError);
  });
});

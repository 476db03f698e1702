// The table of the README against the record of rules, in both directions, and against the numbered statements of the interface.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../payload/package-root.js';
import { honestRules } from './rules.js';

const text = readFileSync(join(packageRoot(), 'toolkit/reference/README.md'), 'utf8');
const table = text.slice(text.indexOf('## Statements'));
const rows = [...table.matchAll(/^\| ([^|]+) \| (`[^|]+)\|$/gm)].map(([, statement = '', rules = '']) => ({
  statement: statement.trim(),
  rules: [...rules.matchAll(/`([A-Za-z]+)`/g)].map(([, name = '']) => name),
}));
const named = new Set(rows.flatMap(({ rules }) => rules));
const known = Object.keys(honestRules());

/** Sections with numbered rules, and how many each has. */
const NUMBERED: readonly (readonly [prefix: string, count: number])[] = [
  ['1, rule ', 7],
  ['4.1, rule ', 3],
  ['4.5, rule ', 6],
  ['5.3, rule ', 11],
  ['6.1, rule ', 6],
  ['6.2, rule ', 5],
  ['6.3, rule ', 4],
  ['6.4, rule ', 6],
  ['7.1, rule ', 3],
  ['8, other limit ', 5],
  ['9, rule ', 2],
];

it('names only rules that exist', () => {
  expect([...named].filter((name) => !known.includes(name))).toEqual([]);
});

it('names every rule', () => {
  expect(known.filter((name) => !named.has(name))).toEqual([]);
});

it.each(NUMBERED)('has every statement of %s', (prefix, count) => {
  const statements = rows.map(({ statement }) => statement);
  for (let number = 1; number <= count; number += 1) {
    expect(statements).toContain(`${prefix}${number}`);
  }
});

// The statements of the interface that have numbers, each with a rule: the table of the README is generated from the rules' comments.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';

const text = readFileSync(join(packageRoot(), 'toolkit/reference/README.md'), 'utf8');
const statements = [...text.matchAll(/^\| ([^|]+) \| `/gm)].map(([, statement]) => statement);

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

it.each(NUMBERED)('has every statement of %s', (prefix, count) => {
  for (let number = 1; number <= count; number += 1) {
    expect(statements).toContain(`${prefix}${number}`);
  }
});

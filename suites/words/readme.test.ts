// The table of words says what is there: whoever looks for a word finds it by its need.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const TEXT = readFileSync(`${HERE}README.md`, 'utf8');

/** The words of each file. */
const EXPORTED: readonly (readonly [file: string, words: readonly string[]])[] = readdirSync(HERE, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => {
    const source = readFileSync(HERE + file, 'utf8');
    const declared = source.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm);
    const handedOn = source.matchAll(/^export \{ (.+) \};/gm);
    return [file, [...declared, ...handedOn].flatMap(([, words = '']) => words.split(', '))];
  });

it('names no word that is not there', () => {
  const rows = TEXT.split('\n').filter((line) => line.startsWith('| '));
  const named = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)]).map(([, word = '']) => word);
  const words = new Set(EXPORTED.flatMap(([, each]) => each));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((word) => !words.has(word))).toEqual([]);
});

it('names a word of every file', () => {
  const silent = EXPORTED.filter(([, words]) => !words.some((word) => TEXT.includes(`\`${word}\``)));
  expect(silent.map(([file]) => file)).toEqual([]);
});

// Writes the score of the last mutation run into toolkit/reference/README.md, between its marks: generated, never typed.
// Several reports, as of a run in parts, are added up: `node toolkit/cli/mutation/score.mjs [FILE…]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { betweenMarks } from '../../../dist/toolkit/cli/derived/marked.js';

const REPORT = 'node_modules/.cache/mutation/mutation.json';
const README = 'toolkit/reference/README.md';
const FOUND = ['Killed', 'Timeout'];
/** What counts against the score; a mutant that breaks the build or the start is no mutant at all. */
const LEFT = ['Survived', 'NoCoverage'];

const reports = process.argv.length > 2 ? process.argv.slice(2) : [REPORT];
const rows = reports
  .flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')).files))
  .map(([file, { mutants }]) => {
    const count = (of) => mutants.filter(({ status }) => of.includes(status)).length;
    return { file: basename(file), found: count(FOUND), left: count(LEFT) };
  })
  .filter(({ found, left }) => found + left > 0)
  .sort((a, b) => (a.file < b.file ? -1 : 1));
const total = rows.reduce((sum, { found, left }) => ({ found: sum.found + found, left: sum.left + left }), {
  found: 0,
  left: 0,
});

const lines = [
  `**${total.found} of ${total.found + total.left} mutants found.**`,
  '',
  '| file | found | left |',
  '| ---- | ----- | ---- |',
  ...rows.map(({ file, found, left }) => `| \`${file}\` | ${found} | ${left} |`),
];
const text = betweenMarks(readFileSync(README, 'utf8'), 'mutation score', lines.join('\n'));
if (text === undefined) throw new Error(`${README}: expected the marks of the section "mutation score"`);
writeFileSync(README, text);
process.stdout.write(`${lines[0]}\n`);

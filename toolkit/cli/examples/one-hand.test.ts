// One hand over all sources, where the linter cannot say it: a header on each file, comments of at most 140 columns, and one rule
// for braces: an `if` with one statement that fits its line stands on it without braces, everything else has them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';

const WIDTH = 120;
const COMMENT_WIDTH = 140;
const IF_IN_BRACES =
  /^( *)(if \(.*\)) \{\n +((?!const |let |class |function |if |for |while |\/\/|\/\*|\}|\.).*;)\n\1\}\n(?! *else)/gm;
const IF_ON_TWO_LINES = /^ *if \(.*\)\n +(?!\{).*;$(?!\n *else)/gm;

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: packageRoot(), encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')
  .map((file) => ({ file, text: readFileSync(join(packageRoot(), file), 'utf8') }));

it('begins each file of the product with a comment', () => {
  const bare = sources.filter(({ file, text }) => !/\.(test|bench)\./.test(file) && !/^(#!.*\n)?\/[/*]/.test(text));
  expect(bare.map(({ file }) => file)).toEqual([]);
});

it('keeps comments within 140 columns', () => {
  const wide = sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        line.length > COMMENT_WIDTH && /^ *(\/\/|\/?\*)(?!.*biome-ignore)/.test(line) ? [`${file}:${index + 1}`] : [],
      ),
  );
  expect(wide).toEqual([]);
});

it('has no braces around one statement that fits its line, and braces around all others', () => {
  const odd = sources.flatMap(({ file, text }) => [
    ...[...text.matchAll(IF_IN_BRACES)]
      .filter(([, space = '', head = '', body = '']) => `${space}${head} ${body}`.length <= WIDTH)
      .map((found) => place(file, text, found.index)),
    ...[...text.matchAll(IF_ON_TWO_LINES)].map((found) => place(file, text, found.index)),
  ]);
  expect(odd).toEqual([]);
});

function place(file: string, text: string, index: number): string {
  return `${file}:${text.slice(0, index).split('\n').length}`;
}

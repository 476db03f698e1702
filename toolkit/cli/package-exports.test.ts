// The exports map of package.json against the tree: it names every library and every schema of a public document, and no other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../base/package-root.js';

/** Schemas that only this project reads: of single messages, of its own data, of other people's formats. */
const INTERNAL = /^toolkit\/(payload|requirements)\/|^reports\/(formats|ci)\//;

const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
  exports: Readonly<Record<string, unknown>>;
};

function files(folder: string, end: string): readonly string[] {
  return readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);
}

it('names every schema of a public document by its own name', () => {
  const schemas = [...files('toolkit', '.schema.json'), ...files('reports', '.schema.json')];
  const expected = schemas
    .filter((path) => !INTERNAL.test(path))
    .map((path) => [`./schemas/${path.slice(path.lastIndexOf('/') + 1)}`, `./${path}`]);
  const named = Object.entries(manifest.exports).filter(([name]) => name.startsWith('./schemas/'));
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(expected));
});

it('names every folder of the toolkit that has an index', () => {
  const expected = files('toolkit', '/index.ts')
    .map((path) => path.split('/'))
    .filter(({ length }) => length === 3)
    .map(([, folder]) => `./${folder}`);
  const named = Object.entries(manifest.exports).filter(([, entry]) =>
    JSON.stringify(entry).includes('/dist/toolkit/'),
  );
  expect(named.map(([name]) => name).sort()).toEqual(expected.sort());
});

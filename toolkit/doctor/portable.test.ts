import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../base/package-root.js';

/** Every module that a file imports at run time, itself included; packages by their names. */
function importsOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file)) {
    seen.add(file);
    return seen;
  }
  seen.add(file);
  const text = readFileSync(file, 'utf8').replace(/^(?:import|export) type .*$/gm, '');
  for (const [, from = ''] of text.matchAll(/^(?:import|export)[^;]*? from '([^']+)';$/gm)) {
    importsOf(from.startsWith('.') ? resolve(dirname(file), from.replace(/\.js$/, '.ts')) : from, seen);
  }
  return seen;
}

test.each(['index.ts', 'web/main.ts'])('%s imports nothing that only Node.js has', (entry) => {
  const imports = [...importsOf(join(packageRoot(), 'toolkit/doctor', entry))];
  expect(imports.length).toBeGreaterThan(40);
  expect(imports.filter((name) => name.startsWith('node:'))).toEqual([]);
  expect(imports.filter((name) => !name.startsWith('/')).every((name) => name.startsWith('@noble/'))).toBe(true);
});

// Every check of the package is found where it says that it stands; a compiled suite is named by its source.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../toolkit/base/package-root.js';
import { placeOf } from './declared-at.js';
import { registeredChecks, sourceOf } from './registry.js';
import { loadSuites } from './suite-files.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-declared-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DECLARATION = /\b(?:check|scenario|property|concurrent|history)\(/;

describe('the checks of the package', () => {
  it('each name a file of their area and the line of their declaration', async () => {
    await loadSuites();
    const lines = new Map<string, readonly string[]>();
    const read = (file: string): readonly string[] => {
      const known = lines.get(file) ?? readFileSync(join(packageRoot(), file), 'utf8').split('\n');
      lines.set(file, known);
      return known;
    };
    const wrong = [...registeredChecks().values()].filter((check) => {
      const { source = '', line = 0 } = sourceOf(check);
      const isThere = source.endsWith('.suite.ts') && existsSync(join(packageRoot(), source));
      return !isThere || !source.startsWith(`suites/${check.area}/`) || !DECLARATION.test(read(source)[line - 1] ?? '');
    });
    expect(wrong.map(({ spec, ...check }) => [spec.id, sourceOf({ spec, ...check })])).toEqual([]);
    expect(registeredChecks().size).toBeGreaterThan(1000);
  });
});

describe('the place of a declaration', () => {
  const at = (...frames: readonly string[]): ReturnType<typeof placeOf> =>
    placeOf({ stack: ['Error', ...frames.map((frame) => `    at ${frame}`)].join('\n') });

  it('is the innermost frame in a suite file, behind the words that declare for it', () => {
    const words = 'declareAll (file:///p/words/all.js:3:1)';
    expect(at(words, 'each (/p/my suites (2)/a.suite.ts:7:3)', '/p/my suites (2)/a.suite.ts:90:1')).toEqual({
      file: relative(process.cwd(), '/p/my suites (2)/a.suite.ts'),
      line: 7,
    });
    expect(at(words, 'async file:///p/b.suite.mjs?v=1:12:3')).toMatchObject({ line: 12 });
    expect(at(words)).toBeUndefined();
  });

  it('is read through the source map beside a compiled suite', () => {
    const compiled = join(folder, 'a.suite.js');
    // The second line of the compiled file is the fourth of its source.
    const map = { version: 3, sources: ['src/a.suite.ts'], names: [], mappings: 'AAAA;AAGA' };
    writeFileSync(`${compiled}.map`, JSON.stringify(map));
    expect(at(`${pathToFileURL(compiled).href}:2:1`)).toEqual({
      file: relative(process.cwd(), join(folder, 'src', 'a.suite.ts')),
      line: 4,
    });
  });

  it('is that in the compiled file where the map cannot be read', () => {
    const compiled = join(folder, 'b.suite.js');
    writeFileSync(`${compiled}.map`, '{');
    expect(at(`${compiled}:2:1`)).toEqual({ file: relative(process.cwd(), compiled), line: 2 });
  });
});

// The import boundaries of biome.json are real: a violation in a copy of the layout is found, a permitted import is not; and so are
// circles of files, those of types alone included.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../payload/package-root.js';

const VIOLATIONS: readonly (readonly [file: string, from: string])[] = [
  ['toolkit/decimal/a.ts', '../wire/exchange.js'],
  ['toolkit/signing/a.ts', '../profile/profile.js'],
  ['toolkit/wire/a.ts', '../checkers/predicates.js'],
  ['toolkit/checkers/a.ts', '../reference/domain.js'],
  ['toolkit/reference/a.ts', '../../suites/runner/check.js'],
  ['suites/auth/a.ts', '../../reports/model/model.js'],
  ['suites/auth/b.ts', '../../toolkit/reference/domain.js'],
  ['reports/a.ts', '../toolkit/wire/exchange.js'],
];

const PERMITTED: readonly (readonly [file: string, from: string])[] = [
  ['toolkit/wire/ok.ts', '../journal/record.js'],
  ['suites/auth/ok.ts', '../../toolkit/wire/exchange.js'],
  ['reports/ok.ts', '../toolkit/payload/json.js'],
  ['toolkit/cli/ok.ts', '../../reports/model/model.js'],
];

/** Each imports a type of the other. */
const CIRCLE: readonly (readonly [file: string, text: string])[] = [
  ['toolkit/wire/round.ts', "import type { B } from './about.js';\nexport type A = B | 1;\n"],
  ['toolkit/wire/about.ts', "import type { A } from './round.js';\nexport type B = A | 2;\n"],
];

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  const config = JSON.parse(readFileSync(join(packageRoot(), 'biome.json'), 'utf8')) as Record<string, unknown>;
  delete config['$schema'];
  delete config['vcs'];
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
  for (const [file, from] of [...VIOLATIONS, ...PERMITTED]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), `export { x } from '${from}';\n`);
  }
  for (const [file, text] of CIRCLE) writeFileSync(join(folder, file), text);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('finds every import against the direction and none along it', () => {
  const report = lint('style/noRestrictedImports');
  const found = VIOLATIONS.concat(PERMITTED).filter(([file]) => report.includes(file));
  expect(found).toEqual(VIOLATIONS);
});

it('finds a circle of files that import types alone', () => {
  const report = lint('suspicious/noImportCycles');
  expect(CIRCLE.filter(([file]) => report.includes(file))).toEqual(CIRCLE);
});

function lint(rule: string): string {
  const biome = join(packageRoot(), 'node_modules', '.bin', 'biome');
  try {
    return execFileSync(biome, ['lint', `--only=${rule}`, '--reporter=json', '--max-diagnostics=none', '.'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (failed) {
    return (failed as { stdout: string }).stdout; // execFileSync attaches the output of a command that exits with 1
  }
}

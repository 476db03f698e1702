// The import boundaries of biome.json are real: a violation in a copy of the layout is found, a permitted import is not; and so are
// circles of files, those of types alone included.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../base/package-root.js';
import { FLOORS, forbiddenTo, pathOf } from './derived/import-floors.js';

type Import = readonly [file: string, from: string];

/** Written by hand beside the table: what must hold whatever the table says. */
const VIOLATIONS: readonly Import[] = [
  ['toolkit/requirements/a.ts', '../checkers/checker.js'],
  ['toolkit/decimal/a.ts', '../wire/exchange.js'],
  ['toolkit/signing/a.ts', '../profile/profile.js'],
  ['toolkit/wire/a.ts', '../checkers/predicates.js'],
  ['toolkit/checkers/a.ts', '../reference/domain.js'],
  ['toolkit/reference/a.ts', '../../suites/runner/check.js'],
  ['suites/auth/a.ts', '../../reports/model/model.js'],
  ['suites/auth/b.ts', '../../toolkit/reference/domain.js'],
  ['suites/auth/c.ts', '../orders/battery.js'],
  ['suites/auth/d.ts', '../index.js'],
  ['suites/auth/room/e.ts', '../../orders/battery.js'],
  ['suites/auth/room/f.ts', '../../../reports/model/model.js'],
  ['suites/words/a.ts', '../auth/battery.js'],
  ['suites/words/trading/b.ts', '../../auth/battery.js'],
  ['suites/words/trading/c.ts', '../../../toolkit/vectors/load.js'],
  ['suites/runner/a.ts', '../words/pages.js'],
  ['suites/runner/plan/b.ts', '../../auth/battery.js'],
  ['suites/runner/live/account/c.ts', '../../../words/trading/prices.js'],
  ['suites/runner/live/account/d.ts', '../../../../toolkit/cli/command.js'],
  ['suites/index.ts', '../toolkit/reference/domain.js'],
  ['reports/a.ts', '../toolkit/wire/exchange.js'],
];

const PERMITTED: readonly Import[] = [
  ['toolkit/checkers/ok.ts', '../requirements/requirement-id.js'],
  ['toolkit/reference/ok.ts', '../doctor/diagnose.js'],
  ['toolkit/wire/ok.ts', '../journal/record.js'],
  ['suites/ok.ts', './words/pages.js'],
  ['suites/auth/ok.ts', '../../toolkit/wire/exchange.js'],
  ['suites/auth/ok-runner.ts', '../runner/live/account/account.js'],
  ['suites/auth/ok-words.ts', '../words/trading/prices.js'],
  ['suites/auth/ok-room.ts', './room/battery.js'],
  ['suites/auth/room/ok.ts', '../battery.js'],
  ['suites/auth/room/ok-words.ts', '../../words/pages.js'],
  ['suites/words/trading/ok.ts', '../../runner/context.js'],
  ['suites/words/trading/ok-room.ts', '../streams/barrier.js'],
  ['suites/runner/live/ok.ts', '../plan/plan.js'],
  ['suites/runner/live/account/ok.ts', '../../../../toolkit/journal/record.js'],
  ['reports/ok.ts', '../toolkit/payload/json.js'],
  ['toolkit/cli/ok.ts', '../../reports/model/model.js'],
];

/** Every folder of the table importing every other. */
const PAIRS = FLOORS.flat().flatMap((folder) =>
  FLOORS.flat()
    .filter((other) => other !== folder)
    .map((other) => ({ folder, other, file: `${pathOf(folder)}/to-${other}.ts`, from: `@/${pathOf(other)}/a.js` })),
);

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
  copyFileSync(join(packageRoot(), 'biome.boundaries.json'), join(folder, 'biome.boundaries.json'));
  const pairs = PAIRS.map(({ file, from }) => [file, from] as const);
  for (const [file, from] of [...VIOLATIONS, ...PERMITTED, ...pairs]) {
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
  const found = VIOLATIONS.concat(PERMITTED).filter(([file]) => report.includes(`"${file}"`));
  expect(found).toEqual(VIOLATIONS);
  expect(PAIRS.filter(({ file }) => report.includes(`"${file}"`))).toEqual(
    PAIRS.filter(({ folder: from, other }) => forbiddenTo(from).includes(other)),
  );
});

it('has a place in the table for every folder of the toolkit', () => {
  const folders = readdirSync(join(packageRoot(), 'toolkit'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    // Imports the package as its users do.
    .filter((name) => name !== 'examples');
  expect([...folders, 'suites', 'clients', 'reports'].sort()).toEqual(FLOORS.flat().sort());
});

it('has the table in the words of README.md', () => {
  const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const floors = FLOORS.slice(0, -2).map((folders) => folders.map((name) => `\`${name}\``).join(', '));
  expect(readme).toContain(floors.join(' <- '));
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

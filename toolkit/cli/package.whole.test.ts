// The package as a user gets it: packed, installed into an empty folder outside the checkout, and run from there.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageDigest } from '../../reports/certificate/package-digest.js';
import { packageRoot } from '../base/package-root.js';

const MINUTE = 60_000;

/** Each is one more to unpack, to scan and to read. */
const MOST_FILES = 1200;

/** Some of each kind of check: signing, calls, streams, over the journal. */
const PART = ['versioning', 'orders', 'subscriptions', 'operations'];

let folder = '';
let tarball = '';
let packed: readonly string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: packageRoot(),
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'package.json'), '{"name":"somebody","private":true}');
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: packageRoot(),
    encoding: 'utf8',
  });
  packed = (JSON.parse(listed) as [{ files: { path: string }[] }])[0].files.map(({ path }) => path); // as npm writes it
  tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'no tarball';
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 3 * MINUTE,
  });
}, 4 * MINUTE);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
}, MINUTE);

it('judges its own reference service from an empty folder', { timeout: 2 * MINUTE }, () => {
  const words = ['tsi', 'run', ...PART, '--reference', '--effort', 'quick', '--out', 'report'];
  const run = spawnSync('npx', words, { cwd: folder, encoding: 'utf8', timeout: MINUTE });
  expect(run.status, run.stderr).toBe(0);
  expect(run.stderr).toContain('CONFORMANT');
  const results = JSON.parse(readFileSync(join(folder, 'report', 'results.json'), 'utf8')) as {
    conformant: boolean;
    checks: { verdict: string }[];
  };
  expect(results.conformant).toBe(true);
  expect(new Set(results.checks.map((check) => check.verdict))).not.toContain('not-run');
});

it('holds no test, benchmark or configuration of the project', () => {
  const installed = readdirSync(join(folder, 'node_modules', 'tsi-conformance'), { recursive: true, encoding: 'utf8' });
  expect(installed.filter((file) => /\.(test|bench)\.|vitest\.config/.test(file))).toEqual([]);
});

it('holds at most so many files, and no sources but those of the suites', () => {
  expect(packed.length).toBeLessThanOrEqual(MOST_FILES);
  expect(packed.filter((path) => path.endsWith('.map'))).toEqual([]);
  const sources = packed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  expect(sources.filter((path) => !path.endsWith('.suite.ts') && !path.startsWith('toolkit/examples/'))).toEqual([]);
});

it('has the digest of the checkout that it was packed from', async () => {
  await expect(packageDigest(join(folder, 'node_modules', 'tsi-conformance'))).resolves.toBe(
    await packageDigest(packageRoot()),
  );
});

it('names file and line of each check, which are packed', () => {
  const plan = spawnSync('npx', ['tsi', 'plan', '--json'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { checks } = JSON.parse(plan.stdout) as { checks: readonly { source: string; line: number }[] };
  expect(checks.filter(({ line }) => !(line > 0))).toEqual([]);
  const missing = new Set(checks.map(({ source }) => source).filter((source) => !packed.includes(source)));
  // Words that declare checks in a loop stand in no suite file.
  expect([...missing].filter((path) => path.endsWith('.suite.ts'))).toEqual([]);
});

it('resolves every entry of its exports map', () => {
  const root = join(folder, 'node_modules', 'tsi-conformance');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, unknown> };
  const files = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry as Record<string, string>),
  );
  expect(files.filter((file) => !file.includes('*') && !existsSync(join(root, file)))).toEqual([]);
});

it('needs no types of other packages but those of Node.js, also where libraries are checked', {
  timeout: 2 * MINUTE,
}, () => {
  const root = join(folder, 'node_modules', 'tsi-conformance');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | object>;
  };
  const typed = Object.keys(manifest.exports).filter((name) => {
    const entry = manifest.exports[name];
    return typeof entry === 'object' && 'types' in entry;
  });
  const place = join(folder, 'typed');
  mkdirSync(join(place, 'node_modules', '@types'), { recursive: true });
  symlinkSync(root, join(place, 'node_modules', 'tsi-conformance'));
  for (const one of ['@types/node', 'undici-types']) {
    symlinkSync(join(packageRoot(), 'node_modules', one), join(place, 'node_modules', one));
  }
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  const imports = typed.map((name, index) => `import * as m${index} from 'tsi-conformance${name.slice(1)}';`);
  writeFileSync(
    join(place, 'all.ts'),
    `${imports.join('\n')}\nconsole.log(${typed.map((_, index) => `m${index}`)});\n`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const tsc = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
  const words = [tsc, ...options, '--preserveSymlinks', '--skipLibCheck', 'false', 'all.ts'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: place, encoding: 'utf8' });
  expect(status, stdout).toBe(0);
  expect(typed.length).toBeGreaterThan(10);
});

it('is called by the name of the package where nothing is installed, and says so', { timeout: 2 * MINUTE }, () => {
  const place = mkdtempSync(join(tmpdir(), 'nothing-installed-'));
  const words = ['--yes', '--prefer-offline', '-p', join(folder, tarball), 'tsi', 'run', '--help'];
  const { status, stdout } = spawnSync('npx', words, { cwd: place, encoding: 'utf8', timeout: MINUTE });
  rmSync(place, { recursive: true });
  expect(status).toBe(0);
  expect(stdout).toContain('npx -p tsi-conformance tsi run');
});

it('has no script that an installation would ask about', () => {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { scripts: object };
  expect(Object.keys(scripts).filter((name) => /^((pre|post)?install|prepare)$/.test(name))).toEqual([]);
});

// A process that something else ends, or that cannot even begin, tells by its code that the suite is at fault, never that a target passed
// or failed.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packageRoot } from '../base/package-root.js';
import { EXIT } from './exit-codes.js';

const MAIN = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
const root = mkdtempSync(join(tmpdir(), 'ended-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(words: readonly string[], main = MAIN): { readonly status: number | null; readonly stderr: string } {
  return spawnSync(process.execPath, [main, ...words], { cwd: root, encoding: 'utf8' });
}

it.each([0, 1])('ends as an error of the suite where a file of --suites ends the process with code %s', (code) => {
  const folder = mkdtempSync(join(root, 'suites-'));
  writeFileSync(join(folder, 'mine.suite.mjs'), `process.exit(${code});\n`);
  const { status, stderr } = run(['run', '--reference', '--suites', folder]);
  expect(stderr).toContain('ended the process, before there was a result');
  expect(status).toBe(EXIT.suiteError);
});

it('ends as an error of the suite where a file of the package is missing', () => {
  const copy = join(root, 'package');
  cpSync(join(packageRoot(), 'dist'), join(copy, 'dist'), { recursive: true });
  cpSync(join(packageRoot(), 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(packageRoot(), 'node_modules'), join(copy, 'node_modules'));
  const main = join(copy, 'dist', 'toolkit', 'cli', 'main.js');
  expect(run(['--version'], main).status).toBe(EXIT.conformant);
  rmSync(join(copy, 'dist', 'chunks', 'exit-codes.js'));
  const { status, stderr } = run(['--version'], main);
  expect(stderr).toMatch(/^tsi: it cannot be loaded: .*exit-codes/);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(status).toBe(EXIT.suiteError);
});

it.skipIf(process.platform === 'win32')('is a misuse to start it in a folder that is gone', () => {
  const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"';
  const words = ['-c', script, process.execPath, MAIN, '--help'];
  const { status, stderr } = spawnSync('bash', words, { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('tsi: the folder that it was started in is gone; change into one that is there\n');
  expect(status).toBe(EXIT.usage);
});

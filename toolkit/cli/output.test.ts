import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../base/package-root.js';
import { codeAfter } from './output.js';

const root = mkdtempSync(join(tmpdir(), 'tsi-output-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const main = join(packageRoot(), 'dist/toolkit/cli/main.js');

/** The exit code of `tsi` in a pipeline whose last command it is not. */
function inPipe(words: string, reader: string): { readonly code: number; readonly stderr: string } {
  const script = `set -o pipefail; "${process.execPath}" "${main}" ${words} ${reader}`;
  const shell = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' });
  return { code: shell.status ?? -1, stderr: shell.stderr };
}

describe('output that nobody reads', () => {
  it.each(['requirements', 'requirements --json', 'faults', 'habits --json', '--help'])(
    'is no success: %s',
    (words) => {
      expect(inPipe(words, '| true').code).toBe(141);
    },
  );

  it('keeps a code that is none of success', () => {
    expect(inPipe('nonsense', '2>&1 | true').code).toBe(2);
  });

  it('does not end a run, which writes its report and keeps its code', () => {
    const words = 'run ack.status-202/order --reference --json --out';
    expect(inPipe(`${words} gone`, '2>&1 | true').code).toBe(0);
    expect(JSON.parse(readFileSync(join(root, 'gone/results.json'), 'utf8')).exitCode).toBe(0);
    expect(inPipe(`${words} faulty --fault ack-status-200`, '2>&1 | true').code).toBe(1);
    expect(existsSync(join(root, 'faulty/index.html'))).toBe(true);
  });

  it.runIf(existsSync('/dev/full'))('is an error where the disk is full, and says so', () => {
    const { code, stderr } = inPipe('requirements --json', '> /dev/full');
    expect(code).toBe(4);
    expect(stderr).toMatch(/standard output was not written whole: .*ENOSPC/);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it.each([
    [0, { kind: 'reader-gone' }, false, 141],
    [0, { kind: 'reader-gone' }, true, 0],
    [7, { kind: 'reader-gone' }, false, 7],
    [1, { kind: 'reader-gone' }, true, 1],
    [1, { kind: 'unwritable', why: 'ENOSPC' }, true, 4],
    [130, undefined, true, 130],
  ] as const)('makes of %s after %o, files left: %s, the code %s', (code, lost, leavesFiles, after) => {
    expect(codeAfter(code, lost, leavesFiles)).toBe(after);
  });
});

// A process that a loaded file ends is no green run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../payload/package-root.js';
import { EXIT } from './exit-codes.js';

it('ends as an error of the suite where a file of --suites ends the process with success', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ended-'));
  try {
    writeFileSync(join(folder, 'mine.suite.mjs'), 'process.exit(0);\n');
    const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
    const { status, stderr } = spawnSync(process.execPath, [main, 'run', '--reference', '--suites', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toContain('ended the process, before there was a result');
    expect(status).toBe(EXIT.suiteError);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

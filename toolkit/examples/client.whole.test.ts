// The client of the tutorial, executed: after each step the built suite says what the table says that it says.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../base/package-root.js';

const examples = join(packageRoot(), 'toolkit', 'examples');
const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'client-tutorial-'));
/** Other areas say the same of every step. */
const PART = ['domain', 'idempotency', 'auth.client-no-duplicate-parameters'];

/** Step, exit code, what is said: the first, third and fourth column of the README's table. */
const STEPS = [
  ...readFileSync(join(examples, 'client', 'README.md'), 'utf8').matchAll(
    /^\| (\d) +\|[^|]*\| (\d) +\| ([^|]*?) *\|$/gm,
  ),
].map(([, step = '', code = '', said = '']) => ({ step, code: Number(code), said }));

afterAll(() => rmSync(folder, { recursive: true }));

describe('the client of the tutorial', { timeout: 180_000 }, () => {
  it('has three steps', () => {
    expect(STEPS.map(({ step }) => step)).toEqual(['1', '2', '3']);
  });

  it.each(STEPS)('is told after step $step: $said', ({ step, code, said }) => {
    const adapter = `"${process.execPath}" "${join(examples, 'client', 'client.mjs')}" ${step}`;
    const words = ['client', 'run', ...PART, '--exec', adapter];
    const run = spawnSync(process.execPath, [main, ...words], { cwd: folder, encoding: 'utf8' });
    const text = run.stderr.replace(/\s+/g, ' ');
    expect(text).toContain(said);
    expect(run.status, text).toBe(code);
  });
});

// Whoever says Ctrl-C twice to a run is out within two seconds, with a report that can be read: while a target floods it, and while its
// worker is stuck in one piece of work that never returns, be it a loop or a call of the system.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { packageRoot } from '../base/package-root.js';
import { writeProfileFile } from '../reference/sandbox/profile-file.js';
import { startHostile } from './hostile/hostile-target.js';
import { HOSTILITIES } from './hostile/hostilities.js';

const MAIN = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
const root = mkdtempSync(join(tmpdir(), 'tsi-second-signal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Two seconds, and what a busy machine adds. */
const WITHIN_MS = 4_000;

interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly folder: string;
}

function start(name: string, words: readonly string[]): Run {
  const folder = join(root, name, 'report');
  mkdirSync(join(root, name), { recursive: true });
  const child = spawn(process.execPath, [MAIN, 'run', '--out', folder, '--seed', '1', '--effort', 'quick', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  }
  return { child, said: () => said, folder };
}

/** The milliseconds from the second signal on, and by what the run ended. */
async function toldTwice({ child, said }: Run): Promise<readonly [ms: number, by: unknown]> {
  child.kill('SIGINT');
  await vi.waitFor(() => expect(said()).toContain('stopping: '), { timeout: 20_000 });
  const ended = once(child, 'close');
  const startedMs = performance.now();
  child.kill('SIGINT');
  const [, by] = await ended;
  return [performance.now() - startedMs, by];
}

/** What was decided is in the results, or else where it can be had is on the terminal. */
function expectReadable({ folder, said }: Run): void {
  const results = join(folder, 'results.json');
  if (!existsSync(results)) {
    expect(said()).toContain('tsi render DIR makes it from the journal');
    return;
  }
  expect(JSON.parse(readFileSync(results, 'utf8'))).toMatchObject({ run: { interrupted: 'SIGINT' }, complete: false });
}

describe.skipIf(process.platform === 'win32')('a run that is told twice to end', { timeout: 150_000 }, () => {
  it('ends while a target floods it', async () => {
    const flood = HOSTILITIES.find(({ id }) => id === 'floods-stream-empty-texts');
    if (flood === undefined) throw new Error('no such hostility');
    const target = await startHostile(flood, 1);
    const file = join(root, 'flood.yaml');
    const streamUrl = target.baseUrl.replace(/^http/, 'ws');
    writeProfileFile({ ...target.reference.profile, baseUrl: target.baseUrl, streamUrl }, file);
    try {
      const run = start('flood', ['--profile', file, 'transactions', 'instruments']);
      const journal = join(run.folder, 'journal.ndjson');
      await vi.waitFor(() => expect(statSync(journal).size).toBeGreaterThan(1_000_000), { timeout: 80_000 });
      const [ms, by] = await toldTwice(run);
      expect([by, ms < WITHIN_MS]).toEqual(['SIGINT', true]);
      expectReadable(run);
    } finally {
      await target.close();
    }
  });

  it.each([
    ['loops', 'for (;;);'],
    ['calls the system', "execFileSync('sleep', ['90']);"],
  ])('ends while a check %s', async (name, work) => {
    const suites = join(root, `suites-${name.slice(0, 5)}`);
    const mark = join(suites, 'stuck');
    mkdirSync(suites);
    const source = [
      `import { scenario } from ${JSON.stringify(pathToFileURL(join(packageRoot(), 'dist', 'suites', 'index.js')).href)};`,
      "import { execFileSync } from 'node:child_process';",
      "import { writeFileSync } from 'node:fs';",
      "scenario({ id: 'own.stuck/always', title: 'is stuck', run: async () => {",
      `  writeFileSync(${JSON.stringify(mark)}, '');`,
      `  ${work}`,
      '} });',
    ];
    writeFileSync(join(suites, 'mine.suite.mjs'), source.join('\n'));
    const run = start(name, ['--reference', '--suites', suites, 'own.stuck/always']);
    await vi.waitFor(() => expect(existsSync(mark), run.said()).toBe(true), { timeout: 60_000 });
    const [ms, by] = await toldTwice(run);
    expect([by, ms < WITHIN_MS]).toEqual(['SIGINT', true]);
    expectReadable(run);
  });
});

// `tsi client watch` from the command line: a program that knows its environment alone is judged by what it sends, and by its keys after a
// restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { callBuiltTsi } from '../call-tsi.test.aid.js';

const BOT = join(packageRoot(), 'toolkit/cli/client/bot.test.aid.mjs');
let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'watch-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function verdicts(stdout: string): Readonly<Record<string, string>> {
  const { checks } = JSON.parse(stdout) as {
    readonly checks: readonly { readonly id: string; readonly verdict: string }[];
  };
  return Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]));
}

/** Beside each other: most of what they do is wait for the bot. */
describe('tsi client watch', { concurrent: true }, () => {
  const watched = async (retry: string, keys = 'random'): Promise<Readonly<Record<string, string>>> => {
    const words = ['client', 'watch', '--restart', '--json', '--out', join(cwd, retry)];
    const bot = ['--', 'env', `BOT_RETRY=${retry}`, `BOT_KEYS=${keys}`, process.execPath, BOT];
    return verdicts((await callBuiltTsi([...words, ...bot], { cwd })).stdout);
  };

  it('finds the new key of an ordinary loop, and nothing else at must', async ({ expect }) => {
    const found = await watched('new-key');
    const failed = Object.keys(found).filter((id) => found[id] === 'fail');
    expect(failed.map((id) => id.split('/')[0])).toEqual(
      expect.arrayContaining(['idempotency.client-same-key', 'limits.client-no-retry']),
    );
    // It goes on while each of its orders is refused for the rate, too.
    const named = /client-same-key|client-no-retry|client-accounting/;
    expect(failed.filter((id) => !named.test(id))).toEqual([]);
  });

  it('finds keys that are counted anew after a restart', async ({ expect }) => {
    const found = await watched('none', 'counted');
    expect(found['idempotency.client-key-per-intent/watched-restart']).toBe('fail');
  });

  it('finds nothing in a loop that keeps its key, and neither listens nor reads', async ({ expect }) => {
    const found = await watched('same-key');
    expect(Object.keys(found).filter((id) => found[id] === 'fail')).toEqual([]);
    expect(found['idempotency.client-same-key/watched-answer-lost']).toBe('pass');
    expect(found['idempotency.client-key-per-intent/watched-restart']).toBe('pass');
    // Its verdicts follow from its journal.
    expect((await callBuiltTsi(['judge', join(cwd, 'same-key')], { cwd })).stdout).toContain('every verdict follows');
  });
});

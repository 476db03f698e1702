// A dialect module that never has loaded: said after a while, whatever the module waits for.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { loadModuleDialect } from './module-dialect.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-module-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('does not wait for ever for a top-level await', async () => {
  const file = join(folder, 'waits.mjs');
  writeFileSync(file, 'await new Promise(() => {});\nexport const dialect = {};\n');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const loading = expect(loadModuleDialect(pathToFileURL(file).href)).rejects.toThrow(/top-level await/);
    // The module loads once its watch is awake.
    await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 10_000, interval: 20 });
    await vi.advanceTimersByTimeAsync(10_000);
    await loading;
  } finally {
    vi.useRealTimers();
  }
});

// A user's file that never returns at load: the process ends by a signal or by itself, and says which file it was.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from './package-root.js';
import { whileLoading } from './while-loading.js';

const MODULE = join(packageRoot(), 'build/toolkit/base/while-loading.js');

function program(endMs: number): string {
  return `
    import { whileLoading } from ${JSON.stringify(MODULE)};
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => {});
    const load = async () => { for (;;); };
    await whileLoading('endless.mjs', load, { sayMs: 200, endMs: ${endMs} });`;
}

async function ended(endMs: number, signal?: 'SIGINT' | 'SIGTERM'): Promise<{ by: unknown; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(endMs)], {
    timeout: 15_000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (signal !== undefined) child.kill(signal);
  });
  const [, by] = await once(child, 'close');
  return { by, said };
}

it.each(['SIGINT', 'SIGTERM'] as const)('lets %s end a load that never returns, and names the file', async (signal) => {
  const { by, said } = await ended(60_000, signal);
  expect(by).toBe(signal);
  expect(said).toContain('endless.mjs is not loaded after 0.2 s');
});

it('ends by itself beyond the bound', async () => {
  const { by, said } = await ended(600);
  expect(by).toBe('SIGTERM');
  expect(said).toContain('endless.mjs did not return for 0.6 s');
});

it('gives every listener back, after a load that failed too', async () => {
  const before = process.listeners('SIGINT');
  const failing = whileLoading('broken.mjs', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(process.listeners('SIGINT')).toEqual(before);
});

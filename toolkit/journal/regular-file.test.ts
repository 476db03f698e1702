// What stands where a file should: each is named at once, and none is waited for.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openForWriting, readRegularFile, streamRegularFile } from './regular-file.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-regular-'));
const file = join(folder, 'file');
writeFileSync(file, 'twelve bytes');
afterAll(() => rmSync(folder, { recursive: true }));

it('reads a file, whole and in turn', async () => {
  expect(readRegularFile(file, { mostBytes: 12 }).toString()).toBe('twelve bytes');
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamRegularFile(file, 5)) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('twelve bytes');
});

it('refuses more than was agreed, before it reads it', () => {
  const large = join(folder, 'large');
  writeFileSync(large, '');
  truncateSync(large, 2 ** 32);
  expect(() => readRegularFile(large, { mostBytes: 2 ** 20 })).toThrow(/4294967296 bytes/);
});

it('names a folder, and what is not there', () => {
  mkdirSync(join(folder, 'inner'));
  expect(() => readRegularFile(join(folder, 'inner'))).toThrow('a folder');
  expect(() => readRegularFile(join(folder, 'none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

describe.skipIf(process.platform === 'win32')('what only some systems have', () => {
  it('does not wait for a pipe that nobody writes into', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => readRegularFile(pipe)).toThrow(/a pipe/);
    expect(() => streamRegularFile(pipe)).toThrow(/a pipe/);
    expect(() => openForWriting(pipe)).toThrow('a pipe');
  });

  it('reads nothing from a device without an end', () => {
    expect(() => readRegularFile('/dev/zero', { openPipes: 'allowed' })).toThrow(/a device/);
  });
});

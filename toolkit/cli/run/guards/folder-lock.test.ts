import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LOCK_FILE, lockFolder } from './folder-lock.js';
import { journalDefect } from './journal-still-there.js';

const root = mkdtempSync(join(tmpdir(), 'tsi-lock-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the lock of a report', () => {
  it('refuses a second run until the first has ended', () => {
    const out = join(root, 'one');
    const first = lockFolder(out);
    expect(() => lockFolder(out)).toThrow(`another run (process ${process.pid}) writes into ${out}`);
    first.release();
    expect(existsSync(join(out, LOCK_FILE))).toBe(false);
    lockFolder(out).release();
  });

  it('is taken over from a run that was killed', () => {
    const out = join(root, 'killed');
    lockFolder(out).release();
    writeFileSync(join(out, LOCK_FILE), `999999999 ${hostname()} 1`);
    lockFolder(out).release();
    writeFileSync(join(out, LOCK_FILE), '1 another-machine 1');
    expect(() => lockFolder(out)).toThrow('process 1 on another-machine');
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(join(out, LOCK_FILE), longAgo, longAgo);
    lockFolder(out).release();
  });

  it('leaves alone what another run has made since', () => {
    const out = join(root, 'removed');
    const first = lockFolder(out);
    rmSync(out, { recursive: true });
    const second = lockFolder(out);
    first.release();
    expect(existsSync(join(out, LOCK_FILE))).toBe(true);
    second.release();
  });

  it('needs a folder that can be written', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => lockFolder(join(root, 'file/report'))).toThrow(/cannot write/);
  });
});

describe('the journal of a run', () => {
  const path = join(root, 'journal.ndjson');
  it.each([
    [
      'is still there',
      '{"journal":1,"run":"r","x":1}\n{"end":true,"run":"r","records":7,"reason":"finished"}\n',
      undefined,
    ],
    [
      'is that of another run',
      '{"journal":1,"run":"s","x":1}\n{"end":true,"run":"s","records":7,"reason":"finished"}\n',
      /not the one/,
    ],
    ['was cut', '{"journal":1,"run":"r","x":1}\n', /not the one/],
    ['lost its beginning', '\0\0\0\n{"end":true,"run":"r","records":7,"reason":"finished"}\n', /not the one/],
    [
      'was cut and written on',
      '{"journal":1,"run":"r","x":1}\n\0\0\n{"end":true,"run":"r","records":7,"reason":"finished"}\n',
      /has a hole/,
    ],
    ['was emptied', '', /not the one/],
  ])('%s', (_what, text, message) => {
    writeFileSync(path, text);
    if (message === undefined) expect(journalDefect(path, 'r', 7)).toBeUndefined();
    else expect(journalDefect(path, 'r', 7)).toMatch(message);
  });

  it.skipIf(process.platform === 'win32')('is a pipe by now, which nobody waits for', () => {
    const pipe = join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(journalDefect(pipe, 'r', 7)).toMatch(/found there no regular file but a pipe/);
  });

  it('is gone', () => expect(journalDefect(join(root, 'nowhere/journal.ndjson'), 'r', 7)).toMatch(/is gone/));
});

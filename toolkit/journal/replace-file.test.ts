// What stands in the place of a file, and what is left of it.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openForWriting } from './regular-file.js';
import { replaceFile } from './replace-file.js';

const root = mkdtempSync(join(tmpdir(), 'tsi-replace-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Each way to put a new file there. */
const WAYS: readonly (readonly [string, (path: string) => void])[] = [
  ['replaced', (path) => replaceFile(path, 'ours')],
  [
    'opened for writing',
    (path) => {
      const descriptor = openForWriting(path);
      writeSync(descriptor, 'ours');
      closeSync(descriptor);
    },
  ],
];

describe.skipIf(process.platform === 'win32').each(WAYS)('a file that is %s', (_way, write) => {
  const scene = (): { readonly path: string; readonly foreign: string; readonly folder: string } => {
    const folder = mkdtempSync(join(root, 'scene-'));
    writeFileSync(join(folder, 'foreign'), 'theirs');
    return { folder, path: join(folder, 'file'), foreign: join(folder, 'foreign') };
  };

  it.each([
    ['a link', (foreign: string, path: string) => symlinkSync(foreign, path)],
    ['a hard link', (foreign: string, path: string) => linkSync(foreign, path)],
    ['a dangling link', (foreign: string, path: string) => symlinkSync(`${foreign}-not-there`, path)],
  ])('takes the place of %s, and leaves alone where it leads', (_what, put) => {
    const { path, foreign } = scene();
    put(foreign, path);
    write(path);
    expect(readFileSync(path, 'utf8')).toBe('ours');
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(foreign, 'utf8')).toBe('theirs');
    expect(existsSync(`${foreign}-not-there`)).toBe(false);
  });

  it('leaves a pipe, a device and a folder where they are', () => {
    const { path, folder } = scene();
    execFileSync('mkfifo', [path]);
    expect(() => write(path)).toThrow('a pipe, a socket or a device stands there');
    expect(lstatSync(path).isFIFO()).toBe(true);
    expect(() => write('/dev/null')).toThrow('the system keeps that name');
    expect(statSync('/dev/null').isFile()).toBe(false);
    mkdirSync(join(folder, 'inner'));
    expect(() => write(join(folder, 'inner'))).toThrow();
    expect(readdirSync(folder).sort()).toEqual(['file', 'foreign', 'inner']);
  });
});

it('gives a private file to nobody who could read the one before', () => {
  const path = join(root, 'key.pem');
  writeFileSync(path, 'old', { mode: 0o644 });
  replaceFile(path, 'new', 0o600);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

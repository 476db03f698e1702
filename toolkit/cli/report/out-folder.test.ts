// Where a report is written when somebody has put something else there, before the run or while it goes on.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lockFolder } from '../run/guards/folder-lock.js';
import { clearReport, isSameFolder, outFolder } from './out-folder.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tsi-out-')));
afterAll(() => rmSync(root, { recursive: true }));
const scene = (): string => mkdtempSync(join(root, 'scene-'));
const RESULTS = '{\n "results": 1\n}\n';

function reportIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), RESULTS);
  writeFileSync(join(folder, 'index.html'), 'the verdicts of before');
  writeFileSync(join(folder, 'journal.ndjson'), '{"journal":1,"run":"r"}\n');
  return folder;
}

describe.skipIf(process.platform === 'win32')('a link in place of the folder', () => {
  it('is followed to a folder without a report', () => {
    const [link, folder] = [join(scene(), 'out'), scene()];
    symlinkSync(folder, link);
    expect(outFolder(link)).toBe(folder);
    expect(isSameFolder(link, folder)).toBe(true);
  });

  it.each([
    ['a report', (place: string) => reportIn(join(place, 'theirs')), /holds a report .results.json/],
    ['nothing', (place: string) => join(place, 'nowhere'), /leads to no folder/],
    ['itself', (place: string) => join(place, 'out'), /leads to no folder/],
    ['a device', () => '/dev/null', /leads to no folder/],
  ])('is refused where it leads to %s', (_what, make, message) => {
    const place = scene();
    symlinkSync(make(place), join(place, 'out'));
    expect(() => outFolder(join(place, 'out'))).toThrow(message);
  });
});

describe('the report of before', () => {
  it('is gone before a new one begins', () => {
    const folder = reportIn(join(scene(), 'out'));
    mkdirSync(join(folder, 'partial'));
    clearReport(folder);
    expect(readdirSync(folder)).toEqual(['partial']);
    clearReport(folder);
  });

  it('is not taken for one where the files are of somebody else', () => {
    const folder = scene();
    writeFileSync(join(folder, 'index.html'), 'a page of mine');
    expect(() => clearReport(folder)).toThrow(/holds index.html, and no report/);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('a page of mine');
  });

  it('says where a folder has the name of a file', () => {
    const folder = reportIn(join(scene(), 'out'));
    mkdirSync(join(folder, 'junit.xml'));
    expect(() => clearReport(folder)).toThrow(/cannot write .*junit.xml/);
    expect(existsSync(join(folder, 'results.json'))).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('the folder of a run that goes on', () => {
  it.each([
    ['a link', (out: string, other: string) => symlinkSync(other, out), /a link stands there/],
    ['another report', (out: string) => void reportIn(out), /another report stands there/],
    ['another run', (out: string) => void lockFolder(out), /another run .* writes there/],
  ])('is not written into when %s has taken its place', (_what, put, message) => {
    const place = scene();
    const out = join(place, 'out');
    const lock = lockFolder(out);
    lock.demandOurs();
    renameSync(out, `${out}-moved`);
    put(out, reportIn(join(place, 'theirs')));
    expect(() => lock.demandOurs()).toThrow(message);
    lock.release();
  });

  it('may be made again when it was removed', () => {
    const out = join(scene(), 'out');
    const lock = lockFolder(out);
    rmSync(out, { recursive: true });
    lock.demandOurs();
    // Its own files are no other report.
    reportIn(out);
    lock.demandOurs();
    lock.release();
  });
});

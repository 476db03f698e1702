// What was released stays as it was.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueVersionOf, frozenCatalogue, frozenVersions } from './frozen-catalogue.js';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'frozen-'));
  const checks = { 'a.b/one': 'must', 'a.b/two': 'should' };
  for (const version of ['1', '2', '10']) {
    writeFileSync(join(folder, `${version}.json`), JSON.stringify({ catalogue: version, suite: '1.0.0', checks }));
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a released catalogue', () => {
  it('is found by its number', () => {
    expect(frozenVersions(folder)).toEqual(['1', '2', '10']);
    expect(frozenCatalogue('2', folder)?.catalogue).toBe('2');
    expect(frozenCatalogue('3', folder)).toBeUndefined();
    expect(frozenCatalogue('../1', folder)).toBeUndefined();
  });

  it('gives its number to a suite that has its checks, and a sign to one that has gone on', () => {
    expect(catalogueVersionOf(['a.b/two', 'a.b/one'], folder)).toBe('10');
    expect(catalogueVersionOf(['a.b/one', 'a.b/two', 'a.b/three'], folder)).toBe('10+');
    expect(catalogueVersionOf(['a.b/one'], folder)).toBe('10+');
  });
});

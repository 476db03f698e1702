import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKills, renderKills } from './known-kills.js';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kills-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('known kills', () => {
  it('come back from their file', async () => {
    const kills = {
      seed: '7',
      byFault: new Map([['one', ['a/x', 'b/x']]]),
      filledBy: new Map([['one b/x', ['c/x', 'd/x']]]),
    };
    const file = join(folder, 'kills.txt');
    writeFileSync(file, renderKills(kills));
    expect(await readKills(file)).toEqual(kills);
  });

  it.each([
    ['seed 1\none\n', /:2: expected the ids of a fault and of checks/],
    ['seed 1\none a/x  b/x\n', /:2: expected the ids of a fault and of checks/],
    ['one a/x\n', /expected a line "seed N"/],
  ])('are refused by line where the file says %j', async (text, problem) => {
    const file = join(folder, 'odd.txt');
    writeFileSync(file, text);
    await expect(readKills(file)).rejects.toThrow(problem);
  });
});

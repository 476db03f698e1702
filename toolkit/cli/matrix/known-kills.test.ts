import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kill, TriedFault } from './kill-table.js';
import { chooseKills, readKills, refineKills, renderKills } from './known-kills.js';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kills-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const tried = (id: string, requirement: string): TriedFault => ({
  fault: { id, section: '4', requirements: [requirement], summary: '' },
  targets: [id, `${id}#2`],
});
const ONE = tried('one', 'orders.one');
const TWO = tried('two', 'orders.two');

function kill(target: string, check: string, requirement: Kill['requirement'] = 'orders.one'): Kill {
  return { check, target, verdict: 'fail', ...(requirement !== undefined && { requirement }) };
}

describe('known kills', () => {
  it('are a fault for each check and a right check for each fault', () => {
    const kills = chooseKills(
      [ONE, TWO],
      [
        kill('one', 'a/x', 'orders.one'),
        kill('one#2', 'b/x', 'orders.one'),
        kill('two', 'a/x', 'orders.one'),
        kill('two', 'c/x', 'orders.two'),
        { ...kill('two', 'd/x'), verdict: 'pass' },
      ],
    );
    expect(kills).toEqual(
      new Map([
        ['one', ['b/x', 'a/x']],
        ['two', ['c/x']],
      ]),
    );
  });

  it('lose what kills nothing where others prove as much, and gain what proves what they left open', () => {
    const known = {
      seed: '7',
      byFault: new Map([
        ['one', ['a/x', 'b/x', 'c/x']],
        ['two', ['a/x', 'c/x', 'd/x']],
        ['untried', ['e/x']],
      ]),
    };
    const outcomes = [
      kill('one', 'a/x', 'orders.one'),
      kill('one#2', 'b/x', 'orders.one'),
      kill('one', 'c/x', 'orders.one'),
      kill('two', 'c/x', 'orders.two'),
      kill('one', 'f/x', 'orders.one'),
    ];
    const open = { faults: new Set<string>(), checks: new Set(['f/x']) };
    expect(refineKills(known, [ONE, TWO], outcomes, open)).toEqual(
      new Map([
        ['one', ['f/x', 'a/x', 'b/x']],
        ['two', ['c/x', 'd/x']],
        ['untried', ['e/x']],
      ]),
    );
  });

  it('keep what proves once more, of a fault that shows now and then', () => {
    const outcomes = [kill('one', 'a/x'), kill('one', 'b/x'), kill('two', 'a/x', 'orders.two')];
    const byFault = new Map([
      ['one', ['a/x', 'b/x']],
      ['two', ['a/x']],
    ]);
    const nothing = { faults: new Set<string>(), checks: new Set<string>() };
    const refined = (one: TriedFault): unknown => refineKills({ seed: '7', byFault }, [one, TWO], outcomes, nothing);
    expect(refined({ ...ONE, fault: { ...ONE.fault, rate: 0.02 } })).toEqual(byFault);
    expect(refined(ONE)).toEqual(new Map([...byFault, ['one', ['b/x']]]));
  });

  it('come back from their file', async () => {
    const kills = { seed: '7', byFault: new Map([['one', ['a/x', 'b/x']]]) };
    const file = join(folder, 'kills.txt');
    writeFileSync(file, renderKills(kills));
    expect(await readKills(file)).toEqual(kills);
  });

  it.each([
    ['seed 1\none a/x b/x\n', /:2: expected the ids of a fault and of a check/],
    ['one a/x\n', /expected a line "seed N"/],
  ])('are refused by line where the file says %j', async (text, problem) => {
    const file = join(folder, 'odd.txt');
    writeFileSync(file, text);
    await expect(readKills(file)).rejects.toThrow(problem);
  });
});

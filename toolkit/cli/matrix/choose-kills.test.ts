import { describe, expect, it } from 'vitest';
import { chooseKills, refineKills } from './choose-kills.js';
import type { Kill, TriedFault } from './kill-table.js';

const tried = (id: string, requirement: string): TriedFault => ({
  fault: { id, section: '4', requirements: [requirement], summary: '' },
  targets: [id, `${id}#2`],
});
const ONE = tried('one', 'orders.one');
const TWO = tried('two', 'orders.two');

function kill(target: string, check: string, requirement: Kill['requirement'] = 'orders.one'): Kill {
  return { check, target, verdict: 'fail', ...(requirement !== undefined && { requirement }) };
}

describe('kept kills', () => {
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
    expect(kills.byFault).toEqual(
      new Map([
        ['one', ['b/x', 'a/x']],
        ['two', ['c/x']],
      ]),
    );
  });

  it('lose what kills nothing where others prove as much, and gain what proves what they left open', () => {
    const known = {
      filledBy: new Map(),
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
    expect(refineKills(known, [ONE, TWO], outcomes, open).byFault).toEqual(
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
    const refined = (one: TriedFault): unknown =>
      refineKills({ byFault, filledBy: new Map() }, [one, TWO], outcomes, nothing).byFault;
    expect(refined({ ...ONE, fault: { ...ONE.fault, rate: 0.02 } })).toEqual(byFault);
    expect(refined(ONE)).toEqual(new Map([...byFault, ['one', ['b/x']]]));
  });

  it('name what wrote the records that a failure over the journal rests on', () => {
    const overJournal = { ...kill('one', 'journal/x'), writtenBy: ['b/x', 'c/x'] };
    expect(chooseKills([ONE], [overJournal]).filledBy).toEqual(new Map([['one journal/x', ['b/x', 'c/x']]]));
  });

  it('keep what filled a journal before as long as it suffices, and else name what did', () => {
    const known = {
      byFault: new Map([['one', ['journal/x']]]),
      filledBy: new Map([['one journal/x', ['b/x', 'c/x']]]),
    };
    const nothing = { faults: new Set<string>(), checks: new Set<string>() };
    const filledAfter = (...writtenBy: readonly string[]): unknown =>
      refineKills(known, [ONE], [{ ...kill('one', 'journal/x'), writtenBy }], nothing).filledBy.get('one journal/x');
    expect(filledAfter('b/x')).toEqual(['b/x', 'c/x']);
    expect(filledAfter('b/x', 'd/x')).toEqual(['b/x', 'd/x']);
    expect(refineKills(known, [ONE], [], nothing).filledBy).toEqual(known.filledBy);
  });
});

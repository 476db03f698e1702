import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import type { CheckSpec } from './check.js';
import { AssertionFailed, Interrupted, NotApplicable, Undecided } from './check-end.js';
import { type Decision, decide, type Ending, MISREAD, type Tally } from './decision.js';

const spec: CheckSpec = { id: 'own.b/c', title: '', kind: 'scenario', run: async () => undefined };
const tally: Tally = { assertions: 1, occurred: new Set(), throttled: [], exhausted: [], misread: [] };
const failed = new AssertionFailed({
  requirement: 'own.b',
  message: 'expected x, got y',
  expected: 'x',
  actual: 'y',
  evidence: [4, 5],
});

function verdict(ending: Ending, changes: Partial<Tally> = {}, check: CheckSpec = spec): Decision {
  return decide(check, ending, { ...tally, ...changes });
}

describe('the verdict of a check', () => {
  it('is pass when it returns after at least one assertion', () => {
    expect(verdict({ by: 'return' })).toEqual({ verdict: 'pass', evidence: [] });
  });

  it('is error when it judged nothing', () => {
    expect(verdict({ by: 'return' }, { assertions: 0 })).toMatchObject({
      verdict: 'error',
      reason: 'the check ended without a single assertion',
    });
  });

  it('is inconclusive when a property met no case that it could judge', () => {
    const property = { ...spec, kind: 'property' } as const;
    expect(verdict({ by: 'return' }, { assertions: 0, property: { runs: 5 } }, property).verdict).toBe('inconclusive');
    expect(verdict({ by: 'return' }, { assertions: 0 }, property).verdict).toBe('error');
  });

  it('is fail, with requirement and evidence, at the first false assertion', () => {
    expect(verdict({ by: 'throw', error: failed })).toEqual({
      verdict: 'fail',
      reason: 'expected x, got y',
      expected: 'x',
      actual: 'y',
      evidence: [4, 5],
      requirement: 'own.b',
    });
  });

  it('is inconclusive when a failure came after a 429 or 503 that nobody provoked', () => {
    expect(verdict({ by: 'throw', error: failed }, { throttled: [3], throttledBy: 429 })).toMatchObject({
      verdict: 'inconclusive',
      reason: 'the target answered 429 during the check, after which: expected x, got y',
      evidence: [3, 4, 5],
    });
  });

  it('is inconclusive when a failure came on an account that earlier checks had filled', () => {
    expect(verdict({ by: 'throw', error: failed }, { exhausted: [9] })).toMatchObject({
      verdict: 'inconclusive',
      reason: 'the account, which earlier checks left full, could carry no more, after which: expected x, got y',
    });
  });

  it('is inconclusive after a failure behind refusals that a slow way explains', () => {
    expect(verdict({ by: 'throw', error: failed }, { slow: [4] })).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/^requests were under way so long .*, after which: expected x, got y$/),
    });
    expect(verdict({ by: 'return' }, { slow: [4] }).verdict).toBe('pass');
  });

  it('has one reason, with what to give the profile, wherever a check ended on an account that stays full', () => {
    const full = new Undecided('full', [9], ['dialect request cancelOrder']);
    const expected = { verdict: 'inconclusive', reason: 'full', evidence: [9], needs: ['dialect request cancelOrder'] };
    expect(verdict({ by: 'throw', error: failed }, { exhausted: [9], full })).toEqual(expected);
    expect(verdict({ by: 'throw', error: new Undecided('rejected') }, { exhausted: [9], full })).toEqual(expected);
    expect(verdict({ by: 'return' }, { exhausted: [9], full }).verdict).toBe('pass');
    expect(verdict({ by: 'throw', error: new NotApplicable('no such thing') }, { full }).verdict).toBe(
      'not-applicable',
    );
  });

  it.each([
    ['a pass', { by: 'return' } as const],
    ['a failure', { by: 'throw', error: failed } as const],
    ['no decision', { by: 'throw', error: new Undecided('no event') } as const],
  ])('is inconclusive after %s that rests on what the dialect failed on', (_, ending) => {
    expect(verdict(ending, { misread: [3] })).toEqual({
      verdict: 'inconclusive',
      reason: MISREAD,
      evidence: [3],
    });
  });

  it('is inconclusive when a function of the dialect failed, and error when one of the check did', () => {
    const error = new ProtocolError('dialect-failed', 'command of the dialect module failed: x');
    expect(verdict({ by: 'throw', error })).toMatchObject({ verdict: 'inconclusive', reason: error.message });
    expect(verdict({ by: 'throw', error: new TypeError('x') }, { misread: [3] }).verdict).toBe('error');
  });

  it.each([
    [new Undecided('no event', [7]), 'inconclusive'],
    [new Interrupted('stopped'), 'inconclusive'],
    [new NotApplicable('no such thing'), 'not-applicable'],
    [new TypeError('x is not a function'), 'error'],
    ['text', 'error'],
  ])('after %s is %s', (error, expected) => {
    expect(verdict({ by: 'throw', error }).verdict).toBe(expected);
  });

  it('is inconclusive when a declared condition never occurred', () => {
    const sometimes = { ...spec, sometimes: ['the drop fell between ACK and event'] };
    expect(verdict({ by: 'return' }, {}, sometimes)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'never occurred in this run: the drop fell between ACK and event',
    });
    const occurred = new Set(['the drop fell between ACK and event']);
    expect(verdict({ by: 'return' }, { occurred }, sometimes).verdict).toBe('pass');
  });

  it('is error when a condition is marked that was never declared', () => {
    expect(verdict({ by: 'return' }, { occurred: new Set(['surprise']) }).verdict).toBe('error');
  });
});

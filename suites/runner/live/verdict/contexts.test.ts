// Trials in contexts: a failure names its context and stands, a context that does not exist is left out, an undecided one leaves the check
// undecided once the others were judged.
import { describe, expect, it } from 'vitest';
import { AssertionFailed, NotApplicable, Undecided } from '../../check-end.js';
import type { Account, ContextTrial } from '../../context.js';
import { PLAIN } from '../../contexts/choose.js';
import type { Context } from '../../contexts/context.js';
import { runInContexts } from './contexts.js';

const SIDES: readonly Context[] = [PLAIN, { ...PLAIN, side: 'sell' }, { ...PLAIN, orderType: 'stop' }];

async function tried(
  judge: (context: Context) => void,
): Promise<{ readonly judged: readonly Context[]; readonly runs: number; readonly error: unknown }> {
  const judged: Context[] = [];
  let runs = 0;
  const host = {
    signal: new AbortController().signal,
    lanes: 2,
    withTrial: (context: Context, use: (trial: ContextTrial) => Promise<void>) =>
      // No trial here touches an account.
      use({ context, account: {} as Account }),
    report: (count: number) => {
      runs = count;
    },
    failed: () => undefined,
  };
  const error = await runInContexts(host, SIDES, async ({ context }) => {
    judged.push(context);
    judge(context);
  }).catch((cause: unknown) => cause);
  return { judged, runs, error };
}

describe('runInContexts', () => {
  it('judges in each of them', async () => {
    const { judged, runs, error } = await tried(() => undefined);
    expect(new Set(judged)).toEqual(new Set(SIDES));
    expect([runs, error]).toEqual([3, undefined]);
  });

  it('names the context of a failure', async () => {
    const failure = { requirement: 'own.one', message: 'wrong', expected: '1', actual: '2', evidence: [] } as const;
    const { error } = await tried(({ side }) => {
      if (side === 'sell') throw new AssertionFailed(failure);
    });
    expect(error).toBeInstanceOf(AssertionFailed);
    expect(error).toMatchObject({ message: 'wrong in the context: side sell', failure: { requirement: 'own.one' } });
  });

  it('looks behind a failure that weighs less for one that does not', async () => {
    const failure = { requirement: 'own.one', message: 'wrong', expected: '1', actual: '2', evidence: [] } as const;
    const { judged, error } = await tried((context) => {
      throw new AssertionFailed({ ...failure, ...(context === PLAIN && { level: 'should' }) });
    });
    expect(judged.length).toBeGreaterThan(1);
    expect(error).toMatchObject({ message: 'wrong in the context: side sell', failure: { requirement: 'own.one' } });
    expect((error as AssertionFailed).failure.level).toBeUndefined();
  });

  it('lets one that weighs less stand where the others pass', async () => {
    const { judged, error } = await tried(({ side }) => {
      const level = 'should';
      if (side === 'sell')
        throw new AssertionFailed({
          requirement: 'own.one',
          message: 'wrong',
          level,
          expected: '1',
          actual: '2',
          evidence: [],
        });
    });
    expect(judged).toHaveLength(3);
    expect(error).toMatchObject({ failure: { level: 'should' } });
  });

  it('leaves out what does not exist, as long as something does', async () => {
    const { error } = await tried(({ side }) => {
      if (side === 'sell') throw new NotApplicable('no selling');
    });
    expect(error).toBeUndefined();
    expect(
      (
        await tried(() => {
          throw new NotApplicable('nothing');
        })
      ).error,
    ).toMatchObject({ message: 'nothing' });
  });

  it('is undecided where one is, after the others', async () => {
    const { judged, error } = await tried(({ side }) => {
      if (side === 'sell') throw new Undecided('closed');
    });
    expect(judged).toHaveLength(3);
    expect(error).toBeInstanceOf(Undecided);
    expect(String(error)).toContain('closed; 1 of 3 contexts undecided, the first (side sell)');
  });

  it('passes on what is no end of a check', async () => {
    const { error } = await tried(() => {
      throw new TypeError('of the suite');
    });
    expect(error).toBeInstanceOf(TypeError);
  });
});

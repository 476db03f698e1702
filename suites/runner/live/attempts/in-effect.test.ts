import { describe, expect, it } from 'vitest';
import { ControlPace } from '../sharing/control-pace.js';
import type { Attempt, CheckRun } from './attempt.js';
import { withControlInEffect } from './in-effect.js';

const DECISION = {
  verdict: 'fail',
  reason: 'it was accepted',
  evidence: [7],
  requirement: 'guards.close-only',
} as const;

function failedAttempt(hasChanged: boolean, notes: unknown[]): Attempt {
  const journal = { note: (...note: readonly unknown[]) => notes.push(note) };
  const scope = { controls: { hasChanged, waitMs: 0 } };
  // What decides is all that is read of them.
  return { scope, journal, decision: DECISION, spentMs: 1 } as unknown as Attempt;
}

function runStopped(controlMs?: number): CheckRun {
  const target = { controlPace: new ControlPace(controlMs) };
  return { target, signal: AbortSignal.abort('SIGINT') } as unknown as CheckRun;
}

describe('a failure behind a control action, when the run is stopped', () => {
  it('is undecided, since the action may not have taken effect, and its assertion is set aside', async () => {
    const notes: unknown[] = [];
    const { decision } = await withControlInEffect(runStopped(), failedAttempt(true, notes));
    expect(decision).toEqual({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/^the run was stopped \(SIGINT\) before a pause .*: it was accepted$/),
      evidence: [7],
    });
    expect(notes).toEqual([['resolve', expect.objectContaining({ by: 'run again', evidence: [7] }), 7]]);
  });

  it.each([
    ['the profile states how late they are', true, 0],
    ['it had none', false, undefined],
  ])('stays one where %s', async (_why, hasChanged, controlMs) => {
    const { decision } = await withControlInEffect(runStopped(controlMs), failedAttempt(hasChanged, []));
    expect(decision).toBe(DECISION);
  });
});

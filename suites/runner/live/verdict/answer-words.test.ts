import { describe, expect, it } from 'vitest';
import type { Decision } from '../../decision.js';
import { BLANK } from '../target/target-journal.js';
import { withAnswer } from './answer-words.js';

const answers = {
  at: (index: number) => ({
    ...BLANK,
    kind: 'ok' as const,
    check: null,
    cause: null,
    parsed: { status: index, view: index === 429 ? { code: 'REQUEST_RATE_LIMIT' } : {} },
  }),
};

function reasonOf(reason: string, evidence: readonly number[], throttledBy?: number): string | undefined {
  const throttled = throttledBy === undefined ? [] : [throttledBy];
  const decision: Decision = { verdict: 'inconclusive', reason, evidence };
  return withAnswer(decision, { throttled, throttledBy }, answers).reason;
}

describe('the reason of an undecided check', () => {
  it('names status and code of the refusal that it rests on', () => {
    expect(reasonOf('the valid twin was refused', [200, 429])).toBe(
      'the valid twin was refused: HTTP 429 REQUEST_RATE_LIMIT',
    );
    expect(reasonOf('the valid twin was refused', [503])).toBe('the valid twin was refused: HTTP 503');
  });

  it('keeps a refusal that was wanted out of it', () => {
    expect(reasonOf('no event arrived', [401])).toBe('no event arrived');
  });

  it('says it once', () => {
    expect(reasonOf('the target answered 429 to placeOrder', [429], 429)).toBe('the target answered 429 to placeOrder');
  });

  it('names a limit that was met on the way', () => {
    expect(reasonOf('no event arrived', [200], 503)).toBe('no event arrived; the target answered 503 during the check');
    expect(reasonOf('no event arrived', [200])).toBe('no event arrived');
  });

  it('is left alone where the check decided', () => {
    const decision: Decision = { verdict: 'fail', reason: 'expected x, got y', evidence: [429] };
    expect(withAnswer(decision, { throttled: [429], throttledBy: 429 }, answers)).toBe(decision);
  });
});

// What stands beside a failure: checks of the statement that it violates.
import { describe, expect, it } from 'vitest';
import type { CheckResult } from './model.js';
import { siblingsOf } from './siblings.js';

function check(id: string, verdict: CheckResult['verdict'], more: Partial<CheckResult> = {}): CheckResult {
  const requirement = id.split('/')[0] ?? id;
  return {
    id,
    title: id,
    requirements: [requirement],
    sections: ['5'],
    area: 'auth',
    kind: 'scenario',
    level: 'must',
    verdict,
    evidence: [],
    reproduce: `tsi run ${id}`,
    durationMs: 1,
    ...(verdict === 'fail' ? { violates: [requirement] } : {}),
    ...more,
  };
}

const first = check('auth.query/escaped-space', 'fail');
const second = check('auth.query/escaped-letter', 'fail');
const plain = check('auth.query/unsorted-keys', 'pass');

describe('the checks beside a failed one', () => {
  it('are those that judge the violated statement, with the words that only failing ones have', () => {
    const checks = [
      first,
      second,
      plain,
      check('auth.path/escaped-space', 'pass'),
      check('auth.query/late', 'not-run'),
    ];
    expect(siblingsOf(first, { checks })).toEqual({
      requirement: 'auth.query',
      failing: [first, second],
      passing: [plain],
      shared: ['escaped'],
    });
  });

  it('have nothing in common where one fails alone, and are nothing where nothing stands beside it', () => {
    expect(siblingsOf(first, { checks: [first, plain] })?.shared).toEqual([]);
    expect(siblingsOf(first, { checks: [first] })).toBeUndefined();
    expect(siblingsOf(plain, { checks: [first, plain] })).toBeUndefined();
  });

  it('goes by what was violated, not by what is judged first', () => {
    const wide = check('domain.result/many', 'fail', {
      requirements: ['domain.result', 'auth.query'],
      violates: ['auth.query'],
    });
    expect(siblingsOf(wide, { checks: [wide, plain] })?.passing).toEqual([plain]);
    const other = check('auth.query/other', 'fail', {
      requirements: ['auth.query', 'auth.path'],
      violates: ['auth.path'],
    });
    expect(siblingsOf(first, { checks: [first, second, other] })?.failing).toEqual([first, second]);
  });
});

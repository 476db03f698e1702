// A wrong requirement id is a mistake that the compiler finds: `npm run build` compiles this file, and an expected error that does
// not occur is an error itself.
import { describe, expect, it } from 'vitest';
import type { Checker } from '../../toolkit/checkers/index.js';
import type { Requirement } from '../../toolkit/requirements/requirement.js';
import type { DamageEntry } from '../../toolkit/wire/damage/library.js';
import type { CheckSpec } from './check.js';
import type { Failure } from './check-end.js';
import type { CheckId, JudgedId } from './check-id.js';
import type { ExpectOptions } from './context.js';

describe('the id of a requirement', () => {
  it('compiles where the catalogue has it, and where a user states it', () => {
    const ids: readonly JudgedId[] = ['auth.path-matches', 'own.rule'];
    const checks: readonly CheckId[] = ['auth.path-matches/other-path', 'own.rule/case'];
    expect([ids.length, checks.length]).toEqual([2, 2]);
  });

  it('does not compile anywhere where nobody states it', () => {
    const wrong = [
      // @ts-expect-error: the catalogue has auth.path-matches.
      { id: 'auth.path-match/other-path' } satisfies Partial<CheckSpec>,
      // @ts-expect-error: a check id has a slug.
      { id: 'auth.path-matches' } satisfies Partial<CheckSpec>,
      // @ts-expect-error: further requirements of a check.
      { requirements: ['auth.path-match'] } satisfies Partial<CheckSpec>,
      // @ts-expect-error: what one assertion names.
      { requirement: 'auth.path-match' } satisfies ExpectOptions,
      // @ts-expect-error: what a failure names.
      { requirement: 'auth.path-match' } satisfies Partial<Failure>,
      // @ts-expect-error: what a history checker judges.
      { requirements: ['auth.path-match'] } satisfies Partial<Checker>,
      // @ts-expect-error: what a damage violates.
      { requirement: 'auth.path-match' } satisfies Partial<DamageEntry>,
      // @ts-expect-error: an entry of the catalogue itself.
      { id: 'auth.path-match' } satisfies Partial<Requirement>,
    ];
    expect(wrong).toHaveLength(8);
  });
});

// The contexts of a check: all pairs that stand together at standard effort, each value at quick, nothing that the target cannot take, and
// the same by the same seed.
import { describe, expect, it } from 'vitest';
import { compileDialect } from '../../../toolkit/profile/dialect/compile.js';
import { DEFAULT_DIALECT } from '../../../toolkit/profile/dialect/default-spelling.js';
import type { Profile } from '../../../toolkit/profile/profile.js';
import type { TargetFacts } from '../plan/applicability.js';
import { contextsOf, wordsOf } from './choose.js';
import { coverageOf } from './coverage.js';

const CLAIMS = { positions: true, closePosition: true, cancelOrder: true, sltp: true, snapshotResource: true };

function target(effort: TargetFacts['effort'], claims: object = CLAIMS, control: object = {}): TargetFacts {
  // As much of a profile as choosing reads.
  const profile = {
    claims,
    control,
    environment: 'sandbox',
    keys: {},
    accounts: { pool: [{ id: 'A', currencyDigits: 2 }], unknown: 'X' },
    market: { instruments: [{ name: 'EURUSD' }], unavailable: [], unknown: 'Y' },
  } as unknown as Profile;
  const dialect = compileDialect(DEFAULT_DIALECT, 'http://127.0.0.1:1');
  return { profile, dialect, ...(effort && { effort }), allowTrading: true };
}

const CHECK = {
  id: 'domain.result-as-event/in-contexts',
  contexts: { operation: ['order', 'opening', 'cancellation'], orderType: 'all', side: 'all', result: 'all' },
} as const;

describe('contextsOf', () => {
  it('holds every pair of values that stands together, and none that does not', () => {
    const { contexts } = contextsOf(CHECK, target('standard'), '1');
    for (const side of ['buy', 'sell']) {
      for (const operation of CHECK.contexts.operation) {
        expect(contexts.some((one) => one.side === side && one.operation === operation)).toBe(true);
      }
    }
    expect(contexts.some(({ operation, orderType }) => operation === 'opening' && orderType === 'stop')).toBe(false);
    expect(contexts.some(({ operation, result }) => operation === 'cancellation' && result === 'rejected')).toBe(true);
  });

  it('takes each value once at quick effort, and more together at thorough', () => {
    const [quick, standard, thorough] = (['quick', 'standard', 'thorough'] as const).map(
      (effort) => contextsOf(CHECK, target(effort), '1').contexts.length,
    );
    expect(quick).toBeLessThan(standard ?? 0);
    expect(standard).toBeLessThan(thorough ?? 0);
  });

  it('leaves out what the target cannot do, with its cause', () => {
    const { contexts, leftOut } = contextsOf(CHECK, target('standard', { ...CLAIMS, positions: false }), '1');
    expect(contexts.every(({ operation, result }) => operation !== 'opening' && result !== 'failed')).toBe(true);
    expect(leftOut).toEqual([
      { dimension: 'operation', value: 'opening', cause: 'the profile does not claim positions' },
      { dimension: 'result', value: 'failed', cause: 'needs control operation.fail' },
    ]);
  });

  it('chooses the same by the same seed, and other rows for another check', () => {
    const rows = (id: typeof CHECK.id | 'domain.result-in-status/other', seed: string): readonly string[] =>
      contextsOf({ ...CHECK, id }, target('standard'), seed).contexts.map(wordsOf);
    expect(rows(CHECK.id, '1')).toEqual(rows(CHECK.id, '1'));
    expect(rows(CHECK.id, '1')).not.toEqual(rows('domain.result-in-status/other', '1'));
  });
});

it('covers every pair at standard effort, and says which are open at quick', () => {
  const [quick, standard] = (['quick', 'standard'] as const).map(
    (effort) => coverageOf([CHECK], target(effort), '1').pairs,
  );
  expect(standard?.every(({ covered, possible }) => covered === possible)).toBe(true);
  expect(quick?.some(({ covered, possible, open }) => covered < possible && open.length === possible - covered)).toBe(
    true,
  );
});

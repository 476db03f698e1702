import { expect, it } from 'vitest';
import { sampleCheck } from '../../../reports/sample.test.aid.js';
import { executed } from '../../../suites/words/trading/executed-words.js';
import { withRootCauses } from './root-causes.js';

const counting = Array.from({ length: 6 }, (_, n) =>
  sampleCheck({ id: `auth.a/${n}`, verdict: 'fail', expected: executed(0, '0'), actual: executed(3, '0') }),
);
const snapshot = sampleCheck({ id: 'reconnect.snapshot-is-baseline/x', verdict: 'fail' });
const causes = (checks: Parameters<typeof withRootCauses>[0]): readonly (string | undefined)[] =>
  withRootCauses(checks).map(({ because }) => because);

it('names the snapshot as the cause of what is counted by it', () => {
  expect(causes([...counting, snapshot])).toEqual([...counting.map(() => snapshot.id), undefined]);
});

it('accuses no snapshot that passes, that only warns, or beside few failures', () => {
  expect(causes([...counting, { ...snapshot, verdict: 'pass' }]).some(Boolean)).toBe(false);
  expect(causes([...counting, { ...snapshot, level: 'should' }]).some(Boolean)).toBe(false);
  expect(causes([...counting.slice(0, 2), snapshot]).some(Boolean)).toBe(false);
});

it('says counts as people do', () => {
  expect(executed(1, '0')).toBe('one more open order and no more open volume');
  expect(executed(0, '0.02')).toBe('no more open orders and 0.02 more open volume');
});

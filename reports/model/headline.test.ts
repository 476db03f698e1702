import { expect, it } from 'vitest';
import { sampleCheck, sampleResults } from '../sample.test.aid.js';
import { completenessOf } from './headline.js';

it('says why a run is not complete', () => {
  const open = sampleCheck({ id: 'a/open', verdict: 'inconclusive', reason: 'no event followed the close' });
  const lost = sampleCheck({ id: 'a/lost', verdict: 'not-run', reason: 'lost' });
  expect(completenessOf(sampleResults([sampleCheck()]))).toMatch(/^yes/);
  expect(completenessOf(sampleResults([open, lost]))).toBe(
    'no: 1 not run; 1 undecided that the profile does not accept, the first because: no event followed the close',
  );
});

it('says why a run is not complete that judged nothing', () => {
  expect(completenessOf(sampleResults([sampleCheck({ verdict: 'not-applicable' })]))).toBe('no: nothing was judged');
});

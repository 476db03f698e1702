import { describe, expect, it } from 'vitest';
import { sizesOf } from './sizes-of-parts.js';

const CONDITIONS = { volumeMin: '0.01', volumeMax: '100', volumeStep: '0.01' };

describe('how much of a position is closed', () => {
  it('is a quarter', () => {
    expect(sizesOf(CONDITIONS, '0.03', { part: 'quarter', state: 'untouched' })).toEqual({
      volume: '0.12',
      closed: '0.03',
    });
  });

  it('is all but the least that can be left, also behind another partial close', () => {
    expect(sizesOf(CONDITIONS, '0.01', { part: 'most', state: 'untouched' })).toEqual({
      volume: '0.04',
      closed: '0.03',
    });
    expect(sizesOf(CONDITIONS, '0.01', { part: 'most', state: 'partly-closed' })).toEqual({
      volume: '0.04',
      closed: '0.02',
    });
  });

  it('is more than a hundred steps where volume_max has room for them', () => {
    const size = { part: 'hundreds', state: 'untouched' } as const;
    expect(sizesOf(CONDITIONS, '0.01', size)).toEqual({ volume: '1.08', closed: '1.04' });
    expect(sizesOf({ ...CONDITIONS, volumeMax: '1' }, '0.01', size)).toEqual({ volume: '0.04', closed: '0.01' });
  });

  it('is a quarter where the grid may begin at a minimum off the steps', () => {
    expect(sizesOf({ ...CONDITIONS, volumeMin: '0.015' }, '0.015', { part: 'most', state: 'untouched' }).closed).toBe(
      '0.015',
    );
  });

  it.each(['0', '-0.01'])('is a quarter where the step is %s, which is none', (volumeStep) => {
    for (const part of ['most', 'hundreds'] as const) {
      const sizes = sizesOf({ ...CONDITIONS, volumeStep }, '0.01', { part, state: 'untouched' });
      expect(sizes).toEqual({ volume: '0.04', closed: '0.01' });
    }
  });
});

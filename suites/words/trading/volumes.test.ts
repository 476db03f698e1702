import { describe, expect, it } from 'vitest';
import { inexactVolumes, volumesOf } from './volumes.js';

it('finds volumes at and around each bound', () => {
  expect(volumesOf({ volumeMin: '0.10', volumeMax: '50', volumeStep: '0.01' })).toEqual({
    minimum: '0.1',
    maximum: '50',
    minimumOnStep: '0.1',
    maximumOnStep: '50',
    oneStepAbove: '0.11',
    oneStepBelow: '49.99',
    belowOnStep: '0.09',
    below: '0.05',
    zero: '0',
    negative: '-0.1',
    farBelow: '0.0001',
    aboveOnStep: '50.01',
    offStep: '0.105',
    farOffStep: '0.11000000000000000000000001',
  });
});

it('leaves out what the two readings of the grid disagree on', () => {
  const volumes = volumesOf({ volumeMin: '0.5', volumeMax: '10', volumeStep: '1' });
  expect(volumes?.oneStepAbove).toBeUndefined();
  expect(volumes?.aboveOnStep).toBeUndefined();
  expect(volumes?.offStep).toBe('0.8');
});

it('finds no volume below a minimum of one step that is on the grid', () => {
  expect(volumesOf({ volumeMin: '0.01', volumeMax: '1', volumeStep: '0.01' })?.belowOnStep).toBeUndefined();
});

it.each([
  ['a number', { volumeMin: 0.1, volumeMax: '50', volumeStep: '0.01' }],
  ['an absent step', { volumeMin: '0.1', volumeMax: '50' }],
  ['a step of zero', { volumeMin: '0.1', volumeMax: '50', volumeStep: '0' }],
])('gives up on conditions with %s', (_what, conditions) => {
  expect(volumesOf(conditions)).toBeUndefined();
});

describe('inexactVolumes', () => {
  it('finds multiples of the step whose binary quotient or remainder says otherwise', () => {
    const volumes = inexactVolumes({ volumeMin: '0.001', volumeMax: '20.000', volumeStep: '0.001' });
    expect(volumes).toContain('0.043');
    for (const volume of volumes) expect(volume).toMatch(/^\d+\.\d{3}$/);
  });

  it('finds none where steps are whole, the conditions are unreadable, or the readings of the grid differ', () => {
    expect(inexactVolumes({ volumeMin: '1', volumeMax: '500', volumeStep: '1' })).toEqual([]);
    expect(inexactVolumes({ volumeMin: 'least' })).toEqual([]);
    expect(inexactVolumes({ volumeMin: '0.015', volumeMax: '5', volumeStep: '0.01' })).toEqual([]);
  });
});

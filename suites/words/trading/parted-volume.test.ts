import { describe, expect, it } from 'vitest';
import { lastDigitVolume, partedVolume } from './parted-volume.js';

describe('the volume of a position that is closed in parts', () => {
  it('is a multiple where the volume lies on the grid from zero', () => {
    expect(partedVolume({ volumeStep: '0.01' }, '0.10', 3)).toBe('0.3');
    expect(partedVolume({ volumeStep: '25' }, '25', 2)).toBe('50');
  });

  it('stays on a grid that begins at a minimum of its own', () => {
    expect(partedVolume({ volumeStep: '0.03' }, '0.05', 2)).toBe('0.11');
    expect(partedVolume({ volumeStep: '0.5' }, '0.2', 3)).toBe('1.2');
  });

  it('has as many parts as volume_max allows, and no fewer than are needed', () => {
    const conditions = { volumeStep: '0.1', volumeMax: '2.5' };
    expect(partedVolume(conditions, '0.3', 20, 3)).toBe('2.4');
    expect(partedVolume(conditions, '0.3', 20, 9)).toBe('2.7');
    expect(partedVolume(conditions, '0.3', 5, 3)).toBe('1.5');
    expect(partedVolume(conditions, '0.3', 20)).toBe('6');
  });

  it('is a multiple where no step can be read', () => {
    expect(partedVolume({}, '0.05', 2)).toBe('0.1');
    expect(partedVolume({ volumeStep: '0' }, '0.05', 2)).toBe('0.1');
  });
});

describe('a volume with a last digit', () => {
  it.each([
    ['0.01', '0.01', '0.01', '0.01'],
    ['0.001', '0.001', '0.01', '0.011'],
    ['0.10', '0.05', '0.10', '0.15'],
    ['5', '1', '5', '7'],
  ])('with volume_min %s and volume_step %s, from %s on, is %s', (volumeMin, volumeStep, volume, expected) => {
    expect(lastDigitVolume({ volumeMin, volumeStep, volumeMax: '100' }, volume)).toBe(expected);
  });

  it('is the volume itself where there is none, or no grid', () => {
    expect(lastDigitVolume({ volumeMin: '0.1', volumeStep: '0.1', volumeMax: '0.2' }, '0.2')).toBe('0.2');
    expect(lastDigitVolume({}, '0.10')).toBe('0.10');
  });
});

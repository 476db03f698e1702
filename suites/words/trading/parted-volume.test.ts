import { describe, expect, it } from 'vitest';
import { partedVolume } from './parted-volume.js';

describe('the volume of a position that is closed in parts', () => {
  it('is a multiple where the volume lies on the grid from zero', () => {
    expect(partedVolume({ volumeStep: '0.01' }, '0.10', 3)).toBe('0.3');
    expect(partedVolume({ volumeStep: '25' }, '25', 2)).toBe('50');
  });

  it('stays on a grid that begins at a minimum of its own', () => {
    expect(partedVolume({ volumeStep: '0.03' }, '0.05', 2)).toBe('0.11');
    expect(partedVolume({ volumeStep: '0.5' }, '0.2', 3)).toBe('1.2');
  });

  it('is a multiple where no step can be read', () => {
    expect(partedVolume({}, '0.05', 2)).toBe('0.1');
    expect(partedVolume({ volumeStep: '0' }, '0.05', 2)).toBe('0.1');
  });
});

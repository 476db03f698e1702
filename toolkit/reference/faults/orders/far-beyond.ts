// Faults of volumes that are none, or far below their minimum (interface 4.1, rule 1): taken for absent, by magnitude, or not looked at.
import { compare, negate } from '../../../decimal/index.js';
import { alsoWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const belowMinimum = violating('4.1', ['orders.volume-below-minimum']);

export const farVolumeFaults: readonly Fault[] = [
  belowMinimum('volume-zero-accepted', {
    summary: 'A volume of zero is taken for one that is not there, and not compared with volume_min.',
    atLeastMin: alsoWhere(({ coefficient }) => coefficient === 0n),
  }),
  belowMinimum('volume-compared-by-its-magnitude', {
    summary: 'A negative volume is compared with volume_min without its sign.',
    atLeastMin: alsoWhere(
      (volume, { volumeMin }) => volume.coefficient < 0n && compare(negate(volume), volumeMin) >= 0,
    ),
  }),
  belowMinimum('volume-far-below-minimum-accepted', {
    summary: 'A positive volume below a hundredth of volume_min is executed.',
    atLeastMin: alsoWhere(
      (volume, { volumeMin }) =>
        volume.coefficient > 0n &&
        compare(volume, { coefficient: volumeMin.coefficient, scale: volumeMin.scale + 2 }) < 0,
    ),
    onStep: alsoWhere(
      (volume, { volumeMin }) =>
        compare(volume, { coefficient: volumeMin.coefficient, scale: volumeMin.scale + 2 }) < 0,
    ),
  }),
];

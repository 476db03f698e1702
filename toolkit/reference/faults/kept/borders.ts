// Faults one step inside a bound (interface 2.4; 4.1, rule 1; 8): the bound itself is right.
import { amended, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

export const borderFaults: readonly Fault[] = [
  violating('4.1', ['orders.volume-on-step-accepted', 'orders.volume-maximum-accepted'])(
    'maximum-less-a-step-refused',
    {
      summary: 'An order of a step less than volume_max is rejected, the maximum itself is not.',
      atMostMax: amended((fits, volume, { volumeMax, volumeStep }) => {
        const scale = Math.max(volume.scale, volumeMax.scale, volumeStep.scale);
        const units = ({ coefficient, scale: own }: typeof volume): bigint => coefficient * 10n ** BigInt(scale - own);
        return fits && units(volume) !== units(volumeMax) - units(volumeStep);
      }),
    },
  ),
  violating('8', ['idempotency.key-longest-accepted', 'positions.idempotency-key-grammar'])(
    'keys-of-127-characters-refused',
    {
      summary: 'A key of one character less than the most is refused.',
      acceptsMutatingKey: amended((accepted, key) => accepted && key.length !== 127),
    },
  ),
  violating('8', ['idempotency.key-exact'])('keys-beyond-a-hundred-cut-in-records', {
    summary: 'Of a key the first hundred characters count.',
    recordName: readAs((request) => ({ ...request, idempotencyKey: request.idempotencyKey.slice(0, 100) })),
  }),
];

// Faults of volumes and levels that are judged by the wrong arithmetic, the wrong conditions or for one type of order only
// (interface 2.4; 4.1, rules 1 and 2).
import { readDecimal, toText } from '../../decimal/index.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

/** More decimal digits than a double tells apart. */
const BINARY_DIGITS = 17;

export const exactnessFaults: readonly Fault[] = [
  fault(
    'volume-step-in-binary-fractions',
    '4.1',
    ['orders.volume-on-step-accepted'],
    'The step is judged by dividing binary fractions, so that 0.035 is no multiple of 0.001.',
    changing(
      'onStep',
      (honest) => (volume, conditions, order) =>
        honest(volume, conditions, order) &&
        Number.isInteger(Number(toText(volume)) / Number(toText(conditions.volumeStep))),
    ),
  ),
  fault(
    'volume-step-by-binary-remainder-of-thousandths',
    '4.1',
    ['orders.volume-on-step-accepted'],
    'Where the step is finer than a hundredth, a remainder of binary fractions takes a volume off the grid.',
    changing(
      'onStep',
      (honest) => (volume, conditions, order) =>
        honest(volume, conditions, order) &&
        (conditions.volumeStep.scale < 3 || Number(toText(volume)) % Number(toText(conditions.volumeStep)) < 1e-12),
    ),
  ),
  fault(
    'volume-maximum-of-the-platform',
    '4.1',
    ['orders.volume-above-maximum'],
    'The conditions show the volume_max of the account, and orders are held to that of the platform.',
    changing(
      'resolved',
      (honest) => (own, platform, surface) =>
        surface === 'validation' && platform !== undefined
          ? { ...honest(own, platform, surface), volumeMax: platform.volumeMax }
          : honest(own, platform, surface),
    ),
    { needs: 'instrument.update' },
  ),
  ...(['stopLossPrice', 'takeProfitPrice'] as const).map((member) => {
    const words = member === 'stopLossPrice' ? 'stop-loss' : 'take-profit';
    return fault(
      `${words}-digits-unchecked-for-sltp-orders`,
      '4.1',
      [`orders.${words}-digits-refused`],
      `The fractional digits of the ${words.replace('-', ' ')} of an sltp order are not counted.`,
      changing(
        'fitsPointDigits',
        (honest) => (price, conditions, which, type) =>
          (which === member && type === 'sltp') || honest(price, conditions, which, type),
      ),
    );
  }),
  fault(
    'price-digits-unchecked-for-stops',
    '4.1',
    ['orders.price-digits-refused'],
    'The digits of the price are not counted for stop orders.',
    changing(
      'fitsPointDigits',
      (honest) => (price, conditions, member, type) =>
        (type === 'stop' && member === 'price') || honest(price, conditions, member, type),
    ),
  ),
  fault(
    'price-digits-counted-in-binary-fractions',
    '4.1',
    ['orders.price-digits-refused', 'orders.stop-loss-digits-refused', 'orders.take-profit-digits-refused'],
    'The digits of a price are counted after it has become a binary fraction, so that the far ones are gone.',
    changing('fitsPointDigits', (honest) => (price, conditions, member, type) => {
      const [, fraction = ''] = String(Number(toText(price))).split('.');
      return price.scale > BINARY_DIGITS
        ? fraction.length <= conditions.pointDigits
        : honest(price, conditions, member, type);
    }),
  ),
  fault(
    'volume-read-as-binary-fraction',
    '4.1',
    ['orders.volume-off-step'],
    'The step is judged after the volume has become a binary fraction, so that its far digits are gone.',
    changing('onStep', (honest) => (volume, conditions, order) => {
      const read = readDecimal(String(Number(toText(volume))));
      return honest(volume.scale > BINARY_DIGITS && read !== undefined ? read : volume, conditions, order);
    }),
  ),
];

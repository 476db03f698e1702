// Faults of the trading rules (interface 4.1, validation rules 1 and 2; 7.2): bounds, steps, digits, and their codes.
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const DIGITS = { price: 'price', stopLossPrice: 'stop-loss', takeProfitPrice: 'take-profit' } as const;

export const tradingRuleFaults: readonly Fault[] = [
  fault(
    'volume-minimum-unchecked',
    '4.1',
    ['orders.volume-below-minimum', 'errors.volume-too-small'],
    'An order below volume_min is placed.',
    together(
      changing('atLeastMin', () => () => true),
      changing('onStep', () => () => true),
    ),
  ),
  fault(
    'volume-minimum-exclusive',
    '4.1',
    ['orders.volume-minimum-accepted'],
    'An order of exactly volume_min is rejected.',
    changing(
      'atLeastMin',
      (honest) => (volume, conditions, order) =>
        honest(volume, conditions, order) && !honest(conditions.volumeMin, { ...conditions, volumeMin: volume }, order),
    ),
  ),
  fault(
    'volume-maximum-unchecked',
    '4.1',
    ['orders.volume-above-maximum', 'errors.volume-too-large'],
    'An order above volume_max is placed.',
    changing('atMostMax', () => () => true),
  ),
  fault(
    'volume-maximum-unchecked-for-stops',
    '4.1',
    ['orders.volume-above-maximum'],
    'The upper bound of the volume is not applied to stop orders.',
    changing(
      'atMostMax',
      (honest) => (volume, conditions, order) => order.type === 'stop' || honest(volume, conditions, order),
    ),
  ),
  fault(
    'volume-maximum-exclusive',
    '4.1',
    ['orders.volume-maximum-accepted'],
    'An order of exactly volume_max is rejected for its volume.',
    changing(
      'atMostMax',
      (honest) => (volume, conditions, order) =>
        honest(volume, conditions, order) && !honest(conditions.volumeMax, { ...conditions, volumeMax: volume }, order),
    ),
  ),
  fault(
    'volume-step-unchecked',
    '4.1',
    ['orders.volume-off-step', 'errors.volume-step'],
    'A volume between two steps is placed.',
    changing('onStep', () => () => true),
  ),
  fault(
    'volume-rules-for-purchases-only',
    '4.1',
    ['orders.volume-below-minimum', 'orders.volume-above-maximum', 'orders.volume-off-step'],
    'Orders to sell may have any volume.',
    (rules) => ({
      ...rules,
      atLeastMin: (volume, conditions, order) => order.side === 'sell' || rules.atLeastMin(volume, conditions, order),
      atMostMax: (volume, conditions, order) => order.side === 'sell' || rules.atMostMax(volume, conditions, order),
      onStep: (volume, conditions, order) => order.side === 'sell' || rules.onStep(volume, conditions, order),
    }),
  ),
  fault(
    'volume-step-of-ten',
    '4.1',
    ['orders.volume-on-step-accepted'],
    'Only every tenth step above the minimum is on the grid.',
    changing(
      'onStep',
      (honest) => (volume, conditions, order) =>
        honest(volume, conditions, order) &&
        ((volume.coefficient - conditions.volumeMin.coefficient) % 10n === 0n ||
          volume.scale !== conditions.volumeMin.scale),
    ),
  ),
  fault(
    'volume-codes-exchanged',
    '7.2',
    ['errors.volume-too-small', 'errors.volume-too-large'],
    'Volumes that are too small are called too large, and the reverse.',
    changing('finalCode', (honest) => (code, context) => {
      const exchanged = {
        TRADING_RULE_VOLUME_TOO_SMALL: 'TRADING_RULE_VOLUME_TOO_LARGE',
        TRADING_RULE_VOLUME_TOO_LARGE: 'TRADING_RULE_VOLUME_TOO_SMALL',
      }[code];
      return exchanged ?? honest(code, context);
    }),
  ),
  fault(
    'volume-step-code-generic',
    '7.2',
    ['errors.volume-step'],
    'A volume off the grid ends with REQUEST_INVALID.',
    changing(
      'finalCode',
      (honest) => (code, context) =>
        code === 'TRADING_RULE_INVALID_VOLUME_STEP' ? 'REQUEST_INVALID' : honest(code, context),
    ),
  ),
  ...(['price', 'stopLossPrice', 'takeProfitPrice'] as const).map((member) =>
    fault(
      `${DIGITS[member]}-digits-unchecked`,
      '4.1',
      [`orders.${DIGITS[member]}-digits-refused`, ...(member === 'price' ? ['errors.price-digits-code'] : [])],
      `The fractional digits of ${DIGITS[member].replace('-', ' ')} are not counted.`,
      changing(
        'fitsPointDigits',
        (honest) => (price, conditions, which, type) => which === member || honest(price, conditions, which, type),
      ),
    ),
  ),
  fault(
    'price-digits-exclusive',
    '4.1',
    ['orders.price-digits-accepted'],
    'A price may have one digit less than point_digits.',
    changing(
      'fitsPointDigits',
      (honest) => (price, conditions, member, type) =>
        honest(price, { ...conditions, pointDigits: Math.max(0, conditions.pointDigits - 1) }, member, type),
    ),
  ),
  fault(
    'price-digits-of-the-currency',
    '4.1',
    ['orders.price-digits-accepted'],
    'Prices may have two fractional digits, whatever the instrument.',
    changing(
      'fitsPointDigits',
      (honest) => (price, conditions, member, type) => honest(price, { ...conditions, pointDigits: 2 }, member, type),
    ),
  ),
  fault(
    'price-digits-code-generic',
    '7.2',
    ['errors.price-digits-code'],
    'Too many decimals in a price are answered as REQUEST_INVALID_PARAMETERS.',
    together(
      changing('errorMessage', (honest) => (name) => honest(parametersFor(name))),
      changing('errorCode', (honest) => (name, otherCodes) => honest(parametersFor(name), otherCodes)),
    ),
  ),
  fault(
    'volume-refused-before-ack',
    '4.1',
    [
      'orders.volume-refused-after-ack',
      'orders.rule-codes-after-ack',
      'errors.final-after-ack',
      'orders.sync-causes-limited',
    ],
    'A volume that breaks a trading rule is answered with 400 in place of the ACK.',
    changing('isSharedCode', (honest) => (code) => code.startsWith('TRADING_RULE_') || honest(code)),
  ),
  fault(
    'largest-volume-refused-at-once',
    '4.1',
    ['orders.sync-causes-limited', 'orders.volume-maximum-accepted'],
    'An order of exactly volume_max is refused before the ACK.',
    together(
      changing(
        'atMostMax',
        (honest) => (volume, conditions, order) =>
          honest(volume, conditions, order) &&
          !honest(conditions.volumeMax, { ...conditions, volumeMax: volume }, order),
      ),
      changing('isSharedCode', (honest) => (code) => code === 'TRADING_RULE_VOLUME_TOO_LARGE' || honest(code)),
    ),
  ),
];

function parametersFor(name: string): string {
  return name === 'REQUEST_INVALID_PRICE' ? 'REQUEST_INVALID_PARAMETERS' : name;
}

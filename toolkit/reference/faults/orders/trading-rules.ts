// Faults of the trading rules (interface 2.4; 4.1, validation rules 1 and 2; 7.2): bounds, steps, digits, their arithmetic, and their
// codes.

import { readDecimal, toText } from '../../../decimal/index.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import { alsoOn, alsoWhere, always, amended, exceptWhere, insteadWhere, onlyWhere, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { keptBy } from '../algebra/memory.js';

const volumeAboveMaximum = violating('4.1', ['orders.volume-above-maximum']);
const volumeOnStepAccepted = violating('4.1', ['orders.volume-on-step-accepted']);
const priceDigitsAccepted = violating('4.1', ['orders.price-digits-accepted']);

const pendingMaximum = violating('8', ['limits.pending-orders-maximum']);

const DIGITS = { price: 'price', stopLossPrice: 'stop-loss', takeProfitPrice: 'take-profit' } as const;

const CODE: readonly RequirementId[] = ['errors.price-digits-code'];

function parametersFor(name: string): string {
  return name === 'REQUEST_INVALID_PRICE' ? 'REQUEST_INVALID_PARAMETERS' : name;
}

/** More decimal digits than a double tells apart. */
const BINARY_DIGITS = 17;

export const tradingRuleFaults: readonly Fault[] = [
  violating('4.1', ['orders.volume-below-minimum', 'errors.volume-too-small'])('volume-minimum-unchecked', {
    summary: 'An order below volume_min is placed.',
    atLeastMin: always(true),
    onStep: always(true),
  }),
  violating('4.1', ['orders.volume-minimum-accepted'])('volume-minimum-exclusive', {
    summary: 'An order of exactly volume_min is rejected.',
    atLeastMin: (honest) => (volume, conditions, order) =>
      honest(volume, conditions, order) && !honest(conditions.volumeMin, { ...conditions, volumeMin: volume }, order),
  }),
  violating('4.1', ['orders.volume-minimum-accepted'])('volume-minimum-exclusive-for-sold-stops', {
    summary: 'A stop order to sell of exactly volume_min is rejected.',
    atLeastMin: exceptWhere(
      (volume, { volumeMin }, { type, side }) =>
        type === 'stop' && side === 'sell' && toText(volume) === toText(volumeMin),
    ),
  }),
  violating('4.1', ['orders.volume-above-maximum', 'errors.volume-too-large'])('volume-maximum-unchecked', {
    summary: 'An order above volume_max is placed.',
    atMostMax: always(true),
  }),
  volumeAboveMaximum('volume-maximum-unchecked-for-stops', {
    summary: 'The upper bound of the volume is not applied to stop orders.',
    atMostMax: alsoOn(({ type }) => type === 'stop'),
  }),
  violating('4.1', ['orders.volume-maximum-accepted'])('volume-maximum-exclusive', {
    summary: 'An order of exactly volume_max is rejected for its volume.',
    atMostMax: (honest) => (volume, conditions, order) =>
      honest(volume, conditions, order) && !honest(conditions.volumeMax, { ...conditions, volumeMax: volume }, order),
  }),
  violating('4.1', ['orders.volume-off-step', 'errors.volume-step'])('volume-step-unchecked', {
    summary: 'A volume between two steps is placed.',
    onStep: always(true),
  }),
  violating('4.1', ['orders.volume-below-minimum', 'orders.volume-above-maximum', 'orders.volume-off-step'])(
    'volume-rules-for-purchases-only',
    {
      summary: 'Orders to sell may have any volume.',
      atLeastMin: alsoOn(({ side }) => side === 'sell'),
      atMostMax: alsoOn(({ side }) => side === 'sell'),
      onStep: alsoOn(({ side }) => side === 'sell'),
    },
  ),
  volumeOnStepAccepted('volume-step-of-ten', {
    summary: 'Only every tenth step above the minimum is on the grid.',
    onStep: onlyWhere(
      (volume, conditions) =>
        (volume.coefficient - conditions.volumeMin.coefficient) % 10n === 0n ||
        volume.scale !== conditions.volumeMin.scale,
    ),
  }),
  violating('7.2', ['errors.volume-too-small', 'errors.volume-too-large'])('volume-codes-exchanged', {
    summary: 'Volumes that are too small are called too large, and the reverse.',
    finalCode: (honest) => (code, context) => {
      const exchanged = {
        TRADING_RULE_VOLUME_TOO_SMALL: 'TRADING_RULE_VOLUME_TOO_LARGE',
        TRADING_RULE_VOLUME_TOO_LARGE: 'TRADING_RULE_VOLUME_TOO_SMALL',
      }[code];
      return exchanged ?? honest(code, context);
    },
  }),
  violating('7.2', ['errors.volume-step'])('volume-step-code-generic', {
    summary: 'A volume off the grid ends with REQUEST_INVALID.',
    finalCode: insteadWhere((code) => code === 'TRADING_RULE_INVALID_VOLUME_STEP', 'REQUEST_INVALID'),
  }),
  ...(['price', 'stopLossPrice', 'takeProfitPrice'] as const).map((member) =>
    violating('4.1', [`orders.${DIGITS[member]}-digits-refused`, ...(member === 'price' ? CODE : [])])(
      `${DIGITS[member]}-digits-unchecked`,
      {
        summary: `The fractional digits of ${DIGITS[member].replace('-', ' ')} are not counted.`,
        fitsPointDigits: alsoWhere((_price, _conditions, which) => which === member),
      },
    ),
  ),
  priceDigitsAccepted('price-digits-exclusive', {
    summary: 'A price may have one digit less than point_digits.',
    fitsPointDigits: (honest) => (price, conditions, member, type) =>
      honest(price, { ...conditions, pointDigits: Math.max(0, conditions.pointDigits - 1) }, member, type),
  }),
  priceDigitsAccepted('whole-prices-refused', {
    summary: 'A price without fractional digits is refused.',
    fitsPointDigits: onlyWhere((price) => price.scale > 0),
  }),
  priceDigitsAccepted('price-digits-of-the-currency', {
    summary: 'Prices may have two fractional digits, whatever the instrument.',
    fitsPointDigits: (honest) => (price, conditions, member, type) =>
      honest(price, { ...conditions, pointDigits: 2 }, member, type),
  }),
  violating('7.2', ['errors.price-digits-code'])('price-digits-code-generic', {
    summary: 'Too many decimals in a price are answered as REQUEST_INVALID_PARAMETERS.',
    errorMessage: readAs((name) => parametersFor(name)),
    errorCode: readAs((name) => parametersFor(name)),
  }),
  violating('4.1', [
    'orders.volume-refused-after-ack',
    'orders.rule-codes-after-ack',
    'errors.final-after-ack',
    'orders.sync-causes-limited',
  ])('volume-refused-before-ack', {
    summary: 'A volume that breaks a trading rule is answered with 400 in place of the ACK.',
    isSharedCode: alsoWhere((code) => code.startsWith('TRADING_RULE_')),
  }),
  violating('4.1', ['orders.sync-causes-limited', 'orders.volume-maximum-accepted'])('largest-volume-refused-at-once', {
    summary: 'An order of exactly volume_max is refused before the ACK.',
    atMostMax: (honest) => (volume, conditions, order) =>
      honest(volume, conditions, order) && !honest(conditions.volumeMax, { ...conditions, volumeMax: volume }, order),
    isSharedCode: alsoWhere((code) => code === 'TRADING_RULE_VOLUME_TOO_LARGE'),
  }),
  violating('4.1', ['orders.sync-causes-limited', 'orders.rule-codes-after-ack'])('trading-rules-refuse-at-once', {
    summary: 'An order that a trading rule forbids is refused before the ACK.',
    isSharedCode: alsoWhere((code) => code.startsWith('TRADING_RULE_') || code.includes('INSTRUMENT')),
  }),
  pendingMaximum('pending-maximum-unchecked', {
    summary: 'Pending orders are taken beyond the highest number that the account may have.',
    needs: 'orders.limit',
    acceptsPendingCount: always(true),
  }),
  pendingMaximum('pending-maximum-under-another-code', {
    summary: 'An order too many ends with TRADING_RULE_OPERATION_RESTRICTED.',
    needs: 'orders.limit',
    finalCode: readAs((code) =>
      code === 'TRADING_RULE_TOO_MANY_PENDING_ORDERS' ? 'TRADING_RULE_OPERATION_RESTRICTED' : code,
    ),
  }),
  violating('7.2', ['errors.volume-too-large'])('error-code-of-the-first-rejection', {
    summary: 'Every rejected operation of an account names the error code of the first.',
    finalCode: keptBy((_code, _asked, { accountId }) => accountId),
  }),
  volumeOnStepAccepted('volume-step-in-binary-fractions', {
    summary: 'The step is judged by dividing binary fractions, so that 0.035 is no multiple of 0.001.',
    onStep: onlyWhere((volume, conditions) =>
      Number.isInteger(Number(toText(volume)) / Number(toText(conditions.volumeStep))),
    ),
  }),
  volumeOnStepAccepted('volume-step-by-binary-remainder-of-thousandths', {
    summary: 'Where the step is finer than a hundredth, a remainder of binary fractions takes a volume off the grid.',
    onStep: onlyWhere(
      (volume, conditions) =>
        conditions.volumeStep.scale < 3 || Number(toText(volume)) % Number(toText(conditions.volumeStep)) < 1e-12,
    ),
  }),
  volumeAboveMaximum('volume-maximum-of-the-platform', {
    summary: 'The conditions show the volume_max of the account, and orders are held to that of the platform.',
    needs: 'instrument.update',
    resolved: amended((answer, _own, platform, surface) =>
      surface === 'validation' && platform !== undefined ? { ...answer, volumeMax: platform.volumeMax } : answer,
    ),
  }),
  ...(['stopLossPrice', 'takeProfitPrice'] as const).map((member) => {
    const words = member === 'stopLossPrice' ? 'stop-loss' : 'take-profit';
    return violating('4.1', [`orders.${words}-digits-refused`])(`${words}-digits-unchecked-for-sltp-orders`, {
      summary: `The fractional digits of the ${words.replace('-', ' ')} of an sltp order are not counted.`,
      fitsPointDigits: alsoWhere((_price, _conditions, which, type) => which === member && type === 'sltp'),
    });
  }),
  violating('4.1', ['orders.take-profit-digits-refused'])('take-profit-digits-unchecked-without-a-stop-loss', {
    summary: 'The fractional digits of a take profit are counted only where there is a stop loss beside it.',
    fitsPointDigits: (honest) => {
      // The prices of one order are asked for in a row.
      let last: string | undefined;
      return (price, conditions, member, type) => {
        const isAlone = last !== 'stopLossPrice';
        last = member;
        return (member === 'takeProfitPrice' && isAlone) || honest(price, conditions, member, type);
      };
    },
  }),
  violating('4.1', ['orders.price-digits-refused'])('price-digits-unchecked-for-stops', {
    summary: 'The digits of the price are not counted for stop orders.',
    fitsPointDigits: alsoWhere((_price, _conditions, member, type) => type === 'stop' && member === 'price'),
  }),
  violating('4.1', [
    'orders.price-digits-refused',
    'orders.stop-loss-digits-refused',
    'orders.take-profit-digits-refused',
  ])('price-digits-counted-in-binary-fractions', {
    summary: 'The digits of a price are counted after it has become a binary fraction, so that the far ones are gone.',
    fitsPointDigits: (honest) => (price, conditions, member, type) => {
      const [, fraction = ''] = String(Number(toText(price))).split('.');
      return price.scale > BINARY_DIGITS
        ? fraction.length <= conditions.pointDigits
        : honest(price, conditions, member, type);
    },
  }),
  violating('4.1', ['orders.volume-off-step'])('volume-read-as-binary-fraction', {
    summary: 'The step is judged after the volume has become a binary fraction, so that its far digits are gone.',
    onStep: (honest) => (volume, conditions, order) => {
      const read = readDecimal(String(Number(toText(volume))));
      return honest(volume.scale > BINARY_DIGITS && read !== undefined ? read : volume, conditions, order);
    },
  }),
  violating('4.1', ['orders.limit-accepted', 'orders.stop-accepted'])('levels-of-sales-judged-as-of-purchases', {
    summary: 'Stop loss and take profit of orders to sell are held to the sides of those to buy.',
    // On which side each has to lie is said by their names alone.
    level: 'should',
    acceptsProtectionLevel: (honest) => (member, _side, price, reference) => honest(member, 'buy', price, reference),
  }),
];

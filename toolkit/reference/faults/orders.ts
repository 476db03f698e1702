// Faults of placement and market execution (interface 3, 4.1, 4.2): form, trading rules, guards, what comes to be.
import { isJsonObject } from '../../payload/json-kind.js';
import type { OrderType } from '../domain.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const SMALLEST_ORDER = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.01', price: '0.90000' };

const DIGITS = { price: 'price', stopLossPrice: 'stop-loss', takeProfitPrice: 'take-profit' } as const;

/** One of the six answers of the guards, turned around. */
function guard(
  id: string,
  requirement: string,
  summary: string,
  change: (code: string | undefined, type: OrderType, disabled: boolean) => string | undefined,
): Fault {
  return fault(
    id,
    '3',
    [requirement],
    summary,
    changing(
      'placementGuard',
      (honest) => (account, type) => change(honest(account, type), type, account.tradeMode === 'trading_disabled'),
    ),
    { needs: 'account.restrict' },
  );
}

export const orderFaults: readonly Fault[] = [
  fault(
    'media-type-unchecked',
    '4.1',
    ['orders.media-type-refused'],
    'A body of any media type is read as JSON.',
    changing('acceptsMediaType', () => () => true),
  ),
  fault(
    'media-type-415',
    '4.1',
    ['orders.media-type-refused'],
    'A body of another media type is answered with 415.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) =>
        refusal.name === 'REQUEST_UNSUPPORTED_MEDIA_TYPE' ? 415 : honest(refusal, operation),
    ),
  ),
  fault(
    'malformed-body-as-500',
    '4.1',
    ['orders.body-malformed-refused', 'orders.sync-code-500'],
    'A body that is not JSON makes the service fail.',
    changing('readJson', (honest) => (value, problem, body, context) => {
      if (problem !== undefined) {
        throw new SyntaxError(problem);
      }
      return honest(value, problem, body, context);
    }),
  ),
  fault(
    'body-not-object-as-500',
    '4.1',
    ['orders.body-not-object-refused', 'orders.sync-code-500'],
    'A JSON body that is not an object makes the service fail.',
    changing('readJson', (honest) => (value, problem, body, context) => {
      if (problem === undefined && !isJsonObject(value)) {
        throw new TypeError('Cannot read properties of null');
      }
      return honest(value, problem, body, context);
    }),
  ),
  fault(
    'unreadable-body-executed',
    '4.1',
    ['orders.body-malformed-refused', 'orders.body-missing-refused', 'orders.body-not-object-refused'],
    'A body that cannot be read is taken for an order of the smallest volume.',
    changing('readJson', (honest) => (value, problem, body, context) => {
      const json = honest(value, problem, body, context);
      return isJsonObject(json) ? json : SMALLEST_ORDER;
    }),
  ),
  fault(
    'malformed-body-as-422',
    '4.1',
    ['orders.body-malformed-refused'],
    'A body of the wrong form is answered with 422.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) =>
        refusal.name === 'REQUEST_INVALID' && operation === 'placeOrder' ? 422 : honest(refusal, operation),
    ),
  ),
  fault(
    'market-order-executed',
    '4.1',
    ['orders.market-not-executed'],
    'The orders call executes market orders.',
    together(
      changing('acceptsOrderType', (honest) => (type) => type === 'market' || honest(type)),
      changing('requires', (honest) => (member, kind, type) => type !== 'market' && honest(member, kind, type)),
    ),
  ),
  fault(
    'stop-order-refused',
    '4.1',
    ['orders.stop-accepted'],
    'Orders of type stop are refused for their type.',
    changing('acceptsOrderType', (honest) => (type) => type !== 'stop' && honest(type)),
  ),
  fault(
    'sltp-order-refused',
    '4.1',
    ['orders.sltp-accepted', 'guards.close-only-allows-sltp'],
    'Orders of type sltp are refused for their type.',
    changing('acceptsOrderType', (honest) => (type) => type !== 'sltp' && honest(type)),
  ),
  fault(
    'sell-limit-refused',
    '4.1',
    ['orders.limit-accepted'],
    'A limit order to sell is rejected, as its price lies above the market.',
    changing(
      'acceptsTriggerLevel',
      (honest) => (type, side, price, quote) =>
        !(type === 'limit' && side === 'sell') && honest(type, side, price, quote),
    ),
  ),
  fault(
    'volume-number-accepted',
    '4.1',
    ['orders.volume-number-refused'],
    'A volume may be a JSON number.',
    changing('acceptsVolumeForm', (honest) => (volume, kind) => typeof volume === 'number' || honest(volume, kind)),
  ),
  fault(
    'volume-malformed-accepted',
    '4.1',
    ['orders.volume-malformed-refused'],
    'A volume that is no decimal is taken for zero, and zero is no reason to refuse.',
    together(
      changing('acceptsVolumeForm', () => () => true),
      changing('atLeastMin', () => () => true),
      changing('onStep', () => () => true),
    ),
  ),
  fault(
    'volume-string-refused',
    '4.1',
    ['orders.volume-string'],
    'A volume must be a JSON number on the positions call.',
    changing(
      'acceptsVolumeForm',
      (honest) => (volume, kind) => (kind === 'openPosition' ? typeof volume === 'number' : honest(volume, kind)),
    ),
  ),
  fault(
    'price-number-accepted',
    '4.1',
    ['orders.price-number-refused'],
    'A price may be a JSON number.',
    changing(
      'acceptsPriceForm',
      (honest) => (price, member, kind) => typeof price === 'number' || honest(price, member, kind),
    ),
  ),
  fault(
    'price-malformed-accepted',
    '4.1',
    ['orders.price-malformed-refused'],
    'A price that is no decimal is taken for zero, and zero is no reason to refuse.',
    together(
      changing('acceptsPriceForm', () => () => true),
      changing('acceptsPrice', () => () => true),
    ),
  ),
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
      (honest) => (volume, conditions, type) =>
        honest(volume, conditions, type) && !honest(conditions.volumeMin, { ...conditions, volumeMin: volume }, type),
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
      (honest) => (volume, conditions, type) => type === 'stop' || honest(volume, conditions, type),
    ),
  ),
  fault(
    'volume-maximum-exclusive',
    '4.1',
    ['orders.volume-maximum-accepted'],
    'An order of exactly volume_max is rejected for its volume.',
    changing(
      'atMostMax',
      (honest) => (volume, conditions, type) =>
        honest(volume, conditions, type) && !honest(conditions.volumeMax, { ...conditions, volumeMax: volume }, type),
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
    'volume-step-of-ten',
    '4.1',
    ['orders.volume-on-step-accepted'],
    'Only every tenth step above the minimum is on the grid.',
    changing(
      'onStep',
      (honest) => (volume, conditions, type) =>
        honest(volume, conditions, type) &&
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
  guard(
    'disabled-places-limit',
    'guards.disabled-refuses-limit',
    'A trading-disabled account places limit orders.',
    (code, type, disabled) => (disabled && type === 'limit' ? undefined : code),
  ),
  guard(
    'disabled-places-stop',
    'guards.disabled-refuses-stop',
    'A trading-disabled account places stop orders.',
    (code, type, disabled) => (disabled && type === 'stop' ? undefined : code),
  ),
  guard(
    'disabled-places-sltp',
    'guards.disabled-refuses-sltp',
    'The exemption of sltp holds for trading-disabled accounts too.',
    (code, type, disabled) => (disabled && type === 'sltp' ? undefined : code),
  ),
  guard(
    'close-only-places-limit',
    'guards.close-only-refuses-limit',
    'A close-only account places limit orders.',
    (code, type, disabled) => (!disabled && type === 'limit' ? undefined : code),
  ),
  guard(
    'close-only-places-stop',
    'guards.close-only-refuses-stop',
    'A close-only account places stop orders.',
    (code, type, disabled) => (!disabled && type === 'stop' ? undefined : code),
  ),
  fault(
    'close-only-refuses-sltp',
    '3',
    ['guards.close-only-allows-sltp'],
    'A close-only account may not even protect its positions.',
    changing('placementGuard', (honest) => (account, type) => honest(account, type === 'sltp' ? 'limit' : type)),
    { needs: 'account.restrict' },
  ),
  fault(
    'close-only-as-disabled',
    '3',
    ['guards.close-only-code'],
    'An order of a close-only account is refused with ACCOUNT_DISABLED.',
    changing(
      'placementGuard',
      (honest) => (account, type) => (honest(account, type) === undefined ? undefined : 'ACCOUNT_DISABLED'),
    ),
    { needs: 'account.restrict' },
  ),
  fault(
    'restriction-never-lifted',
    '3',
    ['guards.lifted'],
    'An account that was restricted once stays so.',
    changing('placementGuard', (honest) => {
      const refused = new Map<string, string>();
      return (account, type) => {
        const code = honest(account, type);
        if (code !== undefined) {
          refused.set(account.id, code);
        }
        return type === 'sltp' ? code : refused.get(account.id);
      };
    }),
    { needs: 'account.restrict' },
  ),
  fault(
    'trade-mode-not-shown',
    '2.6',
    ['guards.trade-mode-disabled-value'],
    'The account read shows a trading-disabled account as normal.',
    changing('shownAccount', (honest) => (account) => ({ ...honest(account), tradeMode: 'normal' })),
    { needs: 'account.restrict' },
  ),
  fault(
    'account-status-not-shown',
    '2.6',
    ['guards.account-status-close-only-value'],
    'The account read shows a close-only account as normal.',
    changing('shownAccount', (honest) => (account) => ({ ...honest(account), accountStatus: 'normal' })),
    { needs: 'account.restrict' },
  ),
  fault(
    'disabled-streams-open',
    '4.5',
    ['guards.disabled-no-events'],
    'The events stream of a trading-disabled account goes on as ever.',
    changing('streamGuard', () => () => undefined),
    { needs: 'account.restrict' },
  ),
  fault(
    'sltp-without-position',
    '4.1',
    ['orders.sltp-needs-position'],
    'An sltp order for no open position is placed and protects nothing.',
    changing('sltpNeedsPosition', () => () => false),
  ),
  fault(
    'unknown-instrument-code-generic',
    '7.2',
    ['errors.instrument-not-found', 'orders.unknown-instrument-after-ack'],
    'An order on an unknown instrument ends with REQUEST_INVALID.',
    changing(
      'finalCode',
      (honest) => (code, context) =>
        code === 'MARKET_INSTRUMENT_NOT_FOUND' ? 'REQUEST_INVALID' : honest(code, context),
    ),
  ),
  fault(
    'unknown-instrument-404',
    '4.1',
    ['orders.unknown-instrument-after-ack'],
    'An order on an unknown instrument is answered with 404.',
    together(
      changing('isSharedCode', (honest) => (code) => code === 'MARKET_INSTRUMENT_NOT_FOUND' || honest(code)),
      changing(
        'httpStatus',
        (honest) => (name, operation) => (name === 'MARKET_INSTRUMENT_NOT_FOUND' ? 404 : honest(name, operation)),
      ),
    ),
  ),
  fault(
    'volume-refused-before-ack',
    '4.1',
    ['orders.volume-refused-after-ack', 'orders.rule-codes-after-ack', 'errors.final-after-ack'],
    'A volume that breaks a trading rule is answered with 400 in place of the ACK.',
    changing('isSharedCode', (honest) => (code) => code.startsWith('TRADING_RULE_') || honest(code)),
  ),
];

function parametersFor(name: string): string {
  return name === 'REQUEST_INVALID_PRICE' ? 'REQUEST_INVALID_PARAMETERS' : name;
}

// Faults of the placement call (interface 4.1): the form of its body, order types, what is not there.
import { isJsonObject } from '../../payload/json-kind.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const SMALLEST_ORDER = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.01', price: '0.90000' };

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
    'A volume of a placement must be a JSON number.',
    changing(
      'acceptsVolumeForm',
      (honest) => (volume, kind) => (kind === 'placeOrder' ? typeof volume === 'number' : honest(volume, kind)),
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
    ['orders.unknown-instrument-after-ack', 'orders.sync-causes-limited'],
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
    'price-string-refused',
    '4.1',
    ['orders.price-strings'],
    'Prices of a placement must be JSON numbers.',
    changing(
      'acceptsPriceForm',
      (honest) => (price, member, kind) =>
        kind === 'placeOrder' ? typeof price === 'number' : honest(price, member, kind),
    ),
  ),
  fault(
    'stop-loss-string-refused',
    '4.1',
    ['orders.price-strings'],
    'stop_loss_price must be a JSON number, price a string.',
    changing(
      'acceptsPriceForm',
      (honest) => (price, member, kind) =>
        member === 'stopLossPrice' ? typeof price === 'number' : honest(price, member, kind),
    ),
  ),
  fault(
    'sell-opening-refused',
    '4.2',
    ['positions.open-accepted'],
    'A position to sell cannot be opened.',
    changing(
      'acceptsSide',
      (honest) => (side, kind) => !(kind === 'openPosition' && side === 'sell') && honest(side, kind),
    ),
  ),
  fault(
    'openings-refused',
    '4.2',
    ['positions.open-accepted'],
    'Openings need a price, as placements do.',
    changing(
      'requires',
      (honest) => (member, kind, type) => (kind === 'openPosition' && member === 'price') || honest(member, kind, type),
    ),
  ),
  fault(
    'openings-leave-no-position',
    '4.2',
    [
      'positions.immediate-execution',
      'domain.open-positions-in-snapshot',
      'subscriptions.transactions-snapshot-positions',
    ],
    'An opening ends as success, and its position is in no snapshot.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      return { ...shown, positions: shown.positions.slice(0, -1) };
    }),
  ),
];

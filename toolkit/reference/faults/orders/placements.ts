// Faults of the placement call (interface 4.1): the form of its body, order types, what is not there, whose account it is for.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { Order, Position } from '../../domain.js';
import { alsoWhere, always, amended, exceptOn, exceptWhere, insteadWhere } from '../algebra/edits.js';
import { type Change, editing, type Fault, violating } from '../algebra/index.js';

const mediaTypeRefused = violating('4.1', ['orders.media-type-refused']);
const instrumentNotFound = violating('7.2', ['errors.instrument-not-found', 'orders.unknown-instrument-after-ack']);
const priceStrings = violating('4.1', ['orders.price-strings']);
const accountOfThePath = violating('4', ['orders.account-of-the-path']);
const sltpSetsLevels = violating('4.1', ['orders.sltp-accepted']);
const isOfPosition = (order: Order): boolean => order.type === 'sltp' && order.positionId !== undefined;
const openAccepted = violating('4.2', ['positions.open-accepted']);

/** The smallest order that every account may place. */
export const SMALLEST_ORDER: JsonObject = {
  type: 'limit',
  instrument: 'EURUSD',
  side: 'buy',
  volume: '0.01',
  price: '0.90000',
};

/** Identifiers hold that of their account between a prefix and a serial number. */
function accountIn(identifier: string): string {
  return identifier.split('-').slice(1, -1).join('-');
}

/** Commands that name something of that kind act on the account that has it. */
function actingOnTheOwner(prefix: 'ord' | 'pos'): Change {
  return editing({
    actsOn: amended((answer, _accountId, named) =>
      named?.startsWith(`${prefix}-`) === true ? accountIn(named) : answer,
    ),
  });
}

function exchanged<Protected extends Pick<Position, 'stopLossPrice' | 'takeProfitPrice'>>(shown: Protected): Protected {
  return { ...shown, stopLossPrice: shown.takeProfitPrice, takeProfitPrice: shown.stopLossPrice };
}

/** The order that stands at the beginning of the body, as a reader sees it that is made for people. */
function readLeniently(body: Uint8Array): JsonValue | undefined {
  const text = new TextDecoder()
    .decode(body)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll("'", '"')
    .replaceAll(/(:\s*)\+?0*(\d[\d.]*)(?=\s*[,}])/g, '$1"$2"');
  for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(0, end + 1)) as JsonValue; // JSON.parse yields nothing else
    } catch {
      // It ends further on, if at all.
    }
  }
  return undefined;
}

export const placementFaults: readonly Fault[] = [
  sltpSetsLevels('sltp-success-without-levels', {
    summary: 'An sltp order succeeds, and neither the position nor an open order has its levels.',
    protectedPosition: amended((_shown, position) => position),
    snapshotOf: amended((shown) => ({ ...shown, orders: shown.orders.filter((order) => !isOfPosition(order)) })),
  }),
  sltpSetsLevels('sltp-success-without-anything', {
    summary: 'An sltp order succeeds, and nothing comes of it: no order, no levels, no close.',
    needs: 'market.price',
    protectedPosition: amended((_shown, position) => position),
    snapshotOf: amended((shown) => ({ ...shown, orders: shown.orders.filter((order) => !isOfPosition(order)) })),
    ordersOf: amended((orders) => orders.filter((order) => !isOfPosition(order))),
    protectionHit: always(false),
  }),
  sltpSetsLevels('sltp-levels-exchanged', {
    summary: 'Snapshots show the stop loss of an sltp order as its take profit, and the reverse.',
    snapshotOf: amended((shown) => ({
      ...shown,
      orders: shown.orders.map((order) => (isOfPosition(order) ? exchanged(order) : order)),
      positions: shown.positions.map((position) => exchanged(position)),
    })),
  }),
  mediaTypeRefused('media-type-unchecked', {
    summary: 'A body of any media type is read as JSON.',
    acceptsMediaType: always(true),
  }),
  mediaTypeRefused('media-type-415', {
    summary: 'A body of another media type is answered with 415.',
    statusOf: insteadWhere((refusal) => refusal.name === 'REQUEST_UNSUPPORTED_MEDIA_TYPE', 415),
  }),
  violating('4.1', ['orders.body-malformed-refused'])('body-read-leniently', {
    summary:
      'Comments, single quotes, odd numbers and whatever follows the order do not keep its body from being read.',
    // 4.1 binds the sender to a JSON body.
    level: 'should',
    readJson: amended((json, _value, _problem, body) => json ?? readLeniently(body)),
  }),
  violating('4.1', ['orders.body-malformed-refused', 'orders.sync-code-500'])('malformed-body-as-500', {
    summary: 'A body that is not JSON makes the service fail.',
    // 4.1 lists 500 among the answers.
    level: 'should',
    readJson: (honest) => (value, problem, body, context) => {
      if (problem !== undefined) throw new SyntaxError(problem);
      return honest(value, problem, body, context);
    },
  }),
  violating('4.1', ['orders.body-not-object-refused', 'orders.sync-code-500'])('body-not-object-as-500', {
    summary: 'A JSON body that is not an object makes the service fail.',
    level: 'should',
    readJson: (honest) => (value, problem, body, context) => {
      if (problem === undefined && !isJsonObject(value)) throw new TypeError('Cannot read properties of null');
      return honest(value, problem, body, context);
    },
  }),
  violating('4.1', ['orders.body-malformed-refused', 'orders.body-missing-refused', 'orders.body-not-object-refused'])(
    'unreadable-body-executed',
    {
      summary: 'A body that cannot be read is taken for an order of the smallest volume.',
      readJson: amended((json) => (isJsonObject(json) ? json : SMALLEST_ORDER)),
    },
  ),
  violating('4.1', ['orders.sync-code-400'])('malformed-body-as-422', {
    summary: 'A body of the wrong form is answered with 422.',
    statusOf: insteadWhere(
      (refusal, operation) => refusal.name === 'REQUEST_INVALID' && operation === 'placeOrder',
      422,
    ),
  }),
  violating('4.1', ['orders.market-not-executed'])('market-order-executed', {
    summary: 'The orders call executes market orders.',
    acceptsOrderType: alsoWhere((type) => type === 'market'),
    requires: exceptOn((type) => type === 'market'),
  }),
  violating('4.1', ['orders.stop-accepted'])('stop-order-refused', {
    summary: 'Orders of type stop are refused for their type.',
    acceptsOrderType: exceptWhere((type) => type === 'stop'),
  }),
  violating('4.1', ['orders.sltp-accepted', 'guards.close-only-allows-sltp'])('sltp-order-refused', {
    summary: 'Orders of type sltp are refused for their type.',
    acceptsOrderType: exceptWhere((type) => type === 'sltp'),
  }),
  violating('4.1', ['orders.limit-accepted'])('sell-limit-refused', {
    summary: 'A limit order to sell is rejected, as its price lies above the market.',
    acceptsTriggerLevel: exceptWhere((type, side) => type === 'limit' && side === 'sell'),
  }),
  violating('4.1', ['orders.volume-number-refused'])('volume-number-accepted', {
    summary: 'A volume may be a JSON number.',
    acceptsVolumeForm: alsoWhere((volume) => typeof volume === 'number'),
  }),
  violating('4.1', ['orders.volume-malformed-refused'])('volume-malformed-accepted', {
    summary: 'A volume that is no decimal is taken for zero, and zero is no reason to refuse.',
    acceptsVolumeForm: always(true),
    atLeastMin: always(true),
    onStep: always(true),
  }),
  violating('4.1', ['orders.volume-string'])('volume-string-refused', {
    summary: 'A volume of a placement must be a JSON number.',
    acceptsVolumeForm: amended((answer, volume, kind) => (kind === 'placeOrder' ? typeof volume === 'number' : answer)),
  }),
  violating('4.1', ['orders.price-number-refused'])('price-number-accepted', {
    summary: 'A price may be a JSON number.',
    acceptsPriceForm: alsoWhere((price) => typeof price === 'number'),
  }),
  violating('4.1', ['orders.price-malformed-refused'])('price-malformed-accepted', {
    summary: 'A price that is no decimal is taken for zero, and zero is no reason to refuse.',
    acceptsPriceForm: always(true),
    acceptsPrice: always(true),
  }),
  violating('4.1', ['orders.sltp-needs-position'])('sltp-without-position', {
    summary: 'An sltp order for no open position is placed and protects nothing.',
    sltpNeedsPosition: always(false),
  }),
  instrumentNotFound('unknown-instrument-code-generic', {
    summary: 'An order on an unknown instrument ends with REQUEST_INVALID.',
    finalCode: insteadWhere((code) => code === 'MARKET_INSTRUMENT_NOT_FOUND', 'REQUEST_INVALID'),
  }),
  violating('4.1', ['orders.unknown-instrument-after-ack', 'orders.sync-causes-limited'])('unknown-instrument-404', {
    summary: 'An order on an unknown instrument is answered with 404.',
    // The place of the check is not said in words.
    level: 'should',
    isSharedCode: alsoWhere((code) => code === 'MARKET_INSTRUMENT_NOT_FOUND'),
    httpStatus: insteadWhere((name) => name === 'MARKET_INSTRUMENT_NOT_FOUND', 404),
  }),
  priceStrings('price-string-refused', {
    summary: 'Prices of a placement must be JSON numbers.',
    acceptsPriceForm: amended((answer, price, _member, kind) =>
      kind === 'placeOrder' ? typeof price === 'number' : answer,
    ),
  }),
  priceStrings('stop-loss-string-refused', {
    summary: 'stop_loss_price must be a JSON number, price a string.',
    acceptsPriceForm: amended((answer, price, member) =>
      member === 'stopLossPrice' ? typeof price === 'number' : answer,
    ),
  }),
  openAccepted('sell-opening-refused', {
    summary: 'A position to sell cannot be opened.',
    acceptsSide: exceptWhere((side, kind) => kind === 'openPosition' && side === 'sell'),
  }),
  openAccepted('openings-refused', {
    summary: 'Openings need a price, as placements do.',
    requires: alsoWhere((member, kind) => kind === 'openPosition' && member === 'price'),
  }),
  violating('4.2', [
    'positions.immediate-execution',
    'domain.open-positions-in-snapshot',
    'subscriptions.transactions-snapshot-positions',
  ])('openings-leave-no-position', {
    summary: 'An opening ends as success, and its position is in no snapshot.',
    snapshotOf: amended((shown) => ({ ...shown, positions: shown.positions.slice(0, -1) })),
  }),
  violating('4.1', ['orders.unknown-account-refused'])('unknown-account-trades', {
    summary: 'An order for an account that does not exist is placed on the first account.',
    accountFor: amended((answer, _id, known) => answer ?? known.keys().next().value),
  }),
  accountOfThePath('orders-found-across-accounts', {
    summary: 'A cancellation under one account cancels an order of another.',
    change: actingOnTheOwner('ord'),
  }),
  accountOfThePath('positions-found-across-accounts', {
    summary: 'A close or an sltp order under one account is executed on a position of another.',
    change: actingOnTheOwner('pos'),
  }),
];

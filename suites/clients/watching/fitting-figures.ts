// Volumes and prices that are none of the instrument (interface 4.1, rules 1 and 2; 7.2), of a client that was told so and sends the like
// again: one rejection teaches. Where it has its figures from nobody sees, so that these are warnings.
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import { type Constraint, compileConstraint } from '../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import type { Judged, WatchedCheck } from './scene.js';
import { timelessWarning, undecided, verdictOf } from './verdicts.js';
import type { Watched } from './watched.js';

export const FITTING_VOLUMES: WatchedCheck = {
  id: 'configuration.client-conditions-per-account/watched-fitting-volumes',
  title: 'sends no volumes again that were rejected for the conditions of the instrument',
};

export const FITTING_PRICES: WatchedCheck = {
  id: 'configuration.client-conditions-per-account/watched-fitting-prices',
  title: 'sends no prices again with more digits than the instrument has, once one was refused',
};

/** One rejection teaches what a second one shows not to have been learnt. */
const MOST_REJECTED = 1;

/** Final codes that say that a volume is none of the instrument (interface 7.2). */
const VOLUME_CODES: readonly string[] = [
  'TRADING_RULE_VOLUME_TOO_SMALL',
  'TRADING_RULE_VOLUME_TOO_LARGE',
  'TRADING_RULE_INVALID_VOLUME_STEP',
];

const PRICES = ['price', 'stopLossPrice', 'takeProfitPrice'];

type Orders = Pick<Watched, 'seen' | 'troubled' | 'rejectionIn'>;

/** Orders in the time of a trouble, whose conditions had only just changed, are not counted. */
export function fittingVolumes(watched: Orders): Judged {
  const { id } = FITTING_VOLUMES;
  const orders = newOrders(watched);
  const codes = rejectionsTold(watched);
  const rejected = orders.filter((one) => VOLUME_CODES.includes(codes.get(keyOf(one)) ?? ''));
  const last = rejected.at(-1);
  if (orders.length === 0) return undecided(id, 'the client placed no order');
  if (rejected.length <= MOST_REJECTED || last === undefined) return verdictOf(id, 'pass', orders.slice(0, 1));
  const actual = `${rejected.length} orders rejected with ${codes.get(keyOf(last))}, such as ${textAt(last.read.params, 'volume')}`;
  return timelessWarning(id, 'volumes within the conditions of the instrument', actual, [last]);
}

/** By instrument, how many digits its prices have. */
export function fittingPrices(watched: Orders, digits: ReadonlyMap<string, number>): Judged {
  const { id } = FITTING_PRICES;
  const orders = newOrders(watched);
  const codes = rejectionsTold(watched);
  const within = new Map([...digits].map(([name, most]) => [name, compileConstraint({ digits: most })]));
  const refused = orders.flatMap((order) => {
    const { answer } = order;
    const isRefused = answer?.delivered === 'whole' && answer.status === 400;
    const price = isRefused || codes.has(keyOf(order)) ? tooLong(order, within) : undefined;
    return price === undefined ? [] : [{ order, price }];
  });
  const last = refused.at(-1);
  if (orders.length === 0) return undecided(id, 'the client placed no order');
  if (refused.length <= MOST_REJECTED || last === undefined) return verdictOf(id, 'pass', orders.slice(0, 1));
  const most = digits.get(textAt(last.order.read.params, 'instrument') ?? '');
  const actual = `${refused.length} orders refused or rejected with more, such as ${last.price}`;
  return timelessWarning(id, `prices of at most ${most} digits`, actual, [last.order]);
}

/** The first of its prices that has too many digits; zeros at the end say nothing. */
function tooLong({ read }: SeenRequest, within: ReadonlyMap<string, Constraint>): string | undefined {
  const digits = within.get(textAt(read.params, 'instrument') ?? '');
  return PRICES.flatMap((name) => textAt(read.params, name) ?? []).find(
    (price) => digits?.check(price) === 'too-many-digits',
  );
}

/** Each as it was sent first. */
function newOrders({ seen, troubled }: Orders): readonly SeenRequest[] {
  const keys = new Set<string>();
  return seen.requests('placeOrder', 'openPosition').filter((one) => {
    const isNew = !keys.has(keyOf(one));
    keys.add(keyOf(one));
    return isNew && !troubled.has(keyOf(one));
  });
}

/** Codes of what was rejected, by key, on whichever road they were told. */
function rejectionsTold({
  seen,
  rejectionIn,
}: { seen: Seen } & Pick<Orders, 'rejectionIn'>): ReadonlyMap<string, string> {
  const told = (key: JsonValue | undefined, code: JsonValue | undefined): readonly (readonly [string, string])[] =>
    typeof key === 'string' && typeof code === 'string' ? [[key, code]] : [];
  const events = seen.transactions().flatMap(({ view }) => told(view.clientRequestId, view.errorCode));
  const reads = seen.requests('operationStatus').flatMap(({ answer }) => {
    const read = answer?.delivered === 'whole' ? rejectionIn(answer.json) : undefined;
    return told(read?.key, read?.code);
  });
  return new Map([...events, ...reads]);
}

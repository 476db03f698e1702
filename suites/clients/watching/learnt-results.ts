// What becomes of its orders (interface 1, rule 1): the ACK is no result, and the result comes by an event or can be read. Of a client that
// neither listens nor ever looks, the ACK is all that it goes by. A warning: somebody else may look for it.
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen } from '../stage/seen.js';
import { LOOKS } from './dropped-stream.js';
import type { WatchedCheck } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';

export const LEARNT_RESULTS: WatchedCheck = {
  id: 'domain.client-ack-not-final/watched-results-learnt',
  title: 'learns by some road what becomes of orders that were acknowledged',
};

/** Who sends fewer may look once in the end. */
const ORDERS = 20;
const LONG_NS = 60_000_000_000n;

export function learntResults(seen: Seen): PlayedCheck {
  const { id } = LEARNT_RESULTS;
  const taken = seen.mutations().filter(({ answer }) => answer?.delivered === 'whole' && answer.status < 300);
  const [first, last] = [taken[0], taken.at(-1)];
  if (first === undefined || last === undefined) return undecided(id, 'no order of the client was acknowledged');
  const listens = seen.commands().some(({ command }) => command.event === 'transactions');
  const looked = seen.since(first.seq).requests(...LOOKS)[0];
  if (listens || looked !== undefined) return verdictOf(id, 'pass', looked === undefined ? [first] : [looked, first]);
  const keys = new Set(taken.map(keyOf));
  if (keys.size < ORDERS || last.atNs - first.atNs < LONG_NS) {
    return undecided(id, 'the client was not seen for long enough');
  }
  const expected = 'a subscription of transactions, or a read of status, snapshot or history';
  return {
    ...failure(id, expected, `neither beside ${keys.size} acknowledged orders`, [last, first]),
    level: 'should',
  };
}

/** Final codes that say that a volume is none of the instrument (interface 7.2). */
const VOLUME_CODES: readonly string[] = [
  'TRADING_RULE_VOLUME_TOO_SMALL',
  'TRADING_RULE_VOLUME_TOO_LARGE',
  'TRADING_RULE_INVALID_VOLUME_STEP',
];

export const FITTING_VOLUMES: WatchedCheck = {
  id: 'configuration.client-conditions-per-account/watched-fitting-volumes',
  title: 'sends no volumes again that were rejected for the conditions of the instrument',
};

/** One rejection teaches what a second one shows not to have been learnt. */
const MOST_REJECTED = 1;

/** Orders in the time of a trouble, whose conditions had only just changed, are not counted. */
export function fittingVolumes(seen: Seen, troubled: ReadonlySet<string>): PlayedCheck {
  const { id } = FITTING_VOLUMES;
  const orders = seen.requests('placeOrder', 'openPosition').filter((one) => !troubled.has(keyOf(one)));
  if (orders.length === 0) return undecided(id, 'the client placed no order');
  const codes = new Map(
    seen
      .transactions()
      .flatMap(({ view: { clientRequestId, errorCode } }) =>
        typeof clientRequestId === 'string' ? [[clientRequestId, String(errorCode)] as const] : [],
      ),
  );
  const volumes = new Set<string>();
  const rejected = orders.filter((one) => {
    const isNew = !volumes.has(keyOf(one));
    volumes.add(keyOf(one));
    return isNew && VOLUME_CODES.includes(codes.get(keyOf(one)) ?? '');
  });
  const last = rejected.at(-1);
  if (rejected.length <= MOST_REJECTED || last === undefined) return verdictOf(id, 'pass', orders.slice(0, 1));
  const actual = `${rejected.length} orders rejected with ${codes.get(keyOf(last))}, such as ${textAt(last.read.params, 'volume')}`;
  return { ...failure(id, 'volumes within the conditions of the instrument', actual, [last]), level: 'should' };
}

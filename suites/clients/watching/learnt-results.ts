// What becomes of its orders (interface 1, rule 1): the ACK is no result, and the result comes by an event or can be read. Of a client that
// neither listens nor ever looks, the ACK is all that it goes by. A warning: somebody else may look for it.
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

// Interface 6.4, rule 4: the snapshot after a reconnect is the baseline, and what it shows of the client's own is there. Whoever begins
// anew with each connection lays its orders again beside those that rest. A client may want equal orders side by side: then it sends such
// while its stream goes on, too. Those behind a snapshot are compared with the others by how long there was time for each, so that what
// comes in a rhythm of its own is none; chance is not excluded, only unlikely, so that it is a warning.
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen } from '../stage/seen.js';
import { restingAgain } from './resting-again.js';
import type { WatchedCheck } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';

export const LAID_AGAIN: WatchedCheck = {
  id: 'reconnect.client-baseline/watched-laid-again',
  title: 'lays no order again, after a reconnect, beside its own that the snapshot shows',
};

/** Fewer returns tell no habit. */
const LEAST_RETURNS = 3;
/** How likely chance may be, of what is held against a client. */
const UNLIKELY = 1e-4;
/** A client that was kept from trading sends fewer than its time would let it. */
const TIMES_AS_MANY = 3;

export function laidAgain(seen: Seen): PlayedCheck {
  const { id } = LAID_AGAIN;
  const { before, behind } = restingAgain(seen);
  if (behind.seconds === 0) return undecided(id, 'no snapshot after a reconnect showed the client an order of its own');
  const [pair] = behind.pairs;
  const returns = new Set(behind.pairs.map(({ snapshot }) => snapshot.frame.connection));
  // As though one more had been seen: of a short time no rate is nothing.
  const usual = TIMES_AS_MANY * ((before.count + 1) / before.seconds) * behind.seconds;
  const isUsual = before.seconds === 0 || atLeast(behind.pairs.length, usual) > UNLIKELY;
  if (pair === undefined || returns.size < LEAST_RETURNS || isUsual) return verdictOf(id, 'pass');
  const { later, earlier, snapshot } = pair;
  const expected = `no second order beside one that rests, or such as seldom as else: ${before.count} in ${Math.round(before.seconds)} s`;
  const actual = `${behind.pairs.length} after ${returns.size} reconnects, such as ${keyOf(later)} beside ${keyOf(earlier)}`;
  return { ...failure(id, expected, actual, [later, snapshot, earlier]), level: 'should' };
}

/** The chance of so many or more, where so many are usual. */
function atLeast(count: number, usual: number): number {
  let [below, chance] = [0, Math.exp(-usual)];
  for (let one = 0; one < count; one += 1) {
    below += chance;
    chance *= usual / (one + 1);
  }
  return 1 - below;
}

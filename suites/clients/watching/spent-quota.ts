// A quota that is used up (interface 7.1, rule 2; 8): a client works out what remains by the limits call and its own count, so that orders
// do not go on as ever while each is refused for the rate, and no call is sent far beyond what the limits call tells. Warnings: a client
// may know the quota by other means.
import type { RequestName } from '../../../toolkit/profile/index.js';
import type { PlayedCheck } from '../playing/play.js';
import { WATCHED_QUOTA } from '../situations/watched.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import { busiest } from './haste.js';
import type { Ending, Scene, WatchedCheck } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';

const CALLS: readonly RequestName[] = ['placeOrder', 'openPosition', 'closePosition', 'cancelOrder'];
const SPENT_MS = 8_000;
/** What was decided on with the first, as by a pool of workers on a busy machine, has left by then. */
const AT_ONCE_MS = 2_500;
/** Whoever tries now and then whether it is over sends fewer. */
const MOST_REFUSED = 10;

export const spentQuota: Scene = {
  id: 'limits.client-accounting/watched-quota-spent',
  title: 'does not go on placing orders while its quota is used up',
  async play(watched): Promise<Ending> {
    const { id } = spentQuota;
    const { seen } = watched;
    if (seen.mutations().length === 0) return undecided(id, 'the client placed no order');
    const later = seen.since(seen.now);
    for (const request of CALLS) await watched.control('limits.exhaust', { request });
    const refused = (): readonly SeenRequest[] => later.mutations().filter(({ answer }) => answer?.status === 429);
    const first = await watched.until(() => refused()[0], watched.leftMs);
    if (first === undefined) {
      await watched.control('limits.restore');
      return undecided(id, 'the client placed no further order in its time');
    }
    await watched.until(() => refused().filter((one) => isSentOn(first, one))[MOST_REFUSED], SPENT_MS);
    await watched.control('limits.restore');
    for (const one of refused()) watched.troubled.add(keyOf(one));
    return judgeSpent(first, refused());
  },
};

export function judgeSpent(first: SeenRequest, refused: readonly SeenRequest[]): PlayedCheck {
  const { id } = spentQuota;
  const soon = refused.filter((one) => isSentOn(first, one));
  if (soon.length <= MOST_REFUSED) return verdictOf(id, 'pass', [first]);
  const expected = `a pause, or at most ${MOST_REFUSED} orders in ${SPENT_MS / 1_000} seconds`;
  const actual = `more than ${MOST_REFUSED} orders, each refused for the rate`;
  return { ...failure(id, expected, actual, soon.slice(-1)), level: 'should' };
}

/** Whether it was sent when the refusal of the first was known, and soon after. */
function isSentOn(first: SeenRequest, one: SeenRequest): boolean {
  const afterMs = Number(one.atNs - (first.answer?.atNs ?? first.atNs)) / 1e6;
  return afterMs > AT_ONCE_MS && afterMs <= SPENT_MS;
}

export const WITHIN_QUOTA: WatchedCheck = {
  id: 'limits.client-accounting/watched-within-quota',
  title: 'sends no call far beyond the quota that the limits call tells',
};

/** What was under way, or is counted in other windows than the service's, is not held against it. */
const FAR = 1.5;

export function withinQuota(seen: Seen): PlayedCheck {
  const { id } = WITHIN_QUOTA;
  const sent = seen.requests();
  if (sent.length === 0) return undecided(id, 'the client sent no request');
  const { limit, windowMs } = WATCHED_QUOTA;
  const { most, name } = busiest(sent, ({ read }) => read.request, windowMs);
  if (most <= limit * FAR) return verdictOf(id, 'pass', sent.slice(0, 1));
  const last = sent.filter(({ read }) => read.request === name).slice(-1);
  const expected = `at most ${limit} requests of a kind in ${windowMs / 1_000} seconds`;
  return { ...failure(id, expected, `${most} of ${name}`, last), level: 'should' };
}

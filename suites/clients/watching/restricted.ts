// An account that may only close for a while (interface 3; 4.1, rule 3): pending orders are refused with ACCOUNT_CLOSE_ONLY. Whoever has
// read that its account is so, and goes on as ever, acts against what it knows; whoever has not may try. A warning: a client may try now
// and then whether it is over, and the interface states no number.
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type SeenRequest } from '../stage/seen.js';
import { busiest } from './haste.js';
import type { Ending, Scene } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, type Watched } from './watched.js';

const LASTS_MS = 8_000;
/** Whoever tries now and then sends fewer. */
const MOST = 6;
/** So much of what it placed at its busiest is as ever. */
const AS_EVER = 0.6;
/** What several workers had decided on has left by then. */
const ON_ITS_WAY_MS = 1_000;

export const restricted: Scene = {
  id: 'auth.client-refusal-heeded/watched-close-only',
  title: 'does not go on placing pending orders as ever while its account may only close',
  async play(watched): Promise<Ending> {
    const { id } = restricted;
    const { seen } = watched;
    const usual = seen.requests('placeOrder').filter(isPending);
    if (usual.length === 0) return undecided(id, 'the client placed no pending order');
    if (seen.requests('account').length === 0) return undecided(id, 'the client does not read its account');
    const later = seen.since(seen.now);
    const refused = (): readonly SeenRequest[] =>
      later.requests('placeOrder').filter((one) => isPending(one) && isRefused(one, watched));
    await watched.control('account.restrict', { account_status: 'close_only' });
    const first = await watched.until(() => refused()[0], AFTER_MS * 2);
    if (first !== undefined) await watched.until(() => undefined, LASTS_MS);
    await watched.control('account.restrict', { account_status: 'normal' });
    for (const one of refused()) watched.troubled.add(keyOf(one));
    if (first === undefined) return undecided(id, 'the client placed no pending order then');
    const known = later.requests('account').find((read) => watched.readsCloseOnly(read))?.answer;
    return known === undefined
      ? undecided(id, 'the client did not read its account then')
      : judge(refused(), usual, known);
  },
};

export function judge(
  refused: readonly SeenRequest[],
  usual: readonly SeenRequest[],
  known: { readonly atNs: bigint },
): PlayedCheck {
  const { id } = restricted;
  const after = refused.filter(({ atNs }) => Number(atNs - known.atNs) / 1e6 > ON_ITS_WAY_MS);
  const ever = busiest(usual, () => 'placements', LASTS_MS).most;
  if (after.length <= MOST || after.length < ever * AS_EVER) return verdictOf(id, 'pass', refused.slice(0, 1));
  const expected = `a pause, or at most ${MOST} orders in ${LASTS_MS / 1_000} seconds, once it has read close_only`;
  return { ...failure(id, expected, `${after.length} orders, each refused`, after.slice(-1)), level: 'should' };
}

function isPending({ read }: SeenRequest): boolean {
  return textAt(read.params, 'type') !== 'sltp';
}

/** At once, or after its ACK. */
function isRefused(order: SeenRequest, watched: Watched): boolean {
  if (order.answer?.status === 403) return true;
  return watched.inside().operations.some(({ key, errorCode }) => key === keyOf(order) && errorCode === CODE);
}

const CODE = 'ACCOUNT_CLOSE_ONLY';

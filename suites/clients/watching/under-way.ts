// What a client closes or cancels while it is closing or cancelling it already (interface 1, rule 1): the ACK is no result, and until an
// event or its status tells one the operation is under way. Only the whole of a thing can be gone by the first, so that parts of a
// position are not judged; two that want the same may be told apart by nobody but the client, so that it is a warning.
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import { equals, readDecimal } from '../../../toolkit/decimal/index.js';
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import type { EndedKey } from './keys-again.js';
import { learntResults } from './learnt-results.js';
import type { WatchedCheck } from './scene.js';
import { meantBy } from './told-entities.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import type { Watched } from './watched.js';

export const UNDER_WAY: WatchedCheck = {
  id: 'domain.client-ack-not-final/watched-under-way',
  title: 'closes and cancels nothing that it is closing or cancelling already',
};

/** Who has waited longer may have given up on the first. */
const SOON_NS = 3_000_000_000n;

export function underWay(watched: Pick<Watched, 'seen' | 'endedKeyOf'>): PlayedCheck {
  return { ...judge(watched), observed: [{ name: 'results are learnt', value: learntResults(watched.seen) }] };
}

function judge({ seen, endedKeyOf }: Pick<Watched, 'seen' | 'endedKeyOf'>): PlayedCheck {
  const { id } = UNDER_WAY;
  const acts = seen.mutations().filter((one) => meantBy(one) !== undefined && isWhole(seen, one));
  if (acts.length === 0) return undecided(id, 'the client closed no position and cancelled no order');
  const last = new Map<string, SeenRequest>();
  for (const one of acts) {
    const name = `${one.read.request} ${meantBy(one)}`;
    const earlier = last.get(name);
    last.set(name, one);
    if (earlier === undefined || keyOf(earlier) === keyOf(one)) continue;
    if (!isUnderWay(seen, earlier, one, endedKeyOf)) continue;
    const actual = `${one.method} ${one.target} under two keys, ${keyOf(one)} beside ${keyOf(earlier)}`;
    return { ...failure(id, 'one request for what is under way', actual, [one, earlier]), level: 'should' };
  }
  return verdictOf(id, 'pass', acts.slice(0, 1));
}

/** Whether it is about all that there is, as the client was told last. */
function isWhole(seen: Seen, act: SeenRequest): boolean {
  const volume = textAt(act.read.params, 'volume');
  if (volume === undefined) return true;
  const told = seen
    .events()
    .filter(({ seq }) => seq < act.seq)
    .flatMap(({ message }) =>
      message.kind === 'transaction_event' || message.kind === 'trading_state_snapshot'
        ? (message.view.positions ?? [])
        : [],
    )
    .findLast(({ id }) => id === meantBy(act));
  const [closed, open] = [volume, told?.volume].map((text) =>
    typeof text === 'string' ? readDecimal(text) : undefined,
  );
  return closed !== undefined && open !== undefined && equals(closed, open);
}

/** Whether the earlier one was taken, and nothing had told its end when the later one came. */
function isUnderWay(seen: Seen, earlier: SeenRequest, later: SeenRequest, endedKeyOf: EndedKey): boolean {
  const { answer } = earlier;
  if (answer?.delivered !== 'whole' || answer.status >= 300 || later.atNs - earlier.atNs > SOON_NS) return false;
  const isTold = seen
    .transactions()
    .some(({ seq, view }) => seq < later.seq && view.clientRequestId === keyOf(earlier));
  // Whoever begins with a snapshot that shows it has forgotten what was under way.
  const isShown = seen
    .since(earlier.seq)
    .events()
    .some(({ seq, message }) => seq < later.seq && message.kind === 'trading_state_snapshot');
  return (
    !isTold &&
    !isShown &&
    !seen
      .requests('operationStatus')
      .some((read) => (read.answer?.seq ?? later.seq) < later.seq && endedKeyOf(read.answer?.json) === keyOf(earlier))
  );
}

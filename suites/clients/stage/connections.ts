// Comings and goings of a client's event streams (interface 6.4): what it is subscribed to, how its streams end, whether it comes back.
// What is subscribed is known from inside the service, in whichever way and on however many connections the client has it.
import type { StreamEvent, View } from '../../../toolkit/intents/index.js';
import { Undecided } from './ends.js';
import { isCurrent } from './expect.js';
import { amongLater, currentFact, fact, firstRecord, type Grounds, saidSo, together } from './grounds.js';
import type { Judged, Stage } from './stage.js';

/** What the open events streams of the client's account bring it, taken together; by kind, the instruments where there is a list. */
export type Heard = ReadonlyMap<StreamEvent, ReadonlySet<string>>;

const NO_LIST: ReadonlySet<string> = new Set();

export function heard(stage: Stage): Heard {
  const all = stage
    .inside()
    .connections.filter(({ stream }) => stream === 'events')
    .map(({ subscriptions }) => subscriptions);
  const has = new Map<StreamEvent, ReadonlySet<string>>();
  if (all.some(({ transactions }) => transactions)) has.set('transactions', NO_LIST);
  if (all.some(({ accountState }) => accountState)) has.set('account_state', NO_LIST);
  const available = all.some(({ allInstruments }) => allInstruments) ? stage.instruments.map(({ name }) => name) : [];
  const instruments = new Set([...available, ...all.flatMap((one) => [...one.instruments])]);
  if (instruments.size > 0) has.set('instruments', instruments);
  const hmr = new Set(all.flatMap((one) => [...one.hmr]));
  if (hmr.size > 0) has.set('hmr', hmr);
  return has;
}

/** What of the one is missing in the other: kinds, and of those with a list the instruments that it lacks. */
export function lacking(had: Heard, has: Heard): Heard {
  const lost = new Map<StreamEvent, ReadonlySet<string>>();
  for (const [kind, names] of had) {
    const left = has.get(kind);
    const gone = new Set([...names].filter((name) => left?.has(name) !== true));
    if (left === undefined || gone.size > 0) lost.set(kind, gone);
  }
  return lost;
}

/** What the client is subscribed to, once these kinds are among it; undecided where they never are. */
export function subscribed(stage: Stage, ...kinds: readonly StreamEvent[]): Promise<Heard> {
  return stage.until(`a subscription to ${kinds.join(' and ')}`, () => {
    const has = heard(stage);
    return kinds.every((kind) => has.has(kind)) ? has : undefined;
  });
}

/** Cuts every stream of the account; until `meanwhile` is over no other opens, so that the client misses all of it. */
export async function cutOff(stage: Stage, meanwhile: () => Promise<unknown> = async () => undefined): Promise<number> {
  const unreachable = stage.arm({ on: 'handshake', lost: true, times: Number.POSITIVE_INFINITY });
  const since = stage.seen.now;
  await stage.control('stream.drop');
  await meanwhile();
  unreachable.disarm();
  return since;
}

const TIMES = 2;
/** A claim is about an ordinary day; on a busy one everything takes longer. */
const LEAST_MS = 10_000;
/** Pauses between attempts may grow, and the claim is about the first. */
const LEAST_AFTER_REFUSALS_MS = 15_000;

/** How long a return is waited for: twice what the client says of itself, and more where the service refuses attempts. */
function returnWithinMs(stage: Stage, refusals: number): number {
  const { reconnectWithinMs } = stage.client.claims;
  if (reconnectWithinMs === undefined) return stage.patienceMs;
  const leastMs = refusals > 0 ? LEAST_AFTER_REFUSALS_MS : LEAST_MS;
  return Math.max(leastMs, reconnectWithinMs * (TIMES + refusals));
}

/**
 * The client is subscribed again as it was. Whoever is not in the time that he claims, or calls himself current without having read a
 * snapshot, has not recovered; of whoever claims neither nothing is known.
 */
export async function expectReturn(
  stage: Stage,
  had: Heard,
  since: number,
  { refusals = 0, ...judged }: Judged & { readonly refusals?: number } = {},
): Promise<void> {
  const withinMs = returnWithinMs(stage, refusals);
  const back = await stage.eventually(() => lacking(had, heard(stage)).size === 0 || undefined, withinMs);
  const lost = lacking(had, heard(stage));
  const { claimed: current } = back === true ? { claimed: [] } : await currentWithout(stage, [...lost.keys()], since);
  const { reconnectWithinMs } = stage.client.claims;
  if (back !== true && reconnectWithinMs === undefined && current.length === 0) {
    throw new Undecided(
      `the client was not subscribed again within ${withinMs} ms, and does not say that it is current`,
      [],
      ['claim reconnectWithinMs'],
    );
  }
  const later = stage.seen.since(since);
  stage.expect.that(back === true, {
    ...judged,
    ...(back === true && { grounds: subscribedAgain(stage, had, since) }),
    timely: true,
    expected: `a new connection with everything subscribed again${reconnectWithinMs === undefined ? '' : `, within ${withinMs} ms where the client claims ${reconnectWithinMs}`}`,
    actual: [
      `${later.handshakes().length} handshakes, ${later.opened().length} of them accepted`,
      `not subscribed again: ${listed(lost)}`,
      ...(current.length > 0 ? [`yet the client calls itself current for ${current.join(', ')}`] : []),
    ].join('; '),
    evidence: [...later.commands(), ...later.handshakes()].reverse(),
  });
}

/** By its commands on streams since then. */
function subscribedAgain(stage: Stage, had: Heard, since: number): Grounds {
  const later = stage.seen.since(since);
  const asked = later.commands().filter(({ command }) => command.action === 'subscribe');
  if (![...had.keys()].every((kind) => asked.some(({ command }) => command.event === kind))) return {};
  const commands = [...had.keys()].map((kind) => [
    fact('/parsed/view/action', 'equals', 'subscribe'),
    fact('/parsed/view/event', 'equals', kind),
  ]);
  return amongLater(stage.seen, firstRecord(later), 'send', commands);
}

function listed(lost: Heard): string {
  const texts = [...lost].map(([kind, names]) => (names.size === 0 ? kind : `${kind} of ${[...names].join(', ')}`));
  return texts.join(', ') || 'nothing';
}

const LOOKS = 3;
const BETWEEN_MS = 200;

/** The kinds that the client calls current time and again although it hears nothing of them. */
export async function currentWithout(
  stage: Stage,
  kinds: readonly StreamEvent[],
  since: number,
): Promise<ClaimedCurrent> {
  if (!stage.has('view')) return { claimed: [], grounds: {} };
  let claimed = kinds;
  const denied: Grounds[] = [];
  for (let look = 0; look < LOOKS && claimed.length > 0; look += 1) {
    if (look > 0) await stage.eventually(() => undefined, BETWEEN_MS);
    const reply = await stage.tell('view', {});
    if (reply.kind !== 'result') return { claimed: [], grounds: {} };
    const { result } = reply;
    claimed = claimed.filter((kind) => {
      const isClaimed = isCurrent(result, kind);
      if (!isClaimed) denied.push(saidSo(result, currentFact(result, kind, false)));
      return isClaimed && !isReadInstead(stage, kind, since);
    });
  }
  // Where a read from a resource excuses it, no word of the client shows it.
  return { claimed, grounds: denied.length === kinds.length ? together(...denied) : {} };
}

interface ClaimedCurrent {
  readonly claimed: readonly StreamEvent[];
  /** The words by which it claims none. */
  readonly grounds: Grounds;
}

/** What no stream tells may be known from a resource. */
function isReadInstead(stage: Stage, kind: StreamEvent, since: number): boolean {
  if (kind === 'hmr') return false;
  const reads = stage.seen.since(since).requests(kind === 'instruments' ? 'conditions' : 'snapshot');
  return reads.some(({ answer }) => answer?.status === 200);
}

/** The service closes every stream of the account, as the situation has it. */
export async function hangUp(stage: Stage): Promise<number> {
  const since = stage.seen.now;
  await stage.control('account.restrict', { trade_mode: 'trading_disabled' });
  await stage.control('account.restrict', { trade_mode: 'normal' });
  return since;
}

/**
 * The client calls itself current again. One that never does, although it is subscribed, has broken its word where it claims a time; else
 * it has only said nothing.
 */
export async function expectCurrent(stage: Stage, kind: StreamEvent, judged: Judged = {}): Promise<void> {
  const { reconnectWithinMs } = stage.client.claims;
  const until = performance.now() + returnWithinMs(stage, 0);
  let view: View;
  let current = false;
  for (;;) {
    view = await stage.view();
    current = isCurrent(view, kind);
    if (current || performance.now() >= until) break;
    await stage.eventually(() => undefined, LOOK_MS);
  }
  if (!current && reconnectWithinMs === undefined) {
    throw new Undecided('the client never called itself current again', [], ['claim reconnectWithinMs']);
  }
  stage.expect.that(current, {
    ...judged,
    grounds: saidSo(view, currentFact(view, kind)),
    timely: true,
    expected: `a client that is current for ${kind} again, which claims ${reconnectWithinMs ?? 0} ms for its return`,
    actual: 'it never says so',
  });
}

const LOOK_MS = 25;

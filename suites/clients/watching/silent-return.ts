// A client that comes back and only waits (interface 6.4, rule 4): its new connection lives, answers pings, and is never asked for
// anything, while nothing else of the client is heard. Of one that goes on sending requests the checkers judge the same by those.
import type { ObservedHandshake } from '../../../toolkit/tap/index.js';
import type { PlayedCheck } from '../playing/play.js';
import type { Seen } from '../stage/seen.js';
import type { Judged, WatchedCheck } from './scene.js';
import { timelessWarning, undecided, verdictOf } from './verdicts.js';
import type { Watched } from './watched.js';

export const SILENT_RETURN: WatchedCheck = {
  id: 'reconnect.client-subscribes-again/watched-silent-return',
  title: 'asks a new connection for something, and does not wait on it for ever',
};

const LONG_NS = 30_000_000_000n;
/** Answered within that time: a machine that stands still answers none. */
const LEAST_PONGS = 30;

export function silentReturn({ seen }: Watched): Judged {
  const { id } = SILENT_RETURN;
  const asking = new Set(subscribing(seen).map(({ connection }) => connection));
  if (asking.size === 0) return undecided(id, 'the client subscribed nothing');
  const had = seen.opened().filter(({ connection, closed }) => asking.has(connection) && closed !== undefined);
  const returns = seen.opened().filter((one) => had.some(({ closed }) => closed !== undefined && closed.seq < one.seq));
  const [first] = returns;
  if (first === undefined) return undecided(id, 'the client did not come back');
  const silent = returns.find((one) => isSilent(one, seen, asking));
  return silent === undefined ? verdictOf(id, 'pass', [first]) : found(silent, seen);
}

function found(silent: ObservedHandshake, seen: Seen): PlayedCheck {
  const seconds = Math.round(Number(quietNs(silent, seen)) / 1e9);
  const actual = `none, and nothing at all for ${seconds} s in which it answered pings`;
  return timelessWarning(SILENT_RETURN.id, 'a subscription on the new connection', actual, [silent]);
}

/** Nothing is asked for while it lives, in the end nothing is heard but pongs, and no other connection tells what this one might. */
function isSilent(one: ObservedHandshake, seen: Seen, asking: ReadonlySet<number>): boolean {
  const { answered } = one;
  if (answered === undefined || answered.count < LEAST_PONGS || quietNs(one, seen) < LONG_NS) return false;
  if (subscribing(seen).some(({ seq }) => seq > one.seq && seq <= answered.last.seq)) return false;
  return !seen
    .opened()
    .some(
      ({ connection, seq, closed }) =>
        asking.has(connection) && seq < one.seq && (closed === undefined || closed.seq > one.seq),
    );
}

/** From the last request in its life until its last pong. */
function quietNs({ seq, atNs, answered }: ObservedHandshake, seen: Seen): bigint {
  if (answered === undefined) return 0n;
  const within = seen.all.filter((request) => request.seq > seq && request.seq <= answered.last.seq);
  return answered.last.atNs - (within.at(-1)?.atNs ?? atNs);
}

function subscribing(seen: Seen): readonly { readonly seq: number; readonly connection: number }[] {
  return seen.commands().filter(({ command }) => command.action === 'subscribe');
}

// One stream of a journal beside what a witness saw of it, in each direction.
import type { Stream } from './run-records.js';
import type { SeenConnection } from './seen.js';

export interface ComparedStream {
  /** Messages that both sides hold. */
  readonly same: number;
  /** Messages that only one side holds, since the stream ended meanwhile. */
  readonly underWay: number;
  /** In one sentence; undefined where there is none. */
  readonly difference?: string;
}

export function compareStream(stream: Stream, seen: SeenConnection | undefined): ComparedStream {
  if (seen === undefined) return { same: 0, underWay: 0, difference: 'no witness saw it opened' };
  const received = alike(stream.received, seen.from('target'));
  // What the target said can only be in the journal when it crossed the witness.
  if (received.odd !== undefined || received.onlyFirst > 0) {
    return { same: 0, underWay: 0, difference: notAsSeen(received, 'from') };
  }
  const told: ComparedStream = { same: received.same, underWay: received.onlySecond };
  if (stream.isRaw) return told;
  const sent = alike(stream.sent, seen.from('suite'));
  // What the suite sent last may have been lost on its way; nobody but the suite can have sent it.
  if (sent.odd !== undefined || sent.onlySecond > 0) return { ...told, difference: notAsSeen(sent, 'to') };
  return { same: told.same + sent.same, underWay: told.underWay + sent.onlyFirst };
}

interface Alike {
  readonly same: number;
  readonly odd?: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

function notAsSeen({ odd, same }: Alike, direction: 'from' | 'to'): string {
  return `message ${(odd ?? same) + 1} ${direction} the target is not what the witness saw`;
}

/** How two lists agree from the beginning on; `odd` is the first place at which both have an entry and they differ. */
function alike(first: readonly string[], second: readonly string[]): Alike {
  const shorter = Math.min(first.length, second.length);
  let same = 0;
  while (same < shorter && first[same] === second[same]) same += 1;
  return {
    same,
    ...(same < shorter && { odd: same }),
    onlyFirst: first.length - shorter,
    onlySecond: second.length - shorter,
  };
}

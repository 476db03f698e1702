// What may have become of one order or position: the operations that changed it, each somewhere between its request and the news of its
// end, in any order that explains what was seen. States of different entities do not depend on each other, so that the search for an
// order of concurrent operations is one over the few that touch the same entity (interface 1; 2.2; 6.1).
import { type Decimal, equals } from '../../decimal/index.js';

export type End = 'open' | 'gone' | 'unknown';

/** An operation on the entity that may have had an effect. */
export interface Attempt {
  /** The record of its request, or of the event of what others did. */
  readonly source: number;
  /** When its request left; minus infinity for what others did. */
  readonly calledNs: number;
  /** When its end was last told; undefined as long as it is not known. */
  seenNs: number | undefined;
  end: End;
  /** Volumes that its events showed afterwards; empty where they showed none. */
  readonly volumes: readonly Decimal[];
  /** Connections that told it. */
  readonly conns: readonly string[];
  readonly i: number;
}

export interface Possible {
  readonly mayBeThere: boolean;
  readonly mayBeAbsent: boolean;
  /** Undefined where any volume may be. */
  readonly volumes: readonly Decimal[] | undefined;
  /** Records of the operations after which the entity stands, and the earliest moment at which one of them was told. */
  readonly evidence: readonly number[];
  readonly sinceNs: number;
}

/** Nothing is known of it. */
const ANYTHING: Possible = { mayBeThere: true, mayBeAbsent: true, volumes: undefined, evidence: [], sinceNs: 0 };

/** What a reading may show that was asked for and answered at these times. Undefined as long as nothing created the entity before. */
export function possibleStates(attempts: readonly Attempt[], askedNs: number, answeredNs: number): Possible {
  const begun = attempts.filter(({ calledNs }) => calledNs < answeredNs);
  if (begun.some(({ seenNs }) => seenNs === undefined)) return ANYTHING;
  const before = begun.filter(({ seenNs }) => (seenNs ?? 0) < askedNs);
  // Whatever another one came after entirely is no longer the latest.
  const latest = before.filter((one) => !before.some(({ calledNs }) => calledNs > (one.seenNs ?? 0)));
  if (latest.length === 0) return ANYTHING;
  const shown = [...latest, ...begun.filter((one) => !before.includes(one))];
  if (shown.some(({ end }) => end === 'unknown')) return ANYTHING;
  return {
    mayBeThere: shown.some(({ end }) => end === 'open'),
    mayBeAbsent: shown.some(({ end }) => end === 'gone'),
    volumes: volumesOf(shown.filter(({ end }) => end === 'open')),
    evidence: latest.map(({ i }) => i),
    sinceNs: Math.min(...latest.map(({ seenNs }) => seenNs ?? 0)),
  };
}

function volumesOf(open: readonly Attempt[]): readonly Decimal[] | undefined {
  return open.some(({ volumes }) => volumes.length === 0) ? undefined : open.flatMap(({ volumes }) => volumes);
}

/** The attempt after one more event of its operation. */
export function told(
  attempt: Attempt,
  {
    seenNs,
    end,
    volume,
    conn,
  }: { readonly seenNs: number; readonly end: End; readonly volume: Decimal | undefined; readonly conn: string },
): Attempt {
  const { volumes, conns } = attempt;
  const isNew = volume !== undefined && !volumes.some((one) => equals(one, volume));
  return {
    ...attempt,
    seenNs: Math.max(seenNs, attempt.seenNs ?? seenNs),
    end: attempt.end === end ? end : 'unknown',
    volumes: isNew ? [...volumes, volume] : volumes,
    conns: conns.includes(conn) ? conns : [...conns, conn],
  };
}

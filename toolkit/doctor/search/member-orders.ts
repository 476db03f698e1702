// The orders in which programs write the members of one object: as they are, sorted in some way, as the tables of other languages keep
// them, and, of few members, every other (interface 5.2, `body_hash`; 5.3, rule 1).
import { type JsonMember, unquoted } from './json-tree.js';

/** `String.hashCode` of Java, whose maps go by it. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** The buckets of a HashMap of Java, from the first on; within one in the order of insertion. */
function inHashMap(members: readonly JsonMember[]): readonly JsonMember[] {
  let size = 16;
  while (members.length > size * 0.75) size *= 2;
  const bucket = ({ name }: JsonMember): number => {
    const hash = javaHash(unquoted(name));
    return (hash ^ (hash >>> 16)) & (size - 1);
  };
  return members.toSorted((a, b) => bucket(a) - bucket(b));
}

const by =
  (key: (name: string) => string) =>
  (members: readonly JsonMember[]): readonly JsonMember[] =>
    members.toSorted((a, b) => (key(unquoted(a.name)) < key(unquoted(b.name)) ? -1 : 1));

type Order = (members: readonly JsonMember[]) => readonly JsonMember[];

export const MEMBER_ORDERS: readonly (readonly [how: string, order: Order])[] = [
  ['sorted members', by((name) => name)],
  ['members in reverse', (members) => members.toReversed()],
  ['members as a HashMap of Java keeps them', inHashMap],
  ['members sorted without regard to case', by((name) => name.toLowerCase().replaceAll('_', ''))],
  ['members sorted from the last name on', (members) => by((name) => name)(members).toReversed()],
];

/** One member moved, two exchanged, or the end put first: what an edit makes of the order. */
export function* movedMembers(members: readonly JsonMember[]): Generator<readonly JsonMember[]> {
  for (const [from, one] of members.entries()) {
    const left = members.toSpliced(from, 1);
    for (let to = 0; to <= left.length; to += 1) if (to !== from) yield left.toSpliced(to, 0, one);
  }
  for (const [a, first] of members.entries()) {
    for (const [b, second] of members.entries()) if (a < b) yield members.with(a, second).with(b, first);
  }
  for (let at = 1; at < members.length; at += 1) yield [...members.slice(at), ...members.slice(0, at)];
}

/** More members have more orders than can be tried. */
const MOST_ORDERED = 8;

/** Every order of few members. */
export function* everyMemberOrder<One>(members: readonly One[]): Generator<readonly One[]> {
  if (members.length > MOST_ORDERED) return;
  if (members.length <= 1) {
    yield members;
    return;
  }
  for (const [at, one] of members.entries()) {
    for (const rest of everyMemberOrder(members.toSpliced(at, 1))) yield [one, ...rest];
  }
}

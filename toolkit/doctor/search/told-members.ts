// In which member a payload that was signed differs from that of SVC-DATA, in words (interface 5.3, rule 1).
import { fieldsOf } from './other-members.js';

/** More than these are told by the bytes alone. */
const MOST_TOLD = 2;
const LONGEST = 60;

/** `the payload without body_hash`; undefined where the two are no objects, or differ in no member, in many, or in names. */
export function memberDifference(payload: string, signed: string): string | undefined {
  const [held, used] = [fieldsOf(payload), fieldsOf(signed)];
  if (held === undefined || used === undefined) return undefined;
  const gone = Object.keys(held).filter((name) => !Object.hasOwn(used, name));
  const more = Object.keys(used).filter((name) => !Object.hasOwn(held, name));
  if (gone.length > 0 && more.length > 0) return undefined;
  const changed = Object.keys(held).filter(
    (name) => Object.hasOwn(used, name) && JSON.stringify(held[name]) !== JSON.stringify(used[name]),
  );
  const all = [
    ...(gone.length > 0 ? [`without ${gone.join(', ')}`] : []),
    ...(more.length > 0 ? [`with ${more.join(', ')} besides`] : []),
    ...changed.map((name) => `with ${name} ${shown(used[name])}, which is ${shown(held[name])} in SVC-DATA`),
  ];
  return all.length === 0 || changed.length > MOST_TOLD ? undefined : `the payload ${all.join(', and ')}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

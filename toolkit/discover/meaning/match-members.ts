// Which place of a shape holds which member: names, kinds and words are weighed, each place is given once, the surest first.
import type { JsonPrimitive } from '../../payload/json.js';
import type { Confidence } from '../proposals/proposal.js';
import { isLeaf, type Place, placesIn, type Shape } from '../shape/shape.js';
import { namesAlong, plain } from './names.js';
import type { Sense, Sort } from './synonyms.js';
import { meaningsOf } from './words.js';

export interface Match {
  readonly steps: readonly string[];
  readonly shape: Shape;
  readonly confidence: Confidence;
}

/** Values that are known to be those of members, such as the price of the order that was just placed. */
export type KnownValues = Readonly<Record<string, JsonPrimitive | undefined>>;

const LEAST = 30;
const SURE = 85;
const LIKELY = 55;

export function matchMembers(
  shape: Shape,
  senses: Readonly<Record<string, Sense>>,
  known: KnownValues = {},
): ReadonlyMap<string, Match> {
  const places = placesIn(shape).filter((place) => isLeaf(place.shape) && place.steps.length > 0);
  const scored = Object.entries(senses).flatMap(([member, sense]) =>
    places.map((place) => ({ member, place, score: scoreOf(member, sense, place, known[member]) })),
  );
  scored.sort((one, other) => other.score - one.score);
  const found = new Map<string, Match>();
  const taken = new Set<Place>();
  for (const { member, place, score } of scored) {
    if (score < LEAST) break;
    if (found.has(member) || taken.has(place)) continue;
    taken.add(place);
    const confidence = score >= SURE ? 'sure' : score >= LIKELY ? 'likely' : 'guess';
    found.set(member, { steps: place.steps, shape: place.shape, confidence });
  }
  return found;
}

function scoreOf(member: string, sense: Sense, { steps, shape }: Place, known: JsonPrimitive | undefined): number {
  const last = steps.at(-1) ?? '';
  if (sense.stated !== undefined) return last === sense.stated ? 200 - steps.length : 0;
  if (!fits(sense.sort, shape)) return 0;
  const isSame = known !== undefined && shape.words.some((word) => isSameValue(word, known));
  // A place that shows something else than what is known to be there is another member's.
  if (known !== undefined && !isSame && shape.words.length > 0 && !shape.isClosed) return 0;
  return nameScore(member, sense, steps, shape) + wordScore(sense, shape) + (isSame ? 60 : 0);
}

function nameScore(member: string, sense: Sense, steps: readonly string[], shape: Shape): number {
  const along = namesAlong(steps);
  const ranks = [plain(member), ...sense.names];
  const best = Math.min(...along.flatMap((name) => rankOf(ranks, name)), Number.POSITIVE_INFINITY);
  const byName = best === Number.POSITIVE_INFINITY ? partial(ranks, along[0] ?? '') : Math.max(95 - 3 * best, 45);
  const byTitle = shape.names.some((name) => ranks.slice(0, 4).includes(plain(name))) ? 60 : 0;
  return Math.max(byName, byTitle) - steps.length;
}

function rankOf(ranks: readonly string[], name: string): readonly number[] {
  const rank = ranks.indexOf(name);
  return rank === -1 ? [] : [rank];
}

/** A name that holds a synonym of some length: `closeReasonText` holds `reason`. */
function partial(ranks: readonly string[], name: string): number {
  return ranks.some((rank) => rank.length >= 5 && name.includes(rank)) ? 32 : 0;
}

function wordScore(sense: Sense, shape: Shape): number {
  if (sense.words === undefined || shape.words.length === 0) return 0;
  const found = meaningsOf(sense.words, shape.words);
  const told = found === undefined ? 0 : Object.keys(found.words).length - found.leftOver.length;
  // A single number or truth fits any vocabulary that has one.
  if (told < 2 && shape.words.every((word) => typeof word !== 'string')) return 0;
  const share = told / shape.words.length;
  // Words of another vocabulary speak against the member where they are all that there may be.
  return share === 0 ? (shape.isClosed ? -60 : 0) : Math.round(70 * share) + 10 * Math.min(told, 5);
}

function fits(sort: Sort, { kinds, words, isWhole, isDateTime }: Shape): boolean {
  const has = (kind: 'string' | 'number' | 'boolean'): boolean => kinds.has(kind);
  if (kinds.size === 0) return true;
  const texts = words.filter((word) => typeof word === 'string');
  switch (sort) {
    case 'id':
      return (has('string') || (has('number') && isWhole)) && !isDateTime;
    case 'decimal':
      return (has('number') || (has('string') && texts.every((word) => /^[+-]?\d*\.?\d+$/.test(word)))) && !isDateTime;
    case 'number':
      return has('number') || (has('string') && texts.every((word) => /^\d*\.?\d+$/.test(word)));
    case 'count':
      return (has('number') && isWhole) || (has('string') && texts.every((word) => /^\d+$/.test(word)) && !isDateTime);
    case 'word':
      return has('string') || has('boolean') || (has('number') && isWhole);
    case 'time':
      return isDateTime || (has('number') && isWhole && words.length === 0) || (has('string') && words.length === 0);
    case 'text':
      return has('string') && !isDateTime;
    case 'name':
      return has('string') && !isDateTime && texts.every((word) => !/^[+-]?\d+\.\d+$/.test(word));
    case 'flag':
      return has('boolean');
  }
}

/** Decimals are the same with other zeros behind; numbers and texts of the same digits are the same. */
function isSameValue(one: JsonPrimitive, other: JsonPrimitive): boolean {
  if (one === null || other === null) return false;
  const [a, b] = [String(one), String(other)];
  return a === b || (/^[+-]?\d*\.?\d+$/.test(a) && /^[+-]?\d*\.?\d+$/.test(b) && Number(a) === Number(b));
}

// What is known of a JSON value: which kinds it may be, its members, its words. A schema of a description and values that were
// seen become the same thing, so that one search finds the meaning of members in both.
import type { JsonPrimitive } from '../../payload/json.js';
import { formatPointer } from '../../profile/dialect/reading/pointer.js';

export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';

export interface Shape {
  readonly kinds: ReadonlySet<Kind>;
  readonly members: ReadonlyMap<string, Shape>;
  /** Members that are always there. */
  readonly required: ReadonlySet<string>;
  /** Items of a list. */
  readonly items: Shape | undefined;
  /** Values of an object that is a map by name. */
  readonly values: Shape | undefined;
  /** Words of an enumeration, or values that were seen; never more than `MOST_WORDS`. */
  readonly words: readonly JsonPrimitive[];
  /** Whether `words` are all that there may be. */
  readonly isClosed: boolean;
  /** Whether every number is whole; true of a shape without numbers. */
  readonly isWhole: boolean;
  readonly isDateTime: boolean;
  /** Names that a description gives to the value: of components, titles. */
  readonly names: readonly string[];
  /** Where it was described or seen. */
  readonly from: string;
}

export const MOST_WORDS = 40;

export function blank(from: string): Shape {
  return {
    kinds: new Set(),
    members: new Map(),
    required: new Set(),
    items: undefined,
    values: undefined,
    words: [],
    isClosed: false,
    isWhole: true,
    isDateTime: false,
    names: [],
    from,
  };
}

/** What holds of a value that is one or the other. */
export function either(one: Shape, other: Shape): Shape {
  const hasObject = (shape: Shape): boolean => shape.kinds.has('object');
  const required = !hasObject(one)
    ? other.required
    : !hasObject(other)
      ? one.required
      : new Set([...one.required].filter((name) => other.required.has(name)));
  return { ...joined(one, other), required };
}

/** What holds of a value that is both, as in `allOf`. */
export function both(one: Shape, other: Shape): Shape {
  return {
    ...joined(one, other),
    required: new Set([...one.required, ...other.required]),
    isClosed: one.isClosed || other.isClosed,
  };
}

function joined(one: Shape, other: Shape): Shape {
  const members = new Map(one.members);
  for (const [name, shape] of other.members) {
    const known = members.get(name);
    members.set(name, known === undefined ? shape : either(known, shape));
  }
  return {
    kinds: new Set([...one.kinds, ...other.kinds]),
    members,
    required: new Set(),
    items: oneOf(one.items, other.items),
    values: oneOf(one.values, other.values),
    words: [...new Set([...one.words, ...other.words])].slice(0, MOST_WORDS),
    isClosed: isEmpty(one) ? other.isClosed : isEmpty(other) ? one.isClosed : one.isClosed && other.isClosed,
    isWhole: one.isWhole && other.isWhole,
    isDateTime: one.isDateTime || other.isDateTime,
    names: [...new Set([...one.names, ...other.names])],
    from: one.from === '' ? other.from : one.from,
  };
}

function oneOf(one: Shape | undefined, other: Shape | undefined): Shape | undefined {
  return one === undefined || other === undefined ? (one ?? other) : either(one, other);
}

/** Only null, or nothing at all: it says nothing about words. */
function isEmpty({ kinds }: Shape): boolean {
  return kinds.size === 0 || (kinds.size === 1 && kinds.has('null'));
}

export function eitherOf(shapes: readonly Shape[]): Shape | undefined {
  const [first, ...rest] = shapes;
  return first === undefined ? undefined : rest.reduce(either, first);
}

/** A value inside another, with the steps that lead to it. */
export interface Place {
  readonly steps: readonly string[];
  readonly shape: Shape;
  /** Whether it is always there. */
  readonly isAlways: boolean;
}

const DEEPEST = 6;

/** Every value that members lead to, itself first; what lies in lists and maps is not looked into. */
export function placesIn(shape: Shape, steps: readonly string[] = [], isAlways: boolean = true): readonly Place[] {
  const here = { steps, shape, isAlways };
  if (steps.length >= DEEPEST) return [here];
  const inner = [...shape.members].flatMap(([name, member]) =>
    placesIn(member, [...steps, name], isAlways && shape.required.has(name)),
  );
  return [here, ...inner];
}

/** The same, and the first item of each list on the way. */
export function placesThroughLists(shape: Shape): readonly Place[] {
  return placesIn(shape).flatMap((place) => {
    const { items } = place.shape;
    if (items === undefined || place.steps.length >= DEEPEST) return [place];
    const inner = placesIn(items, [...place.steps, FIRST], false);
    return [place, ...inner];
  });
}

const FIRST = '0';

export function placeAt(shape: Shape | undefined, steps: readonly string[]): Shape | undefined {
  let at = shape;
  for (const step of steps) at = at?.members.get(step) ?? (step === FIRST ? at?.items : undefined);
  return at;
}

export function isLeaf({ kinds }: Shape): boolean {
  return !kinds.has('object') && !kinds.has('array');
}

export function pointerOf(steps: readonly string[]): string {
  return formatPointer(steps);
}

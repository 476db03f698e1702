// Rows in which the levels of any two factors (or one, or three: the strength) come together at least once, made greedily: each row
// takes the levels that cover most of what is left. Deterministic by its random numbers.
// Packages that make these exist: the one that is kept up leaves pairs out as soon as some levels cannot stand together.

export interface Factors {
  /** How many levels each factor has, at least one. */
  readonly levels: readonly number[];
  /** Whether two levels can stand in one row; all can when left out. */
  readonly together?: (one: Level, other: Level) => boolean;
}

export interface Level {
  readonly factor: number;
  readonly level: number;
}

/** A number below its bound. */
export type Draw = (bound: number) => number;

/** Of how many factors the levels come together. */
export type Strength = 1 | 2 | 3;

/** Draws for one row; the best of them is taken. */
const CANDIDATES = 12;

/**
 * Each row holds the level of each factor. What only three levels together rule out is left out.
 * @throws RangeError when no row is possible at all.
 */
export function coveringArray(factors: Factors, draw: Draw, strength: Strength = 2): readonly (readonly number[])[] {
  const space = new Space(factors);
  const missing = new Missing(space, strength);
  const rows: (readonly number[])[] = [];
  while (missing.left > 0) {
    let best: { readonly row: readonly number[]; readonly gain: number } | undefined;
    for (let candidate = 0; candidate < CANDIDATES && missing.left > 0; candidate += 1) {
      // What is still missing comes first, so that every row makes progress.
      const begun = missing.drawn(draw);
      const row = filled({ space, missing, draw }, begun, space.factorsBeside(begun, draw));
      const gain = row === undefined ? 0 : missing.among(row);
      if (row === undefined) missing.drop(begun);
      else if (best === undefined || gain > best.gain) best = { row, gain };
    }
    if (best === undefined) continue;
    missing.drop(best.row);
    rows.push(space.levelsOf(best.row));
  }
  if (rows.length === 0 && factors.levels.length > 0) {
    throw new RangeError('factors: expected levels that can stand together, got none of every factor');
  }
  return rows;
}

interface Search {
  readonly space: Space;
  readonly missing: Missing;
  readonly draw: Draw;
}

/** A whole row around points that stand together already; undefined where there is none. */
function filled(
  search: Search,
  chosen: readonly number[],
  [factor, ...open]: readonly number[],
): readonly number[] | undefined {
  if (factor === undefined) return chosen;
  const { space, missing, draw } = search;
  const possible = shuffled(space.pointsOf(factor), draw)
    .filter((point) => chosen.every((other) => space.standTogether(point, other)))
    .map((point) => ({ point, gain: missing.with(point, chosen) }))
    .sort((one, other) => other.gain - one.gain);
  for (const { point } of possible) {
    const row = filled(search, [...chosen, point], open);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Levels of all factors as points, numbered one after the other. */
class Space {
  readonly points: readonly Level[];
  /** By factor. */
  readonly #pointsOf: readonly (readonly number[])[];
  readonly #levels: readonly number[];
  readonly #together: readonly (readonly boolean[])[];

  constructor({ levels, together = () => true }: Factors) {
    this.#levels = levels;
    this.points = levels.flatMap((count, factor) => Array.from({ length: count }, (_, level) => ({ factor, level })));
    this.#pointsOf = levels.map((_, factor) =>
      this.points.flatMap((point, number) => (point.factor === factor ? [number] : [])),
    );
    this.#together = this.points.map((one) =>
      this.points.map((other) => one.factor !== other.factor && together(one, other)),
    );
  }

  get factors(): number {
    return this.#levels.length;
  }

  standTogether(one: number, other: number): boolean {
    return this.#together[one]?.[other] === true;
  }

  pointsOf(factor: number): readonly number[] {
    return this.#pointsOf[factor] ?? [];
  }

  /** The factors that have no point among these. */
  factorsBeside(points: readonly number[], draw: Draw): readonly number[] {
    const taken = new Set(points.map((point) => this.points[point]?.factor));
    const all = this.#levels.map((_, factor) => factor).filter((factor) => !taken.has(factor));
    return shuffled(all, draw);
  }

  levelsOf(row: readonly number[]): readonly number[] {
    return [...row].sort((one, other) => one - other).map((point) => this.points[point]?.level ?? 0);
  }
}

/** The combinations of points that no row holds yet. */
class Missing {
  readonly #space: Space;
  readonly #strength: number;
  readonly #keys = new Set<number>();
  /** The same of pairs, a byte for each: asked for most, and several times as fast as a set. */
  readonly #pairs: Uint8Array;

  constructor(space: Space, strength: Strength) {
    this.#space = space;
    this.#strength = Math.min(strength, space.factors);
    if (space.factors > 0) this.#begin([], 0);
    this.#pairs = new Uint8Array(this.#strength === 2 ? space.points.length ** 2 : 0);
    if (this.#strength === 2) for (const key of this.#keys) this.#pairs[key] = 1;
  }

  #begin(tuple: readonly number[], from: number): void {
    if (tuple.length === this.#strength) return void this.#keys.add(this.#key(tuple));
    for (let point = from; point < this.#space.points.length; point += 1) {
      if (tuple.every((other) => this.#space.standTogether(other, point))) this.#begin([...tuple, point], point + 1);
    }
  }

  get left(): number {
    return this.#keys.size;
  }

  drawn(draw: Draw): readonly number[] {
    let skip = draw(this.left);
    for (const key of this.#keys) {
      if (skip === 0) return this.#tuple(key);
      skip -= 1;
    }
    return [];
  }

  /** How many the point makes with some of the others. */
  with(point: number, others: readonly number[]): number {
    if (this.#strength === 1) return Number(this.#keys.has(point));
    let count = 0;
    if (this.#strength === 2) {
      for (const one of others) count += this.#pairs[this.#keyOfTwo(one, point)] ?? 0;
      return count;
    }
    for (const [at, one] of others.entries()) {
      for (const other of others.slice(at + 1)) count += Number(this.#keys.has(this.#key([one, other, point])));
    }
    return count;
  }

  among(row: readonly number[]): number {
    return row.reduce((sum, point, at) => sum + this.with(point, row.slice(0, at)), 0);
  }

  drop(points: readonly number[]): void {
    const each = (tuple: readonly number[], from: number): void => {
      if (tuple.length === this.#strength) {
        this.#drop(this.#key(tuple));
        return;
      }
      for (let at = from; at < points.length; at += 1) each([...tuple, points[at] ?? 0], at + 1);
    };
    each([], 0);
  }

  #drop(key: number): void {
    this.#keys.delete(key);
    if (this.#strength === 2) this.#pairs[key] = 0;
  }

  #key(tuple: readonly number[]): number {
    const { length } = this.#space.points;
    const [one = 0, other = 0, third = 0] = tuple;
    if (tuple.length === 1) return one;
    if (tuple.length === 2) return this.#keyOfTwo(one, other);
    const least = Math.min(one, other, third);
    const most = Math.max(one, other, third);
    return (least * length + (one + other + third - least - most)) * length + most;
  }

  #keyOfTwo(one: number, other: number): number {
    const { length } = this.#space.points;
    return one < other ? one * length + other : other * length + one;
  }

  #tuple(key: number): readonly number[] {
    const { length } = this.#space.points;
    if (this.#strength === 1) return [key];
    if (this.#strength === 2) return [Math.floor(key / length), key % length];
    return [Math.floor(key / length / length), Math.floor(key / length) % length, key % length];
  }
}

function shuffled<One>(values: readonly One[], draw: Draw): readonly One[] {
  const order = [...values];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = draw(at + 1);
    const [one, two] = [order[at], order[other]];
    if (one !== undefined && two !== undefined) [order[at], order[other]] = [two, one];
  }
  return order;
}

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
  const tuples = new Tuples(factors, strength);
  const rows: (readonly number[])[] = [];
  while (tuples.left > 0) {
    const begun = Array.from({ length: CANDIDATES }, () => tuples.drawn(draw));
    const candidates = begun.flatMap((chosen) => {
      const row = completed(factors, chosen, tuples, draw);
      if (row === undefined) tuples.cover(chosen);
      return row === undefined ? [] : [row];
    });
    const [first, ...others] = candidates;
    if (first === undefined) continue;
    const best = others.reduce((one, other) => (tuples.missingIn(other) > tuples.missingIn(one) ? other : one), first);
    tuples.cover(best);
    rows.push(best.map(({ level }) => level));
  }
  if (rows.length === 0 && factors.levels.length > 0) {
    throw new RangeError('factors: expected levels that can stand together, got none of every factor');
  }
  return rows;
}

/** A whole row around levels that stand together already; undefined where there is none. */
function completed(
  factors: Factors,
  chosen: readonly Level[],
  tuples: Tuples,
  draw: Draw,
): readonly Level[] | undefined {
  const open = shuffled(factors.levels.length, draw).filter((factor) => chosen.every((one) => one.factor !== factor));
  const row = filled(factors, chosen, open, tuples, draw);
  return row && [...row].sort((one, other) => one.factor - other.factor);
}

function filled(
  factors: Factors,
  chosen: readonly Level[],
  [factor, ...open]: readonly number[],
  tuples: Tuples,
  draw: Draw,
): readonly Level[] | undefined {
  if (factor === undefined) return chosen;
  const { levels, together = () => true } = factors;
  const possible = shuffled(levels[factor] ?? 0, draw)
    .map((level) => ({ factor, level }))
    .filter((one) => chosen.every((other) => together(one, other)))
    .map((one) => ({ one, gain: tuples.missingWith(one, chosen) }))
    .sort((a, b) => b.gain - a.gain);
  for (const { one } of possible) {
    const row = filled(factors, [...chosen, one], open, tuples, draw);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** The combinations of levels that no row holds yet. */
class Tuples {
  readonly #missing = new Map<number, readonly Level[]>();
  readonly #strength: number;
  /** Where the levels of each factor begin in a numbering of all. */
  readonly #offsets: readonly number[];
  readonly #count: number;

  constructor({ levels, together = () => true }: Factors, strength: Strength) {
    this.#strength = Math.min(strength, levels.length);
    this.#offsets = levels.map((_, factor) => levels.slice(0, factor).reduce((sum, count) => sum + count, 0));
    this.#count = levels.reduce((sum, count) => sum + count, 1);
    const add = (tuple: readonly Level[], from: number): void => {
      if (tuple.length === this.#strength) {
        this.#missing.set(this.#key(tuple), tuple);
        return;
      }
      for (let factor = from; factor < levels.length; factor += 1) {
        for (let level = 0; level < (levels[factor] ?? 0); level += 1) {
          const one = { factor, level };
          if (tuple.every((other) => together(other, one))) add([...tuple, one], factor + 1);
        }
      }
    };
    if (levels.length > 0) add([], 0);
  }

  get left(): number {
    return this.#missing.size;
  }

  drawn(draw: Draw): readonly Level[] {
    return this.left === 0 ? [] : ([...this.#missing.values()][draw(this.left)] ?? []);
  }

  /** Those that the level makes with some of the others. */
  missingWith(one: Level, others: readonly Level[]): number {
    return choose(others, this.#strength - 1).filter((rest) => this.#missing.has(this.#key([one, ...rest]))).length;
  }

  missingIn(row: readonly Level[]): number {
    return choose(row, this.#strength).filter((tuple) => this.#missing.has(this.#key(tuple))).length;
  }

  cover(row: readonly Level[]): void {
    for (const tuple of choose(row, this.#strength)) this.#missing.delete(this.#key(tuple));
  }

  #key(tuple: readonly Level[]): number {
    return tuple
      .map(({ factor, level }) => (this.#offsets[factor] ?? 0) + level + 1)
      .sort((one, other) => one - other)
      .reduce((key, index) => key * this.#count + index, 0);
  }
}

/** All choices of so many. */
function choose<One>(of: readonly One[], count: number): readonly (readonly One[])[] {
  if (count === 0) return [[]];
  return of.flatMap((one, at) => choose(of.slice(at + 1), count - 1).map((rest) => [one, ...rest]));
}

function shuffled(count: number, draw: Draw): readonly number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = draw(at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}

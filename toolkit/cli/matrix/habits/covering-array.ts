// Rows in which every pair of levels of any two factors comes together at least once (a covering array of strength two), made
// greedily: each row takes the levels that cover most of what is left. Deterministic by its random numbers.
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

/** Draws for one row; the best of them is taken. */
const CANDIDATES = 12;

/**
 * Each row holds the level of each factor.
 * @throws RangeError when what can stand together leaves a factor without a level.
 */
export function coveringArray(factors: Factors, draw: Draw): readonly (readonly number[])[] {
  const pairs = new Pairs(factors);
  const rows: (readonly number[])[] = [];
  while (pairs.left > 0) {
    const candidates = Array.from({ length: CANDIDATES }, () => candidate(factors, pairs, draw));
    const best = candidates.reduce((one, other) => (pairs.missingIn(other) > pairs.missingIn(one) ? other : one));
    pairs.cover(best);
    rows.push(best.map(({ level }) => level));
  }
  return rows;
}

function candidate({ levels, together = () => true }: Factors, pairs: Pairs, draw: Draw): readonly Level[] {
  // A pair that is still missing comes first, so that every row makes progress.
  const chosen = [...pairs.drawn(draw)];
  for (const factor of shuffled(levels.length, draw)) {
    if (chosen.some((other) => other.factor === factor)) continue;
    const possible = shuffled(levels[factor] ?? 0, draw)
      .map((level) => ({ factor, level }))
      .filter((one) => chosen.every((other) => together(one, other)));
    const [first] = possible;
    if (first === undefined) throw new RangeError(`factor ${factor}: expected a level that can stand with the others`);
    const gain = possible.map((one) => pairs.missingWith(one, chosen));
    chosen.push(possible[gain.indexOf(Math.max(...gain))] ?? first);
  }
  return chosen.sort((one, other) => one.factor - other.factor);
}

/** The pairs that no row holds yet. */
class Pairs {
  readonly #missing = new Map<number, readonly [Level, Level]>();
  /** Where the levels of each factor begin in a numbering of all. */
  readonly #offsets: readonly number[];
  readonly #count: number;

  constructor({ levels, together = () => true }: Factors) {
    this.#offsets = levels.map((_, factor) => levels.slice(0, factor).reduce((sum, count) => sum + count, 0));
    this.#count = levels.reduce((sum, count) => sum + count, 0);
    const all = levels.flatMap((count, factor) => Array.from({ length: count }, (_, level) => ({ factor, level })));
    for (const one of all) {
      for (const other of all) {
        if (one.factor < other.factor && together(one, other)) this.#missing.set(this.#key(one, other), [one, other]);
      }
    }
  }

  get left(): number {
    return this.#missing.size;
  }

  drawn(draw: Draw): readonly Level[] {
    return [...this.#missing.values()][draw(this.#missing.size)] ?? [];
  }

  missingWith(one: Level, others: readonly Level[]): number {
    return others.filter((other) => this.#missing.has(this.#key(one, other))).length;
  }

  missingIn(row: readonly Level[]): number {
    return row.reduce((sum, one, index) => sum + this.missingWith(one, row.slice(index + 1)), 0);
  }

  cover(row: readonly Level[]): void {
    for (const [index, one] of row.entries()) {
      for (const other of row.slice(index + 1)) this.#missing.delete(this.#key(one, other));
    }
  }

  #key(one: Level, other: Level): number {
    const [first, second] = one.factor < other.factor ? [one, other] : [other, one];
    return this.#index(first) * this.#count + this.#index(second);
  }

  #index({ factor, level }: Level): number {
    return (this.#offsets[factor] ?? 0) + level;
  }
}

function shuffled(count: number, draw: Draw): readonly number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = draw(at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}

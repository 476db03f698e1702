// Which trial of a matrix of lapses is worth its time now: one of a lapse that no check has found yet, or of a check that has found none. A
// pair whose both sides are proven says nothing new; while one of a lapse (or a check) is under way, its end is waited for, and honest
// clients are tried meanwhile.
import type { Lapse } from '../../../client/index.js';
import type { Trial, Tried } from './trial.js';
import type { TrialSource } from './trial-threads.js';

export class Proofs implements TrialSource {
  /** In the order in which they ended. */
  readonly tried: (Trial & Tried)[] = [];
  readonly #lapses = new Map<string, Side>();
  readonly #checks = new Map<string, Side>();
  readonly #sparing: Trial[];
  readonly #taken = new Set<Trial>();
  readonly #violated: ReadonlyMap<string, readonly string[]>;

  /**
   * @param proving of each lapse the checks that judge what it breaks, closest first
   * @param sparing those of honest clients: all are played
   * @param checks which of them are to find a lapse
   */
  constructor(
    proving: readonly Trial[],
    sparing: readonly Trial[],
    lapses: readonly Pick<Lapse, 'id' | 'violates'>[],
    checks: readonly string[],
  ) {
    this.#violated = new Map(lapses.map(({ id, violates }) => [id, violates]));
    // Taken from the end.
    this.#sparing = [...sparing].reverse();
    for (const { id } of lapses) this.#lapses.set(id, newSide());
    for (const id of checks) this.#checks.set(id, newSide());
    for (const trial of proving) for (const side of this.#sidesOf(trial)) side.trials.push(trial);
  }

  /** So many lapses, checks and honest trials are open: at least so many trials are to come. */
  get left(): number {
    const open = [...this.#lapses.values()].filter(({ isProven }) => !isProven).length;
    return this.#sparing.length + open;
  }

  next(): Trial | undefined {
    return this.#proving(this.#lapses) ?? this.#proving(this.#checks) ?? this.#sparing.pop();
  }

  ended(trial: Trial, tried: Tried): void {
    this.tried.push({ ...trial, ...tried });
    if (trial.isHonest) return;
    for (const side of this.#sidesOf(trial)) side.underWay -= 1;
    if (tried.verdict !== 'fail') return;
    const check = this.#checks.get(trial.check);
    if (check !== undefined) check.isProven = true;
    const lapse = this.#lapses.get(trial.client);
    const isRight = tried.requirement !== undefined && this.#violated.get(trial.client)?.includes(tried.requirement);
    if (lapse !== undefined && isRight === true) lapse.isProven = true;
  }

  /** What was tried of lapses and checks that stayed unproven, and did not fail. */
  unproven(): readonly Trial[] {
    return this.tried.filter(
      (one) => !one.isHonest && one.verdict !== 'fail' && this.#sidesOf(one).some(({ isProven }) => !isProven),
    );
  }

  #proving(sides: ReadonlyMap<string, Side>): Trial | undefined {
    for (const side of sides.values()) {
      const trial = side.isProven || side.underWay > 0 ? undefined : this.#take(side);
      if (trial === undefined) continue;
      for (const one of this.#sidesOf(trial)) one.underWay += 1;
      return trial;
    }
    return undefined;
  }

  /** The next of a side that was not taken for the other side before. */
  #take(side: Side): Trial | undefined {
    for (let trial = side.trials.shift(); trial !== undefined; trial = side.trials.shift()) {
      if (this.#taken.has(trial)) continue;
      this.#taken.add(trial);
      return trial;
    }
    return undefined;
  }

  #sidesOf({ client, check }: Trial): readonly Side[] {
    return [this.#lapses.get(client), this.#checks.get(check)].filter((side) => side !== undefined);
  }
}

/** A lapse, or a check. */
interface Side {
  /** Those that may prove it and were not looked at yet. */
  readonly trials: Trial[];
  isProven: boolean;
  underWay: number;
}

const newSide = (): Side => ({ trials: [], isProven: false, underWay: 0 });

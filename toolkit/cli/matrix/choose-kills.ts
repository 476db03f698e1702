// Which of the kills that a matrix saw are worth keeping for the next one (`known-kills.ts`): a fault for each check and a check for each
// fault. Pure.
import { grouped } from '../../base/grouped.js';
import type { Kill, TriedFault } from './kill-table.js';
import { type KnownPairs, pairName } from './known-kills.js';

/** What a stage did not prove: faults that live, checks that killed nothing. */
export interface Open {
  readonly faults: ReadonlySet<string>;
  readonly checks: ReadonlySet<string>;
}

/**
 * Of what a matrix saw: a killed fault for each check, as many faults as can be, and a right check for each fault. A check that names what
 * the fault violates is preferred: others kill by what else happened to be there.
 */
export function chooseKills(tried: readonly TriedFault[], outcomes: readonly Kill[]): KnownPairs {
  const pairs = killsOf(tried, outcomes);
  const chosen = new Map<string, string[]>();
  const give = ({ fault, check }: Pair): void => {
    chosen.set(fault, [...(chosen.get(fault) ?? []), check]);
  };
  const killers = grouped(pairs, ({ fault }) => fault);
  const killersOf = ({ fault }: Pair): number => killers.get(fault)?.length ?? 0;
  const byCheck = [...grouped(pairs, ({ check }) => check).values()];
  // Those with the least choice choose first, and faults with few killers are chosen first.
  for (const choices of byCheck.toSorted((a, b) => a.length - b.length)) {
    const sound = rightOnes(choices);
    const free = sound.filter(({ fault }) => !chosen.has(fault));
    const [pair] = (free.length > 0 ? free : sound).toSorted((a, b) => killersOf(a) - killersOf(b));
    if (pair !== undefined) give(pair);
  }
  for (const [fault, ofFault] of killers) {
    const right = ofFault.filter(({ isRight }) => isRight);
    if (right.some(({ check }) => chosen.get(fault)?.includes(check))) continue;
    const [pair] = right;
    if (pair !== undefined) give(pair);
  }
  return { byFault: chosen, filledBy: fillingOf(chosen, pairs, new Map()) };
}

/** What did not kill a second time may not kill a third time: so many others are tried beside it from then on. */
const SPARE = 3;

/**
 * The pairs of an earlier matrix, better known by a run that tried them: what they left open gets further ones, of what else it saw, and
 * those that killed nothing, or prove what others prove as surely, are left out.
 */
export function refineKills(
  { byFault, filledBy }: KnownPairs,
  tried: readonly TriedFault[],
  outcomes: readonly Kill[],
  open: Open,
): KnownPairs {
  const pairs = killsOf(tried, outcomes);
  const further = [
    ...[...grouped(pairs, ({ fault }) => fault)].flatMap(([fault, ofFault]) =>
      open.faults.has(fault) ? rightOnes(ofFault).slice(0, SPARE) : [],
    ),
    ...[...grouped(pairs, ({ check }) => check)].flatMap(([check, ofCheck]) =>
      open.checks.has(check) ? rightOnes(ofCheck).slice(0, SPARE) : [],
    ),
  ];
  const chosen = new Chosen(further);
  const killed = new Map(pairs.map((pair) => [nameOf(pair), pair]));
  const known = [...byFault].flatMap(([fault, checks]) =>
    checks.map((check): Pair => ({ fault, check, isRight: false, writtenBy: [] })),
  );
  for (const pair of known.flatMap((one) => killed.get(nameOf(one)) ?? [])) chosen.add(pair);
  // A pair that was not tried, or killed nothing this time, may be all that there is.
  for (const pair of known) if (chosen.lacksCheck(pair) || chosen.lacksFault(pair)) chosen.add(pair);
  const isLucky = new Set(
    tried.filter(({ fault }) => fault.rate !== undefined || fault.trigger !== undefined).map(idOf),
  );
  chosen.thin((pair) => !isLucky.has(pair.fault) && !open.faults.has(pair.fault) && !open.checks.has(pair.check));
  const refined = chosen.byFault();
  return { byFault: refined, filledBy: fillingOf(refined, pairs, filledBy) };
}

/** What is known to fill a journal enough stays; where a check failed by something else, that is known from then on. */
function fillingOf(
  byFault: KnownPairs['byFault'],
  seen: readonly Pair[],
  known: KnownPairs['filledBy'],
): KnownPairs['filledBy'] {
  const written = new Map(seen.map((pair) => [nameOf(pair), pair.writtenBy]));
  const names = [...byFault].flatMap(([fault, checks]) => checks.map((check) => pairName(fault, check)));
  return new Map(
    names.flatMap((name) => {
      const [before = [], now = []] = [known.get(name), written.get(name)];
      const filling = now.every((check) => before.includes(check)) ? before : now;
      return filling.length === 0 ? [] : [[name, filling] as const];
    }),
  );
}

const idOf = ({ fault }: TriedFault): string => fault.id;

const nameOf = ({ fault, check }: Pair): string => pairName(fault, check);

/** Pairs, and what they prove. */
class Chosen {
  readonly #pairs = new Map<string, Pair>();
  readonly #checks = new Set<string>();
  readonly #faults = new Set<string>();

  constructor(pairs: readonly Pair[]) {
    for (const pair of pairs) this.add(pair);
  }

  add(pair: Pair): void {
    this.#pairs.set(nameOf(pair), pair);
    this.#checks.add(pair.check);
    if (pair.isRight) this.#faults.add(pair.fault);
  }

  lacksCheck({ check }: Pair): boolean {
    return !this.#checks.has(check);
  }

  /** Whether none of them kills the fault for the right reason. */
  lacksFault({ fault }: Pair): boolean {
    return !this.#faults.has(fault);
  }

  /** Leaves out, of the pairs that kill every time, those whose check and whose fault have another one each. */
  thin(isSteady: (pair: Pair) => boolean): void {
    const [ofCheck, ofFault] = [new Map<string, number>(), new Map<string, number>()];
    const count = (counts: Map<string, number>, id: string, by: number): number => {
      const now = (counts.get(id) ?? 0) + by;
      counts.set(id, now);
      return now;
    };
    for (const { fault, check, isRight } of this.#pairs.values()) {
      count(ofCheck, check, 1);
      if (isRight) count(ofFault, fault, 1);
    }
    const most = (pair: Pair): number => (ofFault.get(pair.fault) ?? 0) + (ofCheck.get(pair.check) ?? 0);
    for (const pair of [...this.#pairs.values()].filter(isSteady).toSorted((a, b) => most(b) - most(a))) {
      const { fault, check, isRight } = pair;
      if (count(ofCheck, check, 0) < 2 || (isRight && count(ofFault, fault, 0) < 2)) continue;
      this.#pairs.delete(nameOf(pair));
      count(ofCheck, check, -1);
      if (isRight) count(ofFault, fault, -1);
    }
  }

  byFault(): KnownPairs['byFault'] {
    const pairs = [...this.#pairs.values()];
    return new Map(
      [...grouped(pairs, ({ fault }) => fault)].map(([fault, ofFault]) => [fault, ofFault.map(({ check }) => check)]),
    );
  }
}

function killsOf(tried: readonly TriedFault[], outcomes: readonly Kill[]): readonly Pair[] {
  const faultOf = new Map(tried.flatMap(({ fault, targets }) => targets.map((target) => [target, fault] as const)));
  return outcomes.flatMap(({ target, check, verdict, requirement = '', writtenBy = [] }) => {
    const fault = faultOf.get(target);
    return verdict !== 'fail' || fault === undefined
      ? []
      : [{ fault: fault.id, check, isRight: fault.requirements.includes(requirement), writtenBy }];
  });
}

/** Those that name what is violated, where there are any. */
function rightOnes(pairs: readonly Pair[]): readonly Pair[] {
  const right = pairs.filter(({ isRight }) => isRight);
  return right.length > 0 ? right : pairs;
}

interface Pair {
  readonly fault: string;
  readonly check: string;
  readonly isRight: boolean;
  readonly writtenBy: readonly string[];
}

// What a whole matrix leaves for the next one, `kills.txt`: a fault for each check and a check for each fault, of those that it saw killed.
// A matrix that tries these pairs first proves as much by a fraction of the trials; what they do not prove, it tries as it always does.
import { readFile } from 'node:fs/promises';
import { grouped } from '../../base/grouped.js';
import { misuse } from '../command.js';
import type { Kill, TriedFault } from './kill-table.js';

export const KILLS_FILE = 'kills.txt';

export interface KnownKills {
  /** Of the run that saw them: what a check draws by it, it draws again. */
  readonly seed: string;
  /** Checks by the fault that they are tried on. */
  readonly byFault: ReadonlyMap<string, readonly string[]>;
}

/** What a stage did not prove: faults that live, checks that killed nothing. */
export interface Open {
  readonly faults: ReadonlySet<string>;
  readonly checks: ReadonlySet<string>;
}

/**
 * Of what a matrix saw: a killed fault for each check, as many faults as can be, and a right check for each fault. A check that names what
 * the fault violates is preferred: others kill by what else happened to be there.
 */
export function chooseKills(tried: readonly TriedFault[], outcomes: readonly Kill[]): KnownKills['byFault'] {
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
  return chosen;
}

/** What did not kill a second time may not kill a third time: so many others are tried beside it from then on. */
const SPARE = 3;

/**
 * The pairs of an earlier matrix, better known by a run that tried them: what they left open gets further ones, of what else it saw, and
 * those that killed nothing, or prove what others prove as surely, are left out.
 */
export function refineKills(
  { byFault }: KnownKills,
  tried: readonly TriedFault[],
  outcomes: readonly Kill[],
  open: Open,
): KnownKills['byFault'] {
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
  const known = [...byFault].flatMap(([fault, checks]) => checks.map((check) => ({ fault, check, isRight: false })));
  for (const pair of known.flatMap((one) => killed.get(nameOf(one)) ?? [])) chosen.add(pair);
  // A pair that was not tried, or killed nothing this time, may be all that there is.
  for (const pair of known) if (chosen.lacksCheck(pair) || chosen.lacksFault(pair)) chosen.add(pair);
  const isLucky = new Set(
    tried.filter(({ fault }) => fault.rate !== undefined || fault.trigger !== undefined).map(idOf),
  );
  chosen.thin((pair) => !isLucky.has(pair.fault) && !open.faults.has(pair.fault) && !open.checks.has(pair.check));
  return chosen.byFault();
}

const idOf = ({ fault }: TriedFault): string => fault.id;

const nameOf = ({ fault, check }: Pair): string => `${fault} ${check}`;

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

  byFault(): KnownKills['byFault'] {
    const pairs = [...this.#pairs.values()];
    return new Map(
      [...grouped(pairs, ({ fault }) => fault)].map(([fault, ofFault]) => [fault, ofFault.map(({ check }) => check)]),
    );
  }
}

function killsOf(tried: readonly TriedFault[], outcomes: readonly Kill[]): readonly Pair[] {
  const faultOf = new Map(tried.flatMap(({ fault, targets }) => targets.map((target) => [target, fault] as const)));
  return outcomes.flatMap(({ target, check, verdict, requirement = '' }) => {
    const fault = faultOf.get(target);
    return verdict !== 'fail' || fault === undefined
      ? []
      : [{ fault: fault.id, check, isRight: fault.requirements.includes(requirement) }];
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
}

export function renderKills({ seed, byFault }: KnownKills): string {
  const pairs = [...byFault].flatMap(([fault, checks]) => checks.map((check) => `${fault} ${check}`));
  return [COMMENT, `${SEED} ${seed}`, ...pairs.sort(), ''].join('\n');
}

const COMMENT = '# What a whole matrix saw killed by its seed, as "fault check". Read by `tsi matrix --kills`.';
const SEED = 'seed';

/** The pairs of a file; those of faults and checks that are no longer there do no harm. */
export async function readKills(file: string): Promise<KnownKills> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw misuse(`${file}: expected the ${KILLS_FILE} of an earlier matrix, it cannot be read`, { cause });
  });
  let seed: string | undefined;
  const byFault = new Map<string, string[]>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [fault = '', check, ...more] = line.split(' ');
    if (check === undefined || more.length > 0) {
      throw misuse(
        `${file}:${index + 1}: expected the ids of a fault and of a check with a space between, got ${line.slice(0, 80)}`,
      );
    }
    if (fault === SEED && /^\d{1,15}$/.test(check)) seed = check;
    else byFault.set(fault, [...(byFault.get(fault) ?? []), check]);
  }
  if (seed === undefined) throw misuse(`${file}: expected a line "${SEED} N" with the seed of the run, there is none`);
  return { seed, byFault };
}

// What a whole matrix leaves for the next one, `kills.txt`: a fault for each check and a check for each fault, of those that it saw killed.
// A matrix that tries these pairs first proves as much by a fraction of the trials; what they do not prove, it tries as it always does.
import { readFile } from 'node:fs/promises';
import { grouped } from '../../payload/grouped.js';
import { misuse } from '../command.js';
import type { Kill, TriedFault } from './kill-table.js';

export const KILLS_FILE = 'kills.txt';

export interface KnownKills {
  /** Of the run that saw them: what a check draws by it, it draws again. */
  readonly seed: string;
  /** Checks by the fault that they are tried on. */
  readonly byFault: ReadonlyMap<string, readonly string[]>;
}

/**
 * Of what a matrix saw: a killed fault for each check, as many faults as can be, and a right check for each fault. A check that names what
 * the fault violates is preferred: others kill by what else happened to be there.
 */
export function chooseKills(tried: readonly TriedFault[], outcomes: readonly Kill[]): KnownKills['byFault'] {
  const faultOf = new Map(tried.flatMap(({ fault, targets }) => targets.map((target) => [target, fault] as const)));
  const kills = outcomes.flatMap(({ target, check, verdict, requirement = '' }) => {
    const fault = faultOf.get(target);
    return verdict !== 'fail' || fault === undefined
      ? []
      : [{ fault: fault.id, check, isRight: fault.requirements.includes(requirement) }];
  });
  const chosen = new Map<string, string[]>();
  const give = ({ fault, check }: Pair): void => {
    chosen.set(fault, [...(chosen.get(fault) ?? []), check]);
  };
  const killers = grouped(kills, ({ fault }) => fault);
  const byCheck = [...grouped(kills, ({ check }) => check).values()];
  // Those with the least choice choose first, and faults with few killers are chosen first.
  for (const choices of byCheck.toSorted((a, b) => a.length - b.length)) {
    const right = choices.filter(({ isRight }) => isRight);
    const sound = right.length > 0 ? right : choices;
    const free = sound.filter(({ fault }) => !chosen.has(fault));
    const [pair] = (free.length > 0 ? free : sound).toSorted((a, b) => killersOf(a) - killersOf(b));
    if (pair !== undefined) give(pair);
  }
  for (const [fault, pairs] of killers) {
    const right = pairs.filter(({ isRight }) => isRight);
    if (right.some(({ check }) => chosen.get(fault)?.includes(check))) continue;
    const [pair] = right;
    if (pair !== undefined) give(pair);
  }
  return chosen;

  function killersOf({ fault }: Pair): number {
    return killers.get(fault)?.length ?? 0;
  }
}

interface Pair {
  readonly fault: string;
  readonly check: string;
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

// What a whole matrix leaves for the next one, `kills.txt`: a fault for each check and a check for each fault, of those that it saw killed.
// A matrix that tries these pairs first proves as much by a fraction of the trials; what they do not prove, it tries as it always does.
// Behind a check over the journal stand those that filled it. Which pairs are worth keeping is `choose-kills.ts`'s.
import { readFile } from 'node:fs/promises';
import { misuse } from '../command.js';

export const KILLS_FILE = 'kills.txt';

/** Which check is tried on which fault. */
export interface KnownPairs {
  /** Checks by fault. */
  readonly byFault: ReadonlyMap<string, readonly string[]>;
  /** For a check over the journal, by the name of the pair: the checks that wrote what it failed by. */
  readonly filledBy: ReadonlyMap<string, readonly string[]>;
}

export interface KnownKills extends KnownPairs {
  /** Of the run that saw them: what a check draws by it, it draws again. */
  readonly seed: string;
}

/** As a line of the file begins. */
export function pairName(fault: string, check: string): string {
  return `${fault} ${check}`;
}

export function renderKills({ seed, byFault, filledBy }: KnownKills): string {
  const pairs = [...byFault].flatMap(([fault, checks]) =>
    checks.map((check) => {
      const name = pairName(fault, check);
      return [name, ...(filledBy.get(name) ?? [])].join(' ');
    }),
  );
  return [COMMENT, `${SEED} ${seed}`, ...pairs.sort(), ''].join('\n');
}

const COMMENT =
  '# What a whole matrix saw killed by its seed, as "fault check". Read by `tsi matrix --kills`.\n' +
  '# Behind a check over the journal: the checks that wrote what it failed by.';
const SEED = 'seed';

/** The pairs of a file; those of faults and checks that are no longer there do no harm. */
export async function readKills(file: string): Promise<KnownKills> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw misuse(`${file}: expected the ${KILLS_FILE} of an earlier matrix, it cannot be read`, { cause });
  });
  let seed: string | undefined;
  const byFault = new Map<string, string[]>();
  const filledBy = new Map<string, readonly string[]>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [fault = '', check, ...filling] = line.split(' ');
    if (check === undefined || filling.includes('')) {
      throw misuse(
        `${file}:${index + 1}: expected the ids of a fault and of checks with a space between, got ${line.slice(0, 80)}`,
      );
    }
    if (fault === SEED && /^\d{1,15}$/.test(check)) seed = check;
    else byFault.set(fault, [...(byFault.get(fault) ?? []), check]);
    if (filling.length > 0) filledBy.set(pairName(fault, check), filling);
  }
  if (seed === undefined) throw misuse(`${file}: expected a line "${SEED} N" with the seed of the run, there is none`);
  return { seed, byFault, filledBy };
}

// Conditions that a service changed by itself while a check relied on them (interface 2.4; 6.3.1): a check reads them once, and what it
// asks for later may be right or wrong by others. They are read again behind a failure; what the check changed itself is its own.
import { pause } from '../../../../toolkit/wire/pause.js';
import { AssertionFailed, Undecided } from '../../check-end.js';
import type { Ending } from '../../decision.js';
import type { CheckScope, ReliedConditions } from '../scope.js';
import { differ } from '../sharing/seen-conditions.js';
import type { Hindrance } from './hindrance.js';

/** What changes to and fro may be as it was: read so often, over so long. */
const LATER_MS: readonly number[] = [200, 400, 800, 1_600];
/** Made once more with fresh conditions. */
const MOST_TRIES = 2;

type Reliance = Pick<CheckScope, 'relied' | 'signal'> & {
  readonly controls: Pick<CheckScope['controls'], 'changedInstruments'>;
  readonly target: { readonly journal: Pick<CheckScope['target']['journal'], 'conditions'> };
};

/** Rejects where the time of the check is over. */
export async function changedConditions(scope: Reliance, ending: Ending): Promise<Hindrance | undefined> {
  if (ending.by === 'return') return undefined;
  const { error } = ending;
  // That of the check, which its tidying replaces.
  const { signal } = scope;
  const { conditions: seen } = scope.target.journal;
  const relied = scope.relied.filter(({ instrument }) => !scope.controls.changedInstruments.has(instrument));
  const told = (): Hindrance | undefined => {
    for (const { account, instrument, conditions, record } of relied) {
      const other = seen.othersBehind(account, instrument, conditions, record);
      if (other !== undefined) return { cause: causeOf(instrument), evidence: [record, other], mostTries: MOST_TRIES };
    }
    return undefined;
  };
  const isFailure = error instanceof AssertionFailed;
  if (!isFailure && !(error instanceof Undecided)) return undefined;
  const known = told();
  if (known !== undefined || signal.aborted) return known;
  // What only stayed undecided has another cause most of the time.
  const doubtful = isFailure ? relied : relied.filter(({ instrument }) => seen.isRestless(instrument));
  const found = (await readAgain(doubtful)) ?? told();
  if (found !== undefined) return found;
  const isAboutVolumes = isFailure && VOLUMES.test(`${error.failure.requirement} ${error.failure.message}`);
  const restless = doubtful.filter(({ instrument }) => isAboutVolumes || seen.isRestless(instrument));
  for (const waitMs of restless.length === 0 ? [] : LATER_MS) {
    await pause(waitMs, signal);
    const later = (await readAgain(restless)) ?? told();
    if (later !== undefined) return later;
  }
  return undefined;
}

const VOLUMES = /volume/i;

async function readAgain(relied: readonly ReliedConditions[]): Promise<Hindrance | undefined> {
  const found = await Promise.all(
    relied.map(async ({ instrument, conditions, record, again }) => {
      const now = await again().catch(() => undefined);
      if (now === undefined || !differ(conditions, now)) return undefined;
      return { cause: causeOf(instrument), evidence: [record, now.record], mostTries: MOST_TRIES };
    }),
  );
  return found.find((one) => one !== undefined);
}

function causeOf(instrument: string): string {
  return `the conditions of ${instrument} changed while the check relied on them`;
}

// Where the target of a run comes from: a profile file, or the reference service started in this process.
import { resolve } from 'node:path';
import { didYouMean } from '../../base/nearest.js';
import type { Profile } from '../../profile/profile.js';
import type { DialectName, SpokenProfile } from '../../reference/index.js';
import { misuse } from '../command.js';

export interface TargetSource {
  readonly profile: Profile;
  close(): Promise<void>;
}

export interface TargetWish {
  /** Relative to `cwd`; the embedded reference service when left out. */
  readonly profile: string | undefined;
  /** Where it is, instead of what the profile says. */
  readonly baseUrl?: string | undefined;
  /** Legal differences and deliberate deviations of the reference service. */
  readonly habits?: readonly string[];
  readonly faults: readonly string[];
  readonly dialect: DialectName | SpokenProfile;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For who sends nothing: told of each secret that is not there, instead of a rejection. */
  readonly onMissingSecret?: (name: string) => void;
}

/** Rejects with a `ProtocolError` of code `profile-invalid`, or with `CommandError` for an unknown habit or fault. */
export async function openTarget(wish: TargetWish): Promise<TargetSource> {
  if (wish.profile !== undefined) {
    const { loadProfile } = await import('../../profile/loading/load.js');
    const profile = await loadProfile(resolve(wish.cwd, wish.profile), {
      env: wish.env,
      baseUrl: wish.baseUrl,
      onMissingSecret: wish.onMissingSecret,
    });
    return { profile, close: async () => undefined };
  }
  const { startReference } = await import('../../reference/index.js');
  const { habits = [], faults, dialect } = wish;
  await refuseUnknown({ habits, faults });
  const reference = await started(startReference({ habits, faults, dialect }));
  return { profile: reference.profile, close: () => reference.close() };
}

/** A dialect that no service can speak is the user's to mend. */
async function started<Reference>(starting: Promise<Reference>): Promise<Reference> {
  return starting.catch((error: unknown) => {
    throw error instanceof RangeError ? misuse(error.message, { cause: error }) : error;
  });
}

/** Throws `CommandError` for an identifier of no habit or fault, which names the nearest one, and for habits that contradict each other. */
export async function refuseUnknown(named: {
  readonly habits?: readonly string[];
  readonly faults?: readonly string[];
  /** Whether each habit has a service of its own, so that none contradicts another. */
  readonly apart?: boolean;
}): Promise<void> {
  const { habits = [], faults = [], apart = false } = named;
  if (faults.length > 0) {
    const { byChanceOf, FAULTS, TRIGGERED_FAULTS } = await import('../../reference/faults/index.js');
    const always = faults.map((id) => byChanceOf(id).always);
    refuseStrangers('fault', always, [...FAULTS, ...TRIGGERED_FAULTS]);
  }
  if (habits.length > 0) {
    const { HABITS, contradictionIn } = await import('../../reference/habits/index.js');
    refuseStrangers('habit', habits, HABITS);
    if (apart) return;
    const contradiction = contradictionIn(habits);
    if (contradiction !== undefined) throw misuse(contradiction, { hint: 'tsi habits' });
  }
}

function refuseStrangers(what: string, ids: readonly string[], all: readonly { readonly id: string }[]): void {
  const known = all.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  throw misuse(`no ${what} is named ${unknown}${didYouMean(unknown, known)}`, { hint: `tsi ${what}s` });
}

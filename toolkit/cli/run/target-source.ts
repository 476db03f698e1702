// Where the target of a run comes from: a profile file, or the reference service started in this process.
import { resolve } from 'node:path';
import { didYouMean } from '../../payload/nearest.js';
import type { Profile } from '../../profile/profile.js';
import { misuse } from '../command.js';

export interface TargetSource {
  readonly profile: Profile;
  close(): Promise<void>;
}

export interface TargetWish {
  /** Relative to `cwd`; the embedded reference service when left out. */
  readonly profile: string | undefined;
  /** Deliberate deviations of the reference service. */
  readonly faults: readonly string[];
  readonly dialect: 'default' | 'contrary';
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For who sends nothing: told of each secret that is not there, instead of a rejection. */
  readonly onMissingSecret?: (name: string) => void;
}

/** Rejects with a `ProtocolError` of code `profile-invalid`, or with `CommandError` for an unknown fault. */
export async function openTarget(wish: TargetWish): Promise<TargetSource> {
  if (wish.profile !== undefined) {
    const { loadProfile } = await import('../../profile/loading/load.js');
    const profile = await loadProfile(resolve(wish.cwd, wish.profile), {
      env: wish.env,
      onMissingSecret: wish.onMissingSecret,
    });
    return { profile, close: async () => undefined };
  }
  const { startReference } = await import('../../reference/index.js');
  await refuseUnknownFaults(wish.faults);
  const reference = await startReference({ faults: wish.faults, dialect: wish.dialect });
  return { profile: reference.profile, close: () => reference.close() };
}

/** Throws `CommandError` that names the nearest fault. */
export async function refuseUnknownFaults(faults: readonly string[]): Promise<void> {
  if (faults.length === 0) return;
  const { FAULTS } = await import('../../reference/faults/index.js');
  const known = FAULTS.map(({ id }) => id);
  const unknown = faults.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  throw misuse(`no fault is named ${unknown}${didYouMean(unknown, known)}`, {
    hint: 'tsi faults',
  });
}

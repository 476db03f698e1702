// One client against one check: what the matrix of lapses and the soak of clients are made of.
import { type PlayedCheck, play } from '../../../../suites/clients/playing/play.js';
import { type Venue, venueOf } from '../../../../suites/clients/playing/testbed.js';
import { loadClientChecks } from '../../../../suites/clients/stage/registry.js';
import { conductNamed, referenceClient } from '../../../client/index.js';
import type { DialectName, SpokenProfile } from '../../../reference/index.js';

/** Data, so that a thread can be told of it. */
export interface Trial {
  /** `honest`, a temperament, or a lapse. */
  readonly client: string;
  readonly dialect: DialectName | SpokenProfile;
  readonly check: string;
  readonly seed: number;
  /** Whether the client is an honest one: then the service is judged too, and what it fails is played again where time may have done it. */
  readonly isHonest: boolean;
}

export type Tried = Pick<PlayedCheck, 'verdict' | 'reason' | 'requirement' | 'level' | 'durationMs'>;

const venues = new Map<string, Promise<Venue>>();

export async function playTrial({ check: id, isHonest, ...trial }: Trial, signal: AbortSignal): Promise<Tried> {
  const checks = await loadClientChecks();
  const check = [...checks.values()].find(({ spec }) => spec.id === id);
  if (check === undefined) throw new RangeError(`${id}: expected a check of clients`);
  const client = referenceClient(conductNamed(trial.client));
  try {
    const venue = await venueFor(trial);
    const played = await play({ check, client, venue, signal, judgesService: isHonest, once: !isHonest });
    const { verdict, reason, requirement, level, durationMs } = played;
    return {
      verdict,
      durationMs,
      ...(reason !== undefined && { reason }),
      ...(requirement !== undefined && { requirement }),
      ...(level !== undefined && { level }),
    };
  } finally {
    await client.close();
  }
}

/** Those of rounds that are over serve nobody. */
const MOST_VENUES = 12;

/** Made once for each dialect and seed. */
function venueFor({ dialect, seed }: Pick<Trial, 'dialect' | 'seed'>): Promise<Venue> {
  const name = `${nameOf(dialect)} ${seed}`;
  const venue = venues.get(name) ?? venueOf(dialect, seed);
  venues.set(name, venue);
  const [oldest] = venues.keys();
  if (venues.size > MOST_VENUES && oldest !== undefined) venues.delete(oldest);
  return venue;
}

export function nameOf(dialect: Trial['dialect']): string {
  return typeof dialect === 'string' ? dialect : dialect.name;
}

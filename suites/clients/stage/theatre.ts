// A service of its own for one play: the reference in a situation, in this process and on loopback, with a tap on it.

import { type Dialect, loadDialect } from '../../../toolkit/profile/index.js';
import { type DialectName, type Reference, startReference } from '../../../toolkit/reference/index.js';
import { parsePrivateKey } from '../../../toolkit/signing/index.js';
import { privateKeyPem } from '../../../toolkit/signing/keys/key-export.js';
import { createTap, type Tap } from '../../../toolkit/tap/index.js';
import type { Situation } from '../situations/situation.js';
import { Seen } from './seen.js';
import { type Armed, Weather } from './weather.js';

/** What all plays of a run have alike. */
export interface Venue {
  readonly dialect: DialectName;
  /** How the service spells, for the tap. */
  readonly reading: Dialect;
  /** The public keys that it knows. */
  readonly publicKeys: ReadonlyMap<string, Uint8Array>;
  /** PKCS#8 PEM of the main key, the same for all services of a run. */
  readonly privatePem: string;
  /** Where it lies as a file, for clients that are processes. */
  readonly privateKeyFile?: string;
  readonly seed: number;
}

export interface Theatre {
  readonly service: Reference;
  readonly tap: Tap;
  readonly weather: Weather;
  /** What the situation has for a client that has begun. */
  readonly raiseCurtain: () => readonly Armed[];
}

const ACCOUNTS = 2;

export async function venueOf(dialect: DialectName, seed: number): Promise<Venue> {
  const sample = await startReference({ dialect, seed, accounts: 1 });
  try {
    const reading = await loadDialect(sample.profile);
    const { unregistered: _unknown, ...known } = sample.keys;
    const publicKeys = new Map(Object.values(known).map(({ id, publicKey }) => [id, publicKey]));
    return {
      dialect,
      reading,
      seed,
      publicKeys,
      privatePem: privateKeyPem(parsePrivateKey(sample.keys.main.privateKey)),
    };
  } finally {
    await sample.close();
  }
}

export async function openTheatre(
  { dialect, reading, seed, publicKeys }: Venue,
  situation: Situation,
): Promise<Theatre> {
  const tap = createTap({ dialect: reading, keys: publicKeys });
  const weather = new Weather((accountId, key) => eventRead(tap, () => service, accountId, key));
  const service: Reference = await startReference({
    dialect,
    seed,
    accounts: ACCOUNTS,
    ...{ tap },
    amend: (making) => {
      const rules = { ...making.rules, ...situation.rules?.(making.rules) };
      return {
        ...making,
        behaviour: { ...making.behaviour, ...situation.behaviour },
        settings: { ...making.settings, ...situation.settings },
        rules: { ...rules, ...weather.rules(rules) },
      };
    },
  });
  for (const incident of situation.fromTheStart ?? []) weather.arm(incident);
  return {
    service,
    ...{ tap },
    weather,
    raiseCurtain: () => (situation.incidents ?? []).map((incident) => weather.arm(incident)),
  };
}

const EVENT_MS = 5_000;
const PAUSE_MS = 5;

/** The event that echoes the key is out, and every stream of the account has answered a ping behind it. */
async function eventRead(tap: Tap, service: () => Reference, accountId: string, key: string): Promise<void> {
  const until = performance.now() + EVENT_MS;
  const seen = new Seen(tap.observed);
  while (!seen.transactions().some(({ view }) => view.clientRequestId === key)) {
    if (performance.now() >= until) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await service().barrier(accountId, EVENT_MS);
}

// A service of its own for one play: the reference in a situation, in this process and on loopback, with a tap on it.

import type { RecordSink } from '../../../toolkit/journal/index.js';
import { type Dialect, loadDialect } from '../../../toolkit/profile/index.js';
import {
  type Behaviour,
  type DialectName,
  type Reference,
  type Rules,
  type SpokenProfile,
  startReference,
} from '../../../toolkit/reference/index.js';
import { parsePrivateKey } from '../../../toolkit/signing/index.js';
import { privateKeyPem } from '../../../toolkit/signing/keys/key-export.js';
import { createTap, type Tap } from '../../../toolkit/tap/index.js';
import type { Situation } from '../situations/situation.js';
import { type Armed, IncidentInjector } from '../stage/incident-injector.js';
import { Seen } from '../stage/seen.js';

/** What all plays of a run have alike. */
export interface Venue {
  readonly dialect: DialectName | SpokenProfile;
  /** How the service spells, for the tap. */
  readonly reading: Dialect;
  /** PKCS#8 PEM of the main key, the same for all services of a run. */
  readonly privatePem: string;
  /** Where it lies as a file, for clients that are processes. */
  readonly privateKeyFile?: string;
  readonly seed: number;
  /** Takes the records of all plays as they come. */
  readonly journal?: RecordSink;
}

export interface Testbed {
  readonly service: Reference;
  readonly tap: Tap;
  readonly injector: IncidentInjector;
  /** How the service behaves from now on. */
  readonly behave: (change: Partial<Behaviour>) => void;
  /** What the situation has for a client that has begun. */
  readonly armIncidents: () => readonly Armed[];
}

const ACCOUNTS = 2;
/** So many services were there: operations of one have other names than those of any other, for clients that live longer. */
let services = 0;

export async function venueOf(dialect: DialectName | SpokenProfile, seed: number): Promise<Venue> {
  const sample = await startReference({ dialect, seed, accounts: 1 });
  try {
    const reading = await loadDialect(sample.profile);
    return { dialect, reading, seed, privatePem: privateKeyPem(parsePrivateKey(sample.keys.main.privateKey)) };
  } finally {
    await sample.close();
  }
}

/** Wider than what the service accepts: a machine under load is late by seconds, a wrong clock by more. */
const NEAR_MS = 60_000;

export async function openTestbed(
  { dialect, reading, seed, journal }: Venue,
  situation: Situation,
  /** To which the records belong; null for those of a whole watch. */
  check: string | null,
): Promise<Testbed> {
  let known: Reference | undefined;
  const behaviour: Partial<Behaviour> = {};
  services += 1;
  const ordinal = services.toString(36);
  const tap = createTap({
    dialect: reading,
    keys: (apiKey) => {
      const keys = Object.values(known?.keys ?? {});
      return keys.find(({ id }) => id === apiKey)?.publicKey ?? 'api-key-unknown';
    },
    clock: () => ({ nowMs: Date.now(), windowMs: NEAR_MS }),
    ...(journal !== undefined && { journal }),
    check: () => check,
  });
  const injector = new IncidentInjector((_, key) => eventRead(tap, key));
  const service = await startReference({
    dialect,
    seed,
    accounts: ACCOUNTS,
    tap,
    amend: (parts) => {
      const { operationId } = parts.rules;
      const own = { ...parts.rules, operationId: named(operationId, ordinal) };
      const rules = { ...own, ...situation.rules?.(own) };
      return {
        ...parts,
        behaviour: Object.assign(behaviour, parts.behaviour, situation.behaviour),
        settings: { ...parts.settings, ...situation.settings },
        rules: { ...rules, ...injector.rules(rules) },
      };
    },
  });
  known = service;
  for (const incident of situation.fromTheStart ?? []) injector.arm(incident);
  return {
    service,
    ...{ tap },
    injector,
    behave: (change) => void Object.assign(behaviour, change),
    armIncidents: () => (situation.incidents ?? []).map((incident) => injector.arm(incident)),
  };
}

function named(operationId: Rules['operationId'], ordinal: string): Rules['operationId'] {
  return (serial, context) => `${operationId(serial, context)}-${ordinal}`;
}

const EVENT_MS = 5_000;

/** The event that echoes the key is out, and every open stream has answered a ping behind it. */
async function eventRead(tap: Tap, key: string): Promise<void> {
  const seen = new Seen(tap.observed);
  await tap.until(() => seen.transactions().find(({ view }) => view.clientRequestId === key), EVENT_MS);
  await haveRead(tap, EVENT_MS);
}

/** Whether every open stream has read what was sent on it until now. */
export async function haveRead(tap: Tap, withinMs: number): Promise<boolean> {
  const open = tap.observed.handshakes.filter(({ status, closed }) => status === 101 && closed === undefined);
  const read = await Promise.all(
    open.map(async (stream) => (await tap.barrier(stream.connection, withinMs)) || stream.closed !== undefined),
  );
  return read.every(Boolean);
}

// The shape of a vector file, after Wycheproof: notes explain flags, groups share key and clock, tests have stable ids and are
// `valid` or `invalid`. The JSON Schemas of the files are in `vectors/schemas/`; what an operation takes and gives is in `operations.ts`.

import type { JsonObject } from '../payload/json.js';
import type { SlipId } from '../signing/slips/slips.js';
import type { Operation } from './operations.js';

export interface VectorNote {
  /** One word for the kind of mistake: `ENCODING`, `MISSING_STEP`, ... */
  readonly bugType: string;
  readonly description: string;
  readonly effect?: string;
  readonly links?: readonly string[];
}

/** A published test key: never use it for anything else. */
export interface VectorKey {
  readonly apiKey: string;
  /** 32 bytes in hexadecimal. */
  readonly seed: string;
  readonly publicKey: string;
  readonly privatePem: string;
  readonly publicPem: string;
}

/** What a verifier knows of one API key. Times in Unix milliseconds. */
export interface RegistryEntry {
  readonly apiKey: string;
  readonly publicKey: string;
  readonly expiresAtMs?: number;
  readonly accounts: readonly string[];
  /** Operations that are permitted: `read` for GET, `trade` for every other method. */
  readonly scopes: readonly ('read' | 'trade')[];
  /** Source addresses that are permitted; any when left out. */
  readonly sources?: readonly string[];
}

export interface VectorClock {
  readonly nowMs: number;
  readonly windowMs: number;
}

/** What every test of a group is given besides its own input. */
export interface GroupContext {
  readonly key?: VectorKey;
  readonly registry?: readonly RegistryEntry[];
  readonly clock?: VectorClock;
}

export interface VectorTest {
  /** `<operation>/<words>`: never renumbered, never reused. */
  readonly tcId: string;
  readonly comment: string;
  readonly flags: readonly string[];
  readonly input: JsonObject;
  /** What a correct implementation answers; for a signer, one of the correct answers. */
  readonly expected: JsonObject;
  readonly result: 'valid' | 'invalid';
  /** What is wrong with an invalid input, where it is a signed request. */
  readonly cause?: SlipId;
  /** Wrong implementations that this test finds and that the first of its group does not; the first names all it finds. */
  readonly kills: readonly string[];
}

export interface VectorGroup extends GroupContext {
  readonly type: Operation;
  readonly comment: string;
  readonly tests: readonly VectorTest[];
}

export interface VectorFile {
  readonly algorithm: string;
  readonly schema: string;
  readonly generatorVersion: string;
  readonly numberOfTests: number;
  readonly header: readonly string[];
  readonly notes: Readonly<Record<string, VectorNote>>;
  readonly testGroups: readonly VectorGroup[];
}

/** A case on which correct implementations differ, or which the interface leaves open: asked and reported, never failed. */
export interface Observation {
  readonly tcId: string;
  readonly operation: Operation;
  readonly comment: string;
  readonly input: JsonObject;
  /** What a strict implementation answers, where the interface binds the sender and leaves the receiver free: others are warned. */
  readonly advised?: JsonObject;
  /** What the sender did wrong then. */
  readonly cause?: SlipId;
  /** What `vectors/README.md` says of it where the interface says nothing: `advised` follows from it. */
  readonly stated?: string;
}

export interface ObservationFile {
  readonly schema: string;
  readonly generatorVersion: string;
  readonly header: readonly string[];
  readonly registry: readonly RegistryEntry[];
  readonly clock: VectorClock;
  readonly observations: readonly Observation[];
}

// Reads the vector files of the package: the same files that everybody else reads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';
import type { GroupContext, Observation, ObservationFile, VectorFile, VectorTest } from './model.js';
import type { Operation } from './operations.js';

/** File names without extension, in the order in which they are run and shown. */
export const VECTOR_FILES: readonly string[] = [
  'sign-payload',
  'sign-request',
  'path-query',
  'body-hash',
  'verify-request',
  'ed25519',
  'base64url',
  'idempotency-key',
  'timestamp',
  'date-time',
  'decimal',
  'constraint',
];

/** A test with what its group gives it. */
export interface LoadedTest {
  readonly file: string;
  readonly operation: Operation;
  readonly context: GroupContext;
  readonly test: VectorTest;
}

const files = new Map<string, VectorFile>();

export function readVectorFile(name: string): VectorFile {
  const known = files.get(name);
  if (known !== undefined) return known;
  // Files of this package, held to their schemas by a test.
  const file = JSON.parse(readFileSync(vectorPath(name), 'utf8')) as VectorFile;
  files.set(name, file);
  return file;
}

export function readObservations(): ObservationFile {
  // As above.
  return JSON.parse(readFileSync(vectorPath('observations'), 'utf8')) as ObservationFile;
}

export function vectorPath(name: string): string {
  return join(packageRoot(), 'vectors', `${name}.json`);
}

/** Every test of the named files, in order. */
export function loadTests(names: readonly string[] = VECTOR_FILES): readonly LoadedTest[] {
  return names.flatMap((file) =>
    readVectorFile(file).testGroups.flatMap(({ type, comment: _, tests, ...context }) =>
      tests.map((test) => ({ file, operation: type, context, test })),
    ),
  );
}

/** The context in which observations are asked. */
export function observationTests(): readonly { readonly observation: Observation; readonly context: GroupContext }[] {
  const { registry, clock, observations } = readObservations();
  return observations.map((observation) => ({ observation, context: { registry, clock } }));
}

export interface VectorListing {
  readonly files: readonly { readonly name: string; readonly group: string; readonly tests: number }[];
  readonly total: number;
}

/** The document of `tsi vectors list --json`. */
export function listVectors(): VectorListing {
  const listed = VECTOR_FILES.map((name) => {
    const file = readVectorFile(name);
    return { name: `${name}.json`, group: name, tests: file.numberOfTests };
  });
  return { files: listed, total: listed.reduce((sum, file) => sum + file.tests, 0) };
}

/** One test with its group and the notes of its flags; undefined for an unknown id. */
export function showVector(tcId: string): ShownVector | undefined {
  const found = loadTests().find(({ test }) => test.tcId === tcId);
  if (found === undefined) return undefined;
  const { notes } = readVectorFile(found.file);
  return {
    ...found,
    notes: Object.fromEntries(Object.entries(notes).filter(([flag]) => found.test.flags.includes(flag))),
  };
}

export interface ShownVector extends LoadedTest {
  readonly notes: VectorFile['notes'];
}

// Real traffic of one trading day, for the contract documents: a request, its answer and a refusal of each operation, and a message
// of each kind. Recorded by `npm run generate` (`record-day.ts`), so that examples can never say what the service does not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/package-root.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import type { Operation } from '../../domain.js';

export const EXAMPLES_PATH = 'toolkit/reference/contract/examples/examples.json';

export interface OperationExample {
  /** The path with its query as it was sent. */
  readonly path: string;
  readonly request?: JsonValue;
  /** Absent for a handshake. */
  readonly answer?: JsonValue;
  readonly refusal: { readonly status: number; readonly body: JsonValue };
}

export interface ExampleSet {
  readonly operations: Readonly<Record<Operation, OperationExample>>;
  /** By the names that the AsyncAPI document gives messages: `transactionEvent`. */
  readonly messages: Readonly<Record<string, readonly { readonly name: string; readonly payload: JsonObject }[]>>;
}

let read: Readonly<Record<'default' | 'contrary', ExampleSet>> | undefined;

export function exampleSet(dialect: 'default' | 'contrary'): ExampleSet {
  // Written by `record-day.ts` in this form.
  read ??= JSON.parse(readFileSync(join(packageRoot(), EXAMPLES_PATH), 'utf8')) as NonNullable<typeof read>;
  return read[dialect];
}

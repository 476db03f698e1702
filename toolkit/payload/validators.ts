// Compiled validators of the messages that the interface shows. The schemas in `schemas/` state only what the interface
// states; everything else passes. Each is compiled at its first use, since compiling all of them would delay every start.
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { kept } from '../base/kept.js';
import { createAjv, readSchema, type SchemaError, type ValidateFunction } from './ajv.js';

/** Names of the schemas: the value that each is meant for stands in its description. */
export const SCHEMA_NAMES = [
  'ack',
  'account-state',
  'auth-error',
  'command',
  'conditions',
  'date-time',
  'decimal',
  'error',
  'hmr-snapshot',
  'hmr-update',
  'idempotency-key',
  'instrument-event',
  'operation-status',
  'signed-headers',
  'svc-data',
  'tick',
  'trading-state-snapshot',
  'transaction-event',
] as const;
export type SchemaName = (typeof SCHEMA_NAMES)[number];

export type Validity =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** JSON Pointer of the offending value. */
      readonly pointer: string;
      readonly message: string;
    };

/** Schemas that others refer to. */
const SHARED: readonly SchemaName[] = ['decimal', 'idempotency-key'];

const compiled = new Map<SchemaName, ValidateFunction>();
let shared: Ajv2020 | undefined;

/** Whether a value is as the interface states. The value must come from a reader that bounds its depth. */
export function validate(name: SchemaName, value: unknown): Validity {
  const check = validatorOf(name);
  if (check(value)) return { ok: true };
  const error = check.errors?.[0];
  return {
    ok: false,
    pointer: error?.instancePath ?? '',
    message: error === undefined ? 'is not valid' : describe(error),
  };
}

function validatorOf(name: SchemaName): ValidateFunction {
  return kept(compiled, name, () => {
    shared ??= SHARED.reduce((ajv, each) => ajv.addSchema(schemaOf(each)), createAjv({ all: false }));
    return shared.getSchema(`${name}.schema.json`) ?? shared.compile(schemaOf(name));
  });
}

function schemaOf(name: SchemaName): ReturnType<typeof readSchema> {
  return readSchema(`toolkit/payload/schemas/${name}.schema.json`);
}

function describe(error: SchemaError): string {
  switch (error.keyword) {
    case 'enum':
      return `expected one of ${(error.params['allowedValues'] as readonly unknown[]).join(', ')}`;
    case 'const':
      return `expected ${JSON.stringify(error.params['allowedValue'])}`;
    case 'required':
      return `expected the member ${String(error.params['missingProperty'])}`;
    case 'type':
      return `expected JSON type ${[error.params['type']].flat().join(' or ')}`;
    case 'false schema':
      return 'expected no such member';
    default:
      return error.message ?? error.keyword;
  }
}

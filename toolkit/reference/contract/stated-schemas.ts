// The JSON Schemas of `toolkit/payload`, which state what the interface states, as components of a contract document:
// references between files become references between components.

import { readSchema } from '../../payload/ajv.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import type { SchemaName } from '../../payload/validators.js';

const COMPONENTS = {
  ack: 'StatedAck',
  'account-state': 'StatedAccountState',
  command: 'StatedCommand',
  conditions: 'InstrumentConditionResponse',
  'date-time': 'DateTime',
  decimal: 'Decimal',
  error: 'StatedError',
  'hmr-snapshot': 'StatedHmrSnapshot',
  'hmr-update': 'StatedHmrUpdate',
  'idempotency-key': 'IdempotencyKey',
  'instrument-event': 'StatedInstrumentEvent',
  'operation-status': 'StatedOperationStatus',
  tick: 'StatedTick',
  'transaction-event': 'StatedTransactionEvent',
} as const satisfies Partial<Record<SchemaName, string>>;

export function statedSchemas(): JsonObject {
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, component]) => {
      const { $schema: _schema, $id: _id, ...schema } = readSchema(`toolkit/payload/schemas/${name}.schema.json`);
      return [component, rewrite(schema)];
    }),
  );
}

export function ref(component: string): JsonObject {
  return { $ref: `#/components/schemas/${component}` };
}

function rewrite(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(rewrite);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? componentOf(member) : rewrite(member),
    ]),
  );
}

function componentOf(file: string): string {
  const name = file.replace('.schema.json', '');
  const component = Object.entries(COMPONENTS).find(([known]) => known === name)?.[1];
  if (component === undefined) {
    throw new RangeError(`expected a schema that the contract documents include, got ${file}`);
  }
  return `#/components/schemas/${component}`;
}

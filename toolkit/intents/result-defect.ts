// What is wrong with a result of a client under test, held against the protocol's schema.

import { kept } from '../base/kept.js';
import { createAjv, readSchema, type ValidateFunction } from '../payload/ajv.js';
import type { JsonValue } from '../payload/json.js';
import { isJsonArray, isJsonObject } from '../payload/json-kind.js';
import type { IntentOperation, IntentResults } from './operations.js';

export const INTENTS_SCHEMA = 'toolkit/intents/intents.schema.json';

const validators = new Map<IntentOperation, ValidateFunction>();
let loaded: ReturnType<typeof createAjv> | undefined;

/** A member that is null says nothing, as many languages write what they do not have. */
export function resultDefect<Operation extends IntentOperation>(
  operation: Operation,
  given: JsonValue,
): { readonly result: IntentResults[Operation] } | { readonly defect: string } {
  const result = withoutNull(given);
  const validate = validatorOf(operation);
  // The schema is that of the operation's result.
  if (validate(result)) return { result: result as unknown as IntentResults[Operation] };
  const [error] = validate.errors ?? [];
  const allowed = error?.keyword === 'enum' ? `: ${JSON.stringify(error.params['allowedValues'])}` : '';
  return {
    defect: `its result${error?.instancePath ?? ''} ${error?.message ?? 'has not the form of an answer'}${allowed}`,
  };
}

function validatorOf(operation: IntentOperation): ValidateFunction {
  return kept(validators, operation, () => {
    loaded ??= createAjv({ all: false }).addSchema(readSchema(INTENTS_SCHEMA), 'intents');
    return loaded.compile({ $ref: `intents#/$defs/results/${operation}` });
  });
}

function withoutNull(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutNull);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNull(member)]));
}

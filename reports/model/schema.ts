// JSON Schemas of this folder's own documents, compiled once, with a defect that names the place. The schemas are trusted files.
import { createAjv, readSchema, type SchemaError, type ValidateFunction } from '../../toolkit/payload/ajv.js';

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a document by a schema under `reports/`, in one sentence with its JSON Pointer; undefined when nothing is. */
export function schemaDefect(schemaFile: string, document: unknown): string | undefined {
  const validate = validatorOf(schemaFile);
  if (validate(document)) return undefined;
  return (validate.errors ?? []).map(sentence)[0] ?? 'does not fit its schema';
}

/** As `schemaDefect`, and a member that this version does not know is a defect, too: nobody signs what he cannot read. */
export function closedSchemaDefect(schemaFile: string, document: unknown): string | undefined {
  const validate = validatorOf(schemaFile, closed);
  if (validate(document)) return undefined;
  const [error] = validate.errors ?? [];
  return error === undefined ? 'does not fit its schema' : `${sentence(error)}${strange(error)}`;
}

function validatorOf(schemaFile: string, change: (schema: unknown) => unknown = (schema) => schema): ValidateFunction {
  const name = `${schemaFile} ${change.name}`;
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const schema = change(readSchema(`reports/${schemaFile}`)) as ReturnType<typeof readSchema>; // of a schema, a schema
  const validate = createAjv({ all: false }).compile(schema);
  compiled.set(name, validate);
  return validate;
}

/** The schema with every object closed whose members it lists; conditions only look, and stay open. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, one]) => [name, CONDITIONS.includes(name) ? one : closed(one)]);
  const isObject = 'properties' in schema && 'type' in schema && schema.type === 'object';
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) };
}

const CONDITIONS = ['if', 'then', 'else', 'enum', 'const', 'examples'];

function strange({ keyword, params }: SchemaError): string {
  return keyword === 'additionalProperties' ? `: ${String(params['additionalProperty'])}` : '';
}

function sentence(error: SchemaError): string {
  const where = error.instancePath === '' ? 'the document' : error.instancePath;
  const allowed = error.keyword === 'enum' ? `: ${(error.params['allowedValues'] as unknown[]).join(', ')}` : '';
  const expected = error.keyword === 'const' ? `: ${JSON.stringify(error.params['allowedValue'])}` : '';
  return `${where} ${error.message ?? 'is invalid'}${allowed}${expected}`;
}

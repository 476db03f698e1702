// JSON Schemas of this folder's own documents, compiled once, with a defect that names the place. The schemas are trusted files.
import { createAjv, readSchema, type SchemaError, type ValidateFunction } from '../../toolkit/payload/ajv.js';

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a document by a schema under `reports/`, in one sentence with its JSON Pointer; undefined when nothing is. */
export function schemaDefect(schemaFile: string, document: unknown): string | undefined {
  const validate = validatorOf(schemaFile);
  if (validate(document)) return undefined;
  return (validate.errors ?? []).map(sentence)[0] ?? 'does not fit its schema';
}

function validatorOf(schemaFile: string): ValidateFunction {
  const known = compiled.get(schemaFile);
  if (known !== undefined) return known;
  const validate = createAjv({ all: false }).compile(readSchema(`reports/${schemaFile}`));
  compiled.set(schemaFile, validate);
  return validate;
}

function sentence(error: SchemaError): string {
  const where = error.instancePath === '' ? 'the document' : error.instancePath;
  const allowed = error.keyword === 'enum' ? `: ${(error.params['allowedValues'] as unknown[]).join(', ')}` : '';
  const expected = error.keyword === 'const' ? `: ${JSON.stringify(error.params['allowedValue'])}` : '';
  return `${where} ${error.message ?? 'is invalid'}${allowed}${expected}`;
}

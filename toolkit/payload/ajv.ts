// JSON Schema validators (2020-12) for files and messages of strangers. Only schemas of this package are compiled, and ajv is
// loaded at the first use, since most runs need few of them and start-up counts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../base/package-root.js';
import type { JsonObject } from './json.js';

export type SchemaError = ErrorObject;

const require = createRequire(import.meta.url);

/**
 * `all: true` reports every error, for files that people write; messages of a target stop at the first, so that a hostile one
 * cannot make the work grow.
 */
export function createAjv(options: { readonly all: boolean }): Ajv2020 {
  // The module is CommonJS and is required late; its type is that of the import above.
  const loaded = require('ajv/dist/2020.js') as { readonly Ajv2020: typeof Ajv2020 };
  return new loaded.Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
    // Without it `required: ['constructor']` would hold for `{}`.
    ownProperties: true,
    allErrors: options.all,
    verbose: options.all,
    validateFormats: false,
    // The schemas are those of this package; `schema.test.ts` and `validators.test.ts` hold them to the meta-schema.
    validateSchema: false,
    // A file is validated once: compiling quickly counts for more than validating quickly.
    inlineRefs: !options.all,
    code: { optimize: !options.all },
  });
}

/** A schema of this package by its path from the package's folder. */
export function readSchema(path: string): JsonObject {
  // Files of this package; their form is tested.
  return JSON.parse(readFileSync(join(packageRoot(), path), 'utf8')) as JsonObject;
}

export type { ValidateFunction };

// Loading a profile file; its dialect is compiled by `load-dialect.ts`. Every defect of the file is a `ProtocolError` of code
// `profile-invalid`, one line for each defect: `file:line:column: where: expected ..., got ...`.

import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { whyUnreadable } from '../../base/why-unreadable.js';
import type { ValidateFunction } from '../../payload/ajv.js';
import { createAjv, readSchema } from '../../payload/ajv.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { loadDialect } from '../dialect/load-dialect.js';
import type { Profile } from '../profile.js';
import { buildProfile, type ProfileFile } from './build.js';
import { FileDefect } from './file-defect.js';
import { describeSchemaErrors, placeName } from './schema-errors.js';
import { readYaml, YAML_LIMITS, YamlDefect, type YamlSource } from './yaml-source.js';

export interface LoadOptions {
  /** Where `{env: NAME}` is looked up; `process.env` when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Told the name of each secret that is not there. A stand-in takes its place: good enough for a plan, for nothing that sends.
   * Without it a missing secret is a defect of the profile.
   */
  readonly onMissingSecret?: ((name: string) => void) | undefined;
  /** What the file holds, where it is not written yet. */
  readonly text?: string | undefined;
  /** Where the target is, instead of the `baseUrl` of the file: http or https, without user, query and fragment. */
  readonly baseUrl?: string | undefined;
}

const MOST_DEFECTS = 10;

/** Reads, checks and completes a profile. Sends nothing. Rejects with a `ProtocolError` of code `profile-invalid`. */
export async function loadProfile(path: string, options: LoadOptions = {}): Promise<Profile> {
  const absolute = resolve(path);
  const source = parse(path, options.text ?? readText(path, absolute));
  const validate = profileValidator();
  if (!validate(source.value)) {
    const defects = describeSchemaErrors(validate.errors ?? []).slice(0, MOST_DEFECTS);
    throw invalid(defects.map((defect) => located(path, source, defect.pointer, defect.message)));
  }
  const sources = { env: options.env ?? process.env, folder: dirname(absolute), onMissing: options.onMissingSecret };
  let profile: Profile;
  try {
    // The schema has just accepted it, and `profile-build.test.ts` holds the type to the schema.
    profile = buildProfile(source.value as unknown as ProfileFile, absolute, sources, options.baseUrl);
  } catch (error) {
    if (!(error instanceof FileDefect)) throw error;
    throw invalid([located(path, source, error.pointer, `${placeName(error.pointer)}: ${error.message}`)]);
  }
  if ('module' in profile.dialect) await loadDialect(profile);
  return profile;
}

function readText(path: string, absolute: string): string {
  try {
    const stat = statSync(absolute);
    if (!stat.isFile()) throw invalid([`${path}: expected a file, got something else`]);
    if (stat.size > YAML_LIMITS.bytes) {
      throw invalid([`${path}: expected at most ${YAML_LIMITS.bytes} bytes, got ${stat.size}`]);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(absolute));
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw invalid([
      `${path}: expected a readable profile in UTF-8, got ${whyUnreadable(error)}; "tsi init" writes one`,
    ]);
  }
}

function parse(path: string, text: string): YamlSource {
  try {
    const source = readYaml(text);
    if (!isJsonObject(source.value)) {
      const got = source.value === null ? 'nothing; "tsi init" writes one' : 'something else';
      throw new YamlDefect(`expected an object, got ${got}`, source.place(''));
    }
    return source;
  } catch (error) {
    if (!(error instanceof YamlDefect)) throw error;
    throw invalid([`${path}:${error.place.line}:${error.place.column}: ${error.message}`]);
  }
}

function located(path: string, source: YamlSource, pointer: string, message: string): string {
  const { line, column } = source.place(pointer);
  return `${path}:${line}:${column}: ${message}`;
}

function invalid(lines: readonly string[]): ProtocolError {
  return new ProtocolError('profile-invalid', lines.join('\n'));
}

let validator: ValidateFunction | undefined;

function profileValidator(): ValidateFunction {
  validator ??= createAjv({ all: true })
    .addSchema(readSchema('toolkit/profile/dialect/dialect.schema.json'))
    .compile(readSchema('toolkit/profile/profile.schema.json'));
  return validator;
}

// A description (OpenAPI or AsyncAPI, JSON or YAML) as a bounded document: nothing of it is executed, nothing that it refers to is
// fetched. References within it are followed, those that lead outside are refused and told.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { followPointer, parsePointer } from '../../profile/dialect/reading/pointer.js';

export const DESCRIPTION_LIMITS: { readonly bytes: number; readonly depth: number; readonly aliases: number } = {
  bytes: 4 << 20,
  depth: 128,
  aliases: 100,
};

/** Why a description cannot be used, in words for its owner. */
export class DescriptionDefect extends Error {}

/** Throws `DescriptionDefect` for what is too large, too deep, no JSON or YAML, or no object. */
export async function readDescription(text: string, name: string): Promise<JsonObject> {
  if (Buffer.byteLength(text) > DESCRIPTION_LIMITS.bytes) {
    throw new DescriptionDefect(`${name}: expected at most ${DESCRIPTION_LIMITS.bytes} bytes, got more`);
  }
  const value = text.trimStart().startsWith('{') ? readJson(text, name) : await readYamlText(text, name);
  if (!isJsonObject(value)) throw new DescriptionDefect(`${name}: expected a JSON or YAML object, got something else`);
  if (isDeeper(value, DESCRIPTION_LIMITS.depth)) {
    throw new DescriptionDefect(`${name}: expected at most ${DESCRIPTION_LIMITS.depth} levels, got more`);
  }
  return value;
}

function readJson(text: string, name: string): JsonValue {
  try {
    // Plain JSON by the contract of the parser.
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new DescriptionDefect(`${name}: expected JSON, got ${saidBy(cause)}`, { cause });
  }
}

async function readYamlText(text: string, name: string): Promise<JsonValue> {
  // Few descriptions need it, and it takes a while to load.
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(text, {
      version: '1.2',
      // No part of YAML 1.2, but of many descriptions.
      merge: true,
      maxAliasCount: DESCRIPTION_LIMITS.aliases,
      logLevel: 'error',
    });
    // Through text, so that dates and cycles end as in any other JSON.
    return JSON.parse(JSON.stringify(value) ?? 'null') as JsonValue;
  } catch (cause) {
    throw new DescriptionDefect(`${name}: expected YAML, got ${saidBy(cause)}`, { cause });
  }
}

function saidBy(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return line.slice(0, 200);
}

function isDeeper(value: JsonValue, depth: number): boolean {
  let level: JsonValue[] = [value];
  for (let left = depth; level.length > 0; left -= 1) {
    if (left < 0) return true;
    level = level.flatMap((one) => (isJsonArray(one) ? [...one] : isJsonObject(one) ? Object.values(one) : []));
  }
  return false;
}

/** A value of the document with the pointer under which it stands. */
export interface Found {
  readonly value: JsonValue;
  readonly pointer: string;
}

/** The document as its readers use it. */
export class Description {
  readonly root: JsonObject;
  /** What was refused or not found, each once. */
  readonly remarks: Set<string> = new Set();

  constructor(root: JsonObject) {
    this.root = root;
  }

  /** Follows `$ref` as long as there is one; undefined where one leads outside, nowhere, or in a circle. */
  resolve(found: Found): Found | undefined {
    const seen = new Set<string>();
    let at = found;
    while (isJsonObject(at.value) && typeof at.value['$ref'] === 'string') {
      const ref = at.value['$ref'];
      if (seen.has(ref)) return undefined;
      seen.add(ref);
      const next = this.#follow(ref);
      if (next === undefined) return undefined;
      at = next;
    }
    return at;
  }

  #follow(ref: string): Found | undefined {
    if (!ref.startsWith('#')) {
      this.remarks.add(
        `a reference outside of the description was not followed: ${JSON.stringify(ref.slice(0, 120))}; bundle it into one file`,
      );
      return undefined;
    }
    const value = this.#at(ref.slice(1));
    if (value === undefined) this.remarks.add(`a reference leads nowhere: ${JSON.stringify(ref.slice(0, 120))}`);
    return value === undefined ? undefined : { value, pointer: ref };
  }

  #at(fragment: string): JsonValue | undefined {
    try {
      return followPointer(this.root, parsePointer(decodeURIComponent(fragment)));
    } catch {
      return undefined;
    }
  }
}

// Strict JSON (RFC 8259) over bytes: reports what `JSON.parse` hides (duplicate members, numbers beyond a double, invalid
// UTF-8) and refuses what could hurt (size, depth), with the byte offset. The grammar itself is in `json-reader.ts`.
import type { JsonValue } from './json.js';
import { type JsonDefectKind, JsonReader, Stop } from './json-reader.js';

export interface JsonDefect {
  readonly kind: JsonDefectKind;
  /** In bytes from the start. */
  readonly offset: number;
  /** JSON Pointer of the value, or of the innermost value that was being read. */
  readonly pointer: string;
  readonly message: string;
}

export interface StrictJson {
  /**
   * Undefined when the text could not be read to its end. Objects have no prototype, so `__proto__` is a member like any
   * other; of duplicate members the last one counts, and a number beyond a double is the nearest finite one.
   */
  readonly value: JsonValue | undefined;
  readonly defects: readonly JsonDefect[];
}

export interface StrictJsonLimits {
  readonly maxBytes?: number;
  readonly maxDepth?: number;
  /** As in `NumberReading`. */
  readonly wideIntegersAsText?: boolean;
}

/** Enough for any message of the interface, and far below what overflows a recursive walk over the value. */
export const JSON_LIMITS: Required<Pick<StrictJsonLimits, 'maxBytes' | 'maxDepth'>> = {
  maxBytes: 4 * 1024 * 1024,
  maxDepth: 64,
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export function readStrictJson(bytes: Uint8Array, limits: StrictJsonLimits = {}): StrictJson {
  return read(bytes, limits, (reader) => reader.read());
}

export interface JsonDocuments {
  /** Undefined when the text could not be read to its end; empty where there is nothing but white space. */
  readonly values: readonly JsonValue[] | undefined;
  readonly defects: readonly JsonDefect[];
}

/** Documents that follow one another: in lines, glued, or after record separators (RFC 7464). */
export function readJsonDocuments(bytes: Uint8Array, limits: StrictJsonLimits = {}): JsonDocuments {
  const { value: values, defects } = read(bytes, limits, (reader) => {
    const documents: JsonValue[] = [];
    for (let next = reader.next(); next !== undefined; next = reader.next()) documents.push(next);
    return documents;
  });
  return { values, defects };
}

interface Reading<Value> {
  readonly value: Value | undefined;
  readonly defects: readonly JsonDefect[];
}

function read<Value>(bytes: Uint8Array, limits: StrictJsonLimits, take: (reader: JsonReader) => Value): Reading<Value> {
  const maxBytes = limits.maxBytes ?? JSON_LIMITS.maxBytes;
  if (bytes.length > maxBytes) {
    return refused('too-large', maxBytes, `expected at most ${maxBytes} bytes, got ${bytes.length}`);
  }
  const text = decode(bytes);
  if (text === undefined) {
    return refused('invalid-utf8', firstInvalid(bytes), 'expected UTF-8, got a byte sequence that is none');
  }
  return readText(text, limits, take);
}

function readText<Value>(
  text: string,
  { maxDepth = JSON_LIMITS.maxDepth, ...numbers }: StrictJsonLimits,
  take: (reader: JsonReader) => Value,
): Reading<Value> {
  const reader = new JsonReader(text, maxDepth, numbers);
  let value: Value | undefined;
  try {
    value = take(reader);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  const defects = reader.defects.map(({ index, ...defect }) => ({
    ...defect,
    offset: encoder.encode(text.slice(0, index)).length,
  }));
  return { value, defects };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(kind: JsonDefectKind, offset: number, message: string): Reading<never> {
  return { value: undefined, defects: [{ kind, offset, pointer: '', message }] };
}

/** The length of the longest prefix that is valid UTF-8, by halving: a prefix cut inside a character is valid as a stream. */
function firstInvalid(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  while (valid < invalid) {
    const middle = Math.ceil((valid + invalid) / 2);
    if (isValidStart(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle - 1;
  }
  return valid;
}

function isValidStart(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

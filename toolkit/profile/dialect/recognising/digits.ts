// JSON as somebody else wrote it, with the digits of its numbers: `0.10` where a target wants a number is the decimal `0.10`, and an
// identifier of twenty digits is no double. Bounded in size and depth, as all reading of JSON here.
import type { JsonValue } from '../../../payload/json.js';
import { JsonReader, Stop } from '../../../payload/json-reader.js';
import { JSON_LIMITS } from '../../../payload/strict-json.js';
import { RawNumber, type Rendered } from '../writing/json.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for what is no JSON, or beyond the bounds. */
export function readWithDigits(written: Uint8Array | string): Rendered {
  if (written.length === 0 || written.length > JSON_LIMITS.maxBytes) return undefined;
  try {
    const text = typeof written === 'string' ? written : decoder.decode(written);
    // A number with its digits passes the reader as a value; what comes out is `Rendered`, which knows it.
    return new JsonReader(text, JSON_LIMITS.maxDepth, {
      numberOf: (_, digits) => new RawNumber(digits) as unknown as JsonValue,
    }).read();
  } catch (error) {
    if (error instanceof Stop || error instanceof TypeError) return undefined;
    throw error;
  }
}

function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/** The same as ordinary JSON. */
export function plain(value: Rendered): JsonValue {
  if (value instanceof RawNumber) return finite(Number(value.digits));
  if (Array.isArray(value)) return (value as readonly Rendered[]).map(plain);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member as Rendered)]));
}

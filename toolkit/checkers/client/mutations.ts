// Mutating calls of a client as they are compared: what kind they are, and whether two bodies ask for the same (interface 7.1, rule 1;
// 8). Whether white space, the order of members and the spelling of a number make another payload is left open.
import { compare, readDecimal } from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import type { Call } from '../ledger/entry.js';
import { textAt } from '../ledger/views.js';
import { bodyTextOf } from './sent.js';

export function isMutatingCall({ request, method }: Call): boolean {
  return isMutating(request) || (request === '' && method === 'POST');
}

/** Account, API key, call and type of order: with one of them another, a key may count as another one. */
export function scopeOf(call: Call): string {
  return JSON.stringify([call.account, call.apiKey, call.path, textAt(call.params, 'type') ?? null]);
}

/** `equal`: byte for byte; `alike`: the same JSON, in another spelling. */
export function sameness(one: Call, other: Call): 'equal' | 'alike' | 'other' {
  const [first, second] = [bodyTextOf(one), bodyTextOf(other)];
  if (first === second) return 'equal';
  const [left, right] = [parsed(first), parsed(second)];
  return left !== undefined && right !== undefined && alike(left, right) ? 'alike' : 'other';
}

function parsed(text: string | undefined): JsonValue | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue); // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
}

function alike(one: JsonValue, other: JsonValue): boolean {
  if (isJsonArray(one)) {
    return (
      isJsonArray(other) && one.length === other.length && one.every((value, at) => alike(value, other[at] ?? null))
    );
  }
  if (isJsonObject(one)) {
    if (!isJsonObject(other)) return false;
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => alike(one[name] ?? null, other[name] ?? null));
  }
  return one === other || sameFigure(one, other);
}

function sameFigure(one: JsonValue, other: JsonValue): boolean {
  if (typeof one === 'object' || typeof other === 'object') return false;
  const [first, second] = [readDecimal(String(one)), readDecimal(String(other))];
  return first !== undefined && second !== undefined && compare(first, second) === 0;
}

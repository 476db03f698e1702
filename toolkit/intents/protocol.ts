// Version 2 of the protocol of the vectors: the same lines, with intents among the operations and claims in the introduction.
// `intents.schema.json` states both directions; here is what is read of a client, however it writes it.
import type { JsonValue } from '../payload/json.js';
import { isJsonArray, isJsonObject } from '../payload/json-kind.js';
import type { ClientIntroduction } from './client-under-test.js';
import type { Claims } from './operations.js';

export const CLIENT_PROTOCOL_VERSION = 2;

export function introduceLine(): string {
  return `${JSON.stringify({ cmd: 'start', version: CLIENT_PROTOCOL_VERSION })}\n`;
}

export function askLine(seq: number, operation: string, input: unknown): string {
  return `${JSON.stringify({ cmd: 'run', seq, operation, input })}\n`;
}

export type RawReply =
  | { readonly seq: number; readonly kind: 'result'; readonly result: JsonValue }
  | { readonly seq: number; readonly kind: 'skipped' | 'errored'; readonly message: string };

/** Undefined when the value is no introduction. An adapter of version 1 introduces itself without claims. */
export function readClientIntroduction(value: unknown): ClientIntroduction | undefined {
  const line = value as JsonValue | undefined; // a parsed line
  if (!isJsonObject(line)) return undefined;
  const { implementation, language, capabilities, claims } = line;
  if (typeof implementation !== 'string' || typeof language !== 'string' || !isJsonArray(capabilities)) {
    return undefined;
  }
  return {
    implementation,
    language,
    capabilities: capabilities.filter((name) => typeof name === 'string'),
    claims: readClaims(claims),
  };
}

/** What an introduction lacks; undefined where the value is none, or lacks nothing. */
export function lackingIn(value: unknown): string | undefined {
  const line = value as JsonValue | undefined; // a parsed line
  if (!isJsonObject(line)) return undefined;
  const lacking = [
    ...['implementation', 'language'].filter((name) => typeof line[name] !== 'string'),
    ...(isJsonArray(line['capabilities']) ? [] : ['capabilities']),
  ];
  return lacking.length === 0 || lacking.length === INTRODUCED ? undefined : lacking.join(' and ');
}

/** So many members make an introduction; a line with none of them is something else. */
const INTRODUCED = 3;

const WORDS = ['retries', 'reconnects', 'polls', 'concurrent'] as const;
const NUMBERS = ['accounts', 'patienceMs', 'requestTimeoutMs', 'reconnectWithinMs'] as const;

/** A claim of another form is none. */
function readClaims(value: JsonValue | undefined): Claims {
  if (!isJsonObject(value)) return {};
  const { streams } = value;
  const words = WORDS.flatMap((name) => (typeof value[name] === 'boolean' ? [[name, value[name]]] : []));
  const numbers = NUMBERS.flatMap((name) => (isCount(value[name]) ? [[name, value[name]]] : []));
  return {
    ...(isJsonArray(streams) ? { streams: streams.filter((name) => typeof name === 'string') } : {}),
    ...Object.fromEntries([...words, ...numbers]),
  };
}

function isCount(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Undefined when the value is no answer. A number that came back as text is that number. */
export function readRawReply(value: unknown): RawReply | undefined {
  const line = value as JsonValue | undefined; // a parsed line
  if (!isJsonObject(line)) return undefined;
  const { seq: given, skipped, errored, result } = line;
  const seq = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given;
  if (typeof seq !== 'number') return undefined;
  if (skipped !== undefined && skipped !== null) return { seq, kind: 'skipped', message: reasonOf(skipped) };
  if (errored !== undefined && errored !== null) return { seq, kind: 'errored', message: reasonOf(errored) };
  return result === undefined ? undefined : { seq, kind: 'result', result };
}

function reasonOf(value: JsonValue): string {
  const reason = isJsonObject(value) ? (value['message'] ?? value['context'] ?? value) : value;
  return typeof reason === 'string' ? reason : JSON.stringify(reason);
}

// The protocol between checker and implementation: one JSON object per line. `vectors/README.md` describes it for its users.
//   start -> {implementation, language, capabilities}
//   run   -> {seq, result} | {seq, skipped: {message}} | {seq, errored: {context}}
//   stop
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { GroupContext } from '../model.js';
import { isOperation, type Operation } from '../operations.js';

export const PROTOCOL_VERSION = 1;

export function startLine(): string {
  return line({ cmd: 'start', version: PROTOCOL_VERSION });
}

export function stopLine(): string {
  return line({ cmd: 'stop' });
}

export function runLine(seq: number, operation: Operation, input: JsonObject, context: GroupContext): string {
  return `${JSON.stringify({ cmd: 'run', seq, operation, input }).slice(0, -1)}${membersOf(context)}}\n`;
}

const written = new WeakMap<GroupContext, string>();

/** Key, registry and clock are the same for a whole group, so they are written once. */
function membersOf(context: GroupContext): string {
  const known = written.get(context);
  if (known !== undefined) return known;
  const { key, registry, clock } = context;
  const text = JSON.stringify({ key, registry, clock }).slice(1, -1);
  const members = text === '' ? '' : `,${text}`;
  written.set(context, members);
  return members;
}

export interface Introduction {
  readonly implementation: string;
  readonly language: string;
  readonly capabilities: readonly Operation[];
}

/** Undefined when the value is no answer to `start`. Capabilities of later versions are ignored. */
export function readIntroduction(value: unknown): Introduction | undefined {
  const { implementation, language, capabilities } = asRecord(value) ?? {};
  if (typeof implementation !== 'string' || typeof language !== 'string' || !Array.isArray(capabilities)) {
    return undefined;
  }
  return { implementation, language, capabilities: capabilities.filter(isOperation) };
}

export type Reply =
  | { readonly seq: number; readonly kind: 'result'; readonly result: JsonValue }
  | { readonly seq: number; readonly kind: 'skipped' | 'errored'; readonly message: string };

/** Undefined when the value is no answer to `run`. */
export function readReply(value: unknown): Reply | undefined {
  const reply = asRecord(value);
  const seq = reply?.['seq'];
  if (reply === undefined || typeof seq !== 'number') return undefined;
  if (reply['skipped'] !== undefined) {
    return { seq, kind: 'skipped', message: text(asRecord(reply['skipped'])?.['message']) };
  }
  if (reply['errored'] !== undefined) {
    return { seq, kind: 'errored', message: text(asRecord(reply['errored'])?.['context'] ?? reply['errored']) };
  }
  // A parsed line holds JSON values alone.
  return { seq, kind: 'result', result: (reply['result'] ?? null) as JsonValue };
}

/** Parses a line; undefined when it is no JSON. */
export function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined; // by this test
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'no reason given');
}

function line(message: JsonObject): string {
  return `${JSON.stringify(message)}\n`;
}

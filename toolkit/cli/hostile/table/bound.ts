// Targets whose spelling a profile binds, in the three odd ones of `toolkit/profile/trials`: lists of which frames are split, words that
// are numbers, messages that want an answer, maps by identifier. Hostile values there go through readers that neither dialect of the
// reference uses.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import { frame } from '../frames.js';
import type { Answer, Deed, Hostility } from '../hostility.js';

const BOUND = ['compact', 'envelope', 'nested'] as const;
type Change = (text: string, count: number) => string;

/** In every answer and every message; some of them now and then, so that a run gets far enough to meet the others. */
const CHANGES: Readonly<Record<string, Change>> = {
  'lists-of-5000': (text) => mapped(text, (value) => (hasItems(value) ? repeated(value, 5_000) : undefined)),
  'members-of-the-prototype': (text) =>
    text.replaceAll('{', '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},'),
  'members-twice': (text) => text.replaceAll(/"(\w+)":(-?\d+|"[^"]*")/g, '"$1":null,"$1":$2'),
  'numbers-with-exponents': (text) => text.replaceAll(/:(\d+)([,}])/g, ':$1.0e0$2'),
  'numbers-minus-zero': (text) => text.replaceAll(/:(\d+)([,}])/g, ':-0$2'),
  'numbers-beyond-all': (text) => text.replaceAll(/:(\d+)([,}])/g, ':1e400$2'),
  'texts-with-half-a-pair': (text) => text.replaceAll(/:"([^"]+)"/g, ':"\\ud800$1"'),
  'texts-of-nul': nowAndThen(4, (text) => text.replaceAll(/:"([^"]+)"/g, ':"\\u0000"')),
  'texts-as-objects': nowAndThen(3, (text) =>
    mapped(text, (value) => (typeof value === 'string' ? { toString: 1, valueOf: null, length: -1 } : undefined)),
  ),
  'texts-of-300000': nowAndThen(5, (text) =>
    mapped(text, (value, depth) => (typeof value === 'string' && depth > 1 ? 'x'.repeat(300_000) : undefined)),
  ),
  'nothing-anywhere': nowAndThen(3, (text) => mapped(text, (value) => (typeof value === 'object' ? undefined : null))),
};

const many = (count: number): string => `${'{},'.repeat(count - 1)}{}`;
const members = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":1`).join();

/** Frames of the compact target, each list `m` of which is as many messages. */
const FRAMES: Readonly<Record<string, () => Deed>> = {
  'split-into-300000': () => ({ bytes: frame(`{"m":[${many(300_000)}]}`) }),
  'split-beside-members': () => ({ bytes: frame(`{${members(40_000)},"m":[${many(100_000)}]}`) }),
  'split-beside-a-text': () => ({ bytes: frame(`{"x":"${'b'.repeat(600_000)}","m":[${many(100_000)}]}`) }),
  'split-into-15000-again-and-again': () => ({ forever: frame(`{"m":[${many(15_000)}]}`), everyMs: 20 }),
  'split-into-a-list-of-lists': () => ({ bytes: frame(`{"m":[${'['.repeat(50)}${many(9000)}${']'.repeat(50)}]}`) }),
  'replies-without-end': () => ({
    forever: Buffer.concat(Array.from({ length: 300 }, () => frame('{"m":[{"k":0,"ts":1}]}'))),
  }),
  'replies-of-half-a-megabyte': () => ({
    forever: frame(`{"m":[{"k":0,"ts":"${'r'.repeat(500_000)}"}]}`),
    everyMs: 20,
  }),
  'replies-in-batches': () => ({
    forever: frame(`{"m":[${'{"k":0,"ts":1},'.repeat(9_999)}{"k":0,"ts":2}]}`),
    everyMs: 50,
  }),
};

export const BOUND_BY_PROFILES: readonly Hostility[] = [
  ...Object.entries(CHANGES).flatMap(([name, change]) =>
    BOUND.map(
      (dialect): Hostility => ({
        ...about(`${dialect}-${name}`, dialect, name),
        answer: (honest, { count }) => said(honest, change(honest.body, count)),
        frame: (text, count) => ({ bytes: frame(change(text, count)) }),
      }),
    ),
  ),
  ...Object.entries(FRAMES).map(
    ([name, greeting]): Hostility => ({ ...about(`compact-${name}`, 'compact', name), greeting }),
  ),
];

function about(name: string, dialect: (typeof BOUND)[number], what: string): Hostility {
  const summary = `${dialect}, bound by a profile: ${what.replaceAll('-', ' ')}`;
  return { id: `bound-${name}`, dimension: 'bound', summary, dialect, honestFirst: 3 };
}

function nowAndThen(every: number, change: (text: string) => string): Change {
  return (text, count) => (count % every === 0 ? change(text) : text);
}

function hasItems(value: JsonValue): value is readonly [JsonValue, ...JsonValue[]] {
  return isJsonArray(value) && value.length > 0;
}

function repeated(list: readonly [JsonValue, ...JsonValue[]], count: number): JsonValue {
  return Array.from({ length: count }, (_, at) => list[at % list.length] ?? null);
}

function mapped(text: string, change: (value: JsonValue, depth: number) => JsonValue | undefined): string {
  const walk = (value: JsonValue, depth: number): JsonValue => {
    const changed = change(value, depth);
    if (changed !== undefined) return changed;
    if (isJsonArray(value)) return value.map((item) => walk(item, depth + 1));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, depth + 1)]));
  };
  try {
    return JSON.stringify(walk(JSON.parse(text) as JsonValue, 0)); // of an honest service
  } catch {
    return text;
  }
}

function said({ status, headers }: Answer, body: string): Deed {
  const kept = headers
    .filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return { bytes: `HTTP/1.1 ${status} X\r\n${kept.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}` };
}

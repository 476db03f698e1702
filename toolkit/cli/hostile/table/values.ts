// Hostile values in every member of every message of both dialects: which members there are, the dialects themselves say.

import type { JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import { fillDialect } from '../../../profile/dialect/fill.js';
import { DIALECTS, type DialectName } from '../../../reference/sandbox/dialects.js';
import { frame } from '../frames.js';
import type { Answer, Deed, Hostility } from '../hostility.js';

/** JSON texts, since some of them no value of JavaScript writes. */
export const VALUES: Readonly<Record<string, string>> = {
  null: 'null',
  true: 'true',
  zero: '0',
  'minus-zero': '-0',
  'minus-one': '-1',
  'fifty-million': '50000000',
  'two-to-53': '9007199254740992',
  'two-to-53-and-one': '9007199254740993',
  '1e308': '1e308',
  '1e400': '1e400',
  '-1e400': '-1e400',
  '1e-400': '1e-400',
  half: '0.5',
  'digits-300': '9'.repeat(300),
  'digits-100000': '7'.repeat(100_000),
  'decimal-1e999': '"1e999"',
  'decimal-1e999999999': '"1e999999999"',
  'decimal-long': `"0.${'1'.repeat(900)}"`,
  'decimal-longer': `"${'1'.repeat(50_000)}"`,
  'decimal-nan': '"NaN"',
  'decimal-infinity': '"Infinity"',
  'text-empty': '""',
  'text-blank': '"  "',
  'text-surrogate': '"\\ud800"',
  'text-nul': '"\\u0000"',
  'text-escapes': '"\\u001b[2J\\u001b]0;x\\u0007\\r\\n"',
  'text-bidi': '"\\u202e\\u2066gnp.exe"',
  'text-html': '"</script><img src=x onerror=alert(1)>"',
  'text-xml': '"]]>&x;\\ufffe\\uffff"',
  'text-proto': '"__proto__"',
  'text-pointer': '"/~2/%00/../.."',
  'text-regexp': `"${'(a+)+$'.repeat(50)}"`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as text
  'text-template': '"{operation_id}${x}{{"',
  'text-date-odd': '"275760-09-13T00:00:00.000+00:00"',
  'text-date-huge': '"9999999-99-99T99:99:99+99:99"',
  'text-300-kb': `"${'a'.repeat(300_000)}"`,
  'list-empty': '[]',
  'list-of-object': '[{}]',
  'list-of-nulls': `[${'null,'.repeat(500)}null]`,
  'list-of-5000': `[${'{"id":"a"},'.repeat(5000)}{}]`,
  'object-empty': '{}',
  'object-proto': '{"__proto__":{"x":1},"constructor":{"prototype":{}},"toString":1,"valueOf":null,"length":1e9}',
  'object-code': '{"code":{}}',
  'object-then': '{"then":1}',
  'object-json': '{"toJSON":"x"}',
  'deep-40': `${'['.repeat(40)}${']'.repeat(40)}`,
  'deep-objects-60': `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
};

const NAMES = Object.keys(VALUES);
const MARK = '@hostile@';
/** Between messages that are left honest, so that a run gets far enough to meet the others. */
const EVERY = 3;

/** Other spellings that a dialect reads, in which the reference service says nothing to the few checks of a row. */
const UNSAID: ReadonlySet<string> = new Set([
  'by_name',
  'cursor',
  'data',
  'items',
  'message',
  'name',
  'parent_order_id',
  'symbol',
]);

export const VALUES_IN_MEMBERS: readonly Hostility[] = (['default', 'contrary'] as const).flatMap((dialect) => [
  ...membersOf(dialect).map((member) => inMember(dialect, member)),
  ...NAMES.map((name) => anywhere(dialect, name)),
]);

/** Each value in turn in one member, wherever it stands. */
function inMember(dialect: DialectName, member: string): Hostility {
  const change = (text: string, count: number): string | undefined =>
    count % EVERY === 0
      ? undefined
      : withValue(text, (path) => path.at(-1) === member, VALUES[NAMES[count % NAMES.length] ?? ''] ?? '');
  // Messages that hold it are counted, and no others: on a stream of three the third may be the only one.
  let held = 0;
  const onFrame = (text: string): string | undefined => {
    if (change(text, 1) === undefined) return undefined;
    held += 1;
    return change(text, held);
  };
  const summary = `${dialect} dialect: hostile values in turn in every ${member}`;
  return about(`values-${dialect}-in-${member}`, summary, dialect, change, onFrame);
}

/** One value in every place in turn. */
function anywhere(dialect: DialectName, name: string): Hostility {
  const change = (text: string, count: number): string | undefined =>
    count % EVERY === 0
      ? undefined
      : withValue(text, (_path, ordinal) => ordinal % 7 === count % 7, VALUES[name] ?? '');
  return about(
    `values-${dialect}-of-${name}`,
    `${dialect} dialect: ${name} in one member after the other`,
    dialect,
    change,
  );
}

function about(
  id: string,
  summary: string,
  dialect: DialectName,
  change: (text: string, count: number) => string | undefined,
  onFrame: (text: string, count: number) => string | undefined = change,
): Hostility {
  return {
    id,
    dimension: 'values',
    summary,
    dialect,
    honestFirst: 3,
    answer: (honest, { count }) => said(honest, change(honest.body, count)),
    frame: (text, count) => {
      const changed = onFrame(text, count);
      return changed === undefined ? undefined : { bytes: frame(changed) };
    },
  };
}

function said({ status, headers }: Answer, body: string | undefined): Deed | undefined {
  if (body === undefined) return undefined;
  const kept = headers
    .filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return { bytes: `HTTP/1.1 ${status} X\r\n${kept.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}` };
}

/** The text with the value in each place that is chosen; undefined where none is. */
function withValue(
  text: string,
  chosen: (path: readonly string[], ordinal: number) => boolean,
  value: string,
): string | undefined {
  let tree: JsonValue;
  try {
    tree = JSON.parse(text);
  } catch {
    return undefined;
  }
  let ordinal = 0;
  let met = 0;
  const walk = (node: JsonValue, path: readonly string[]): JsonValue => {
    ordinal += 1;
    if (path.length > 0 && chosen(path, ordinal)) {
      met += 1;
      return MARK;
    }
    if (isJsonArray(node)) return node.map((item, at) => walk(item, [...path, String(at)]));
    return isJsonObject(node)
      ? Object.fromEntries(Object.entries(node).map(([name, item]) => [name, walk(item, [...path, name])]))
      : node;
  };
  const changed = walk(tree, []);
  return met === 0 ? undefined : JSON.stringify(changed).replaceAll(JSON.stringify(MARK), () => value);
}

/** The last step of every pointer of the dialect. */
function membersOf(dialect: DialectName): readonly string[] {
  const { bodies, messages, entities, frames } = fillDialect(DIALECTS[dialect].stated);
  const names = new Set<string>();
  // The parts of a dialect are JSON.
  for (const part of [bodies, messages, entities, frames] as unknown as JsonValue[]) collect(part, names);
  return [...names].filter((name) => dialect !== 'default' || !UNSAID.has(name)).sort();
}

function collect(value: JsonValue, names: Set<string>): void {
  if (typeof value === 'string' && value.startsWith('/')) {
    for (const step of value.split('/')) if (/^[A-Za-z_]\w*$/.test(step)) names.add(step);
  } else if (isJsonArray(value)) {
    for (const item of value) collect(item, names);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      collect(name, names);
      collect(item, names);
    }
  }
}

// The payload, read on behind what is wrong with it (interface 5.2): members under other names, other forms than JSON, members twice.
import { SIGNATURE_BYTES } from '../../signing/ed25519/ed25519.js';
import { PAYLOAD_FIELDS } from '../../signing/payload.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { broken, type StageResult } from '../../signing/stage-result.js';
import type { ReceivedFields } from '../../signing/stages/read-payload.js';
import { readPayload } from '../../signing/stages/read-payload.js';
import { textOfBytes } from '../capture/capture.js';
import { readLiteral } from '../capture/literal.js';
import { isPlaceholder } from '../recognise/alphabets.js';
import { fromCharsets } from '../search/charset-mistakes.js';
import type { JsonNode } from '../search/json-tree.js';
import { parseJsonTree } from '../search/json-tree.js';
import { jsonDamage } from './json-damage.js';
import { isNamedLike, isValueLike } from './member-likeness.js';
import { excerpt, objectOf, parsed, unpercent } from './texts.js';

export interface RecoveredPayload {
  readonly result: StageResult;
  readonly fields?: ReceivedFields;
  /** The members' values as they are written, for what a parsed number no longer shows. */
  readonly written: ReadonlyMap<string, string>;
  /** Members that stand several times with different values: which one counts is the reader's matter. */
  readonly doubled?: readonly string[];
}

/** What the members are expected to hold, for telling one by its value. */
export type Expected = Readonly<Partial<Record<string, string>>>;

/** `body` is what was sent beside it, where that is known. */
export function recoverPayload(payload: Uint8Array, expected: Expected = {}, body?: Uint8Array): RecoveredPayload {
  const { fields, result: read } = readPayload(payload);
  const result = otherForm(payload, read) ?? read;
  if (result.cause === 'payload-member-missing' && body !== undefined && isSameJson(payload, body)) {
    return { result: broken('payload-is-body', 'the payload', 'the body'), written: new Map() };
  }
  const spread = result.cause === 'payload-member-missing' ? spreadFields(payload) : undefined;
  if (spread !== undefined) {
    return {
      result: broken('payload-wrapped', 'the seven members', 'objects within'),
      fields: spread,
      written: new Map(),
    };
  }
  if (result.cause === 'payload-member-missing') return renamed(payload, result, expected);
  const text = meantText(payload, result.cause, expected['path']);
  const tree = parseJsonTree(text);
  const doubled = repeatedMember(tree);
  if (fields !== undefined) {
    return {
      result: doubled?.result ?? result,
      fields,
      written: writtenValues(tree),
      ...(doubled === undefined ? {} : { doubled: doubled.names }),
    };
  }
  const meant = result.cause === undefined ? undefined : meantFields(text, result.cause);
  return meant === undefined ? { result, written: new Map() } : { result, fields: meant, written: writtenValues(tree) };
}

const isBlank = (byte: number): boolean => byte === 9 || byte === 10 || byte === 13;

/** The longest head of a frame that is looked behind; `crypto_sign` of libsodium puts a whole signature there. */
const LONGEST_HEAD = 16;

const holdsKey = (payload: Uint8Array): boolean =>
  Object.hasOwn(objectOf(parsed(textOfBytes(payload))) ?? {}, 'api_key');

/** The JSON behind a length, as streams of Java, Protocol Buffers, netstrings and many a wire format write it. */
function framedText(payload: Uint8Array): string | undefined {
  const isSigned = payload[SIGNATURE_BYTES] === 0x7b && holdsKey(payload.subarray(SIGNATURE_BYTES));
  const at = isSigned ? SIGNATURE_BYTES : payload.subarray(0, LONGEST_HEAD + 1).indexOf(0x7b);
  const head = payload.subarray(0, Math.max(0, at));
  const isLength =
    /^\d+:$/.test(textOfBytes(head)) || head.some((byte) => byte >= 0x80 || (byte < 0x20 && !isBlank(byte)));
  if (!isLength || textOfBytes(head) === '\ufeff') return undefined;
  const text = textOfBytes(payload.subarray(at)).replace(/[,\0]$/, '');
  return Object.hasOwn(objectOf(parsed(text)) ?? {}, 'api_key') ? text : undefined;
}

/** Bytes of the usual hash functions, or their hexadecimal text. */
function isAsLongAsHash(payload: Uint8Array): boolean {
  const sizes = [16, 20, 28, 32, 48, 64];
  const text = textOfBytes(payload);
  if (/^[0-9a-f]+$/i.test(text)) return sizes.includes(payload.length / 2);
  return sizes.includes(payload.length) && payload.some((byte) => byte >= 0x80);
}

/** What is no JSON, by its own form. */
function otherForm(payload: Uint8Array, { cause }: StageResult): StageResult | undefined {
  if (framedText(payload) !== undefined) return broken('payload-framed', 'a JSON object', 'bytes before it');
  if (cause !== 'payload-json-twice' && isAsLongAsHash(payload)) {
    return broken('payload-hashed', 'a JSON object', `${payload.length} bytes, as a hash has`);
  }
  const [head = 0] = payload;
  const isBinary = head >= 0x80 || head < 9 || (cause === 'payload-latin-1' && holdsControls(payload));
  const binary = isBinary ? broken('payload-binary', 'a JSON object', 'bytes that are no text') : undefined;
  if (cause === 'payload-latin-1') return wideText(payload) ?? binary;
  const text = textOfBytes(payload);
  const bare = text.replace(/\0+$/, '');
  if (bare !== text && objectOf(parsed(bare)) !== undefined) {
    return broken('payload-final-zero', 'a JSON object', 'zero bytes behind it');
  }
  if (cause !== 'payload-not-json') return undefined;
  if (isPlaceholder(text.trim())) return broken('payload-placeholder', 'a JSON object', excerpt(text));
  if (binary !== undefined) return binary;
  if (percentFields(text) !== undefined) return broken('payload-percent-encoded', 'a JSON object', excerpt(text));
  if (/^\s*</.test(text)) return broken('payload-xml', 'a JSON object', 'XML');
  if (/^(?:[aO]:\d+:|Array\s*\(|array\s*\(|#<|\w+\{\w+=|\w+\(\w+=)/.test(text) && /body_?hash/i.test(text)) {
    return broken('payload-printed', 'a JSON object', excerpt(text));
  }
  if (/[\w-]{43}/.test(text) && /1\d{12}/.test(text) && !/["{}]/.test(text) && !/\n/.test(text)) {
    return broken('payload-joined', 'a JSON object', excerpt(text));
  }
  if (printedFields(text) !== undefined) return broken('payload-printed', 'a JSON object', excerpt(text));
  if (/^"?api_?key"?[,;\t]/i.test(text)) return broken('payload-joined', 'a JSON object', excerpt(text));
  const damage = jsonDamage(text);
  if (damage !== undefined) return broken('payload-json-damaged', 'a JSON object', damage);
  return /^[\w"'-]+\s*[:=]\s*\S/m.test(text) && /\n/.test(text)
    ? broken('payload-yaml', 'a JSON object', 'lines')
    : undefined;
}

/** Whether two texts hold the same object, whatever their white space. */
function isSameJson(payload: Uint8Array, body: Uint8Array): boolean {
  const [a, b] = [payload, body].map((bytes) => objectOf(parsed(textOfBytes(bytes))));
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

const percentFields = (text: string): ReceivedFields | undefined =>
  /^%7B/i.test(text) ? objectOf(parsed(unpercent(text.replaceAll('+', ' ')))) : undefined;

/** No text in Latin-1 holds these; bytes that were compressed or encrypted soon do. */
const holdsControls = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13);

function printedFields(text: string): ReceivedFields | undefined {
  // Names in double quotes with a colon are JSON with another mistake.
  if (!/'api_key'|\bapi_key['"]?\s*(?:=>?)|(?<!["\w])api_key:/.test(text)) return undefined;
  const fields = objectOf(readLiteral(text.trim())?.value);
  return fields !== undefined && PAYLOAD_FIELDS.some((name) => Object.hasOwn(fields, name)) ? fields : undefined;
}

/** All the members, in several objects within the payload. */
function spreadFields(payload: Uint8Array): ReceivedFields | undefined {
  const outer = objectOf(parsed(textOfBytes(payload))) ?? {};
  const inner = Object.values(outer)
    .map((one) => objectOf(typeof one === 'string' ? parsed(one) : one))
    .filter((one) => one !== undefined);
  const fields: ReceivedFields = Object.assign({}, outer, ...inner);
  return inner.length > 0 && PAYLOAD_FIELDS.every((name) => Object.hasOwn(fields, name)) ? fields : undefined;
}

/** A member under another name is told by its value. */
function renamed(payload: Uint8Array, result: StageResult, expected: Expected): RecoveredPayload {
  const text = textOfBytes(payload);
  const fields = objectOf(parsed(text)) ?? {};
  const written = writtenValues(parseJsonTree(text));
  const missing = PAYLOAD_FIELDS.filter((name) => !Object.hasOwn(fields, name));
  const extra = Object.keys(fields).filter((name) => !PAYLOAD_FIELDS.some((field) => field === name));
  const pairs = missing.flatMap((name) => {
    const value = expected[name];
    const other = extra.find(
      (one) => isNamedLike(one, name) || (value !== undefined && value !== '' && String(fields[one]) === value),
    );
    return other === undefined ? [] : [[name, other] as const];
  });
  const lastOf = <One>(all: readonly One[], taken: readonly One[]): One | undefined => {
    const left = all.filter((one) => !taken.includes(one));
    return left.length === 1 ? left[0] : undefined;
  };
  const [lastMissing, lastExtra] = [
    lastOf(
      missing,
      pairs.map(([name]) => name),
    ),
    lastOf(
      extra,
      pairs.map(([, other]) => other),
    ),
  ];
  // With all others told by their values, the last name is that of the last member, where its value may be one.
  const isLast = isValueLike(fields[lastExtra ?? ''], lastMissing ?? '');
  if (pairs.length > 0 && lastMissing !== undefined && lastExtra !== undefined && isLast) {
    pairs.push([lastMissing, lastExtra]);
  }
  const [first] = pairs;
  const numbered = inPlaces(fields, extra);
  if (numbered !== undefined) {
    return { result: broken('payload-member-renamed', 'member api_key', extra[0] ?? ''), fields: numbered, written };
  }
  if (first === undefined) return { result, fields, written };
  if (missing.length > 1 && ['iat', 'exp', 'iss', 'sub', 'nbf'].some((name) => Object.hasOwn(fields, name))) {
    return { result: broken('payload-token-claims', 'the seven members', excerpt(text)), fields, written };
  }
  const names = new Map(pairs.map(([name, other]) => [other, name]));
  return {
    result: pairs.length === missing.length ? broken('payload-member-renamed', `member ${first[0]}`, first[1]) : result,
    fields: Object.fromEntries(Object.entries(fields).map(([name, one]) => [names.get(name) ?? name, one])),
    written,
  };
}

/** The seven values under their numbers, as an object that was a list has them. */
function inPlaces(fields: ReceivedFields, names: readonly string[]): ReceivedFields | undefined {
  const isNumbered = names.length === PAYLOAD_FIELDS.length && names.every((name) => /^\d$/.test(name));
  return isNumbered
    ? Object.fromEntries(PAYLOAD_FIELDS.map((field, at) => [field, fields[names[at] ?? '']]))
    : undefined;
}

/** UTF-16 with characters beyond ASCII is no valid UTF-8, and shows by its zero bytes. */
function wideText(payload: Uint8Array): StageResult | undefined {
  const [first, second] = payload;
  const isWide = first === 0xff || first === 0xfe || (first === 0) !== (second === 0);
  // Bytes of any kind may begin so; in their text a member shows.
  return isWide && /api_?key/i.test(textOfBytes(payload).replaceAll('\0', ''))
    ? broken('payload-utf-16', 'UTF-8 text', 'UTF-16 text')
    : undefined;
}

/** The text of a payload that is no UTF-8, in the character set in which its path is the one that was sent; in Latin-1 else. */
function textInCharset(payload: Uint8Array, path: string): string | undefined {
  const sent = unpercent(path);
  for (const [, text] of fromCharsets(payload)) {
    const signed = objectOf(parsed(text))?.['path'];
    if (typeof signed === 'string' && (signed === path || unpercent(signed) === sent)) return text;
  }
  return undefined;
}

function meantText(payload: Uint8Array, cause: SlipId | undefined, path = ''): string {
  const inCharset = cause === 'payload-latin-1' ? textInCharset(payload, path) : undefined;
  if (inCharset !== undefined) return inCharset;
  if (cause === 'payload-utf-16') {
    const littleEndian = payload[0] === 0xff || payload[1] === 0;
    return new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be').decode(payload);
  }
  const framed = cause === 'payload-framed' ? framedText(payload) : undefined;
  if (framed !== undefined) return framed;
  return textOfBytes(payload)
    .replace(/^\ufeff/, '')
    .replace(/\0+$/, '');
}

function meantFields(text: string, cause: SlipId): ReceivedFields | undefined {
  const value = parsed(text);
  if (cause === 'payload-printed') return printedFields(text);
  if (cause === 'payload-percent-encoded') return percentFields(text);
  if (cause === 'payload-json-twice') return objectOf(parsed(String(value)));
  const fields = objectOf(value);
  if (cause === 'payload-wrapped') {
    return Object.values(fields ?? {})
      .map(objectOf)
      .find((inner) => inner !== undefined && PAYLOAD_FIELDS.every((name) => Object.hasOwn(inner, name)));
  }
  if (cause === 'payload-member-renamed' && fields !== undefined) {
    const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, '');
    const known = new Map<string, string>(PAYLOAD_FIELDS.map((name) => [plain(name), name]));
    return Object.fromEntries(Object.entries(fields).map(([name, one]) => [known.get(plain(name)) ?? name, one]));
  }
  return fields;
}

/** A member that stands twice with different values; equal ones are left open by the interface. */
function repeatedMember(
  tree: JsonNode | undefined,
): { readonly result: StageResult; readonly names: readonly string[] } | undefined {
  const seen = new Map<string, string>();
  const names: string[] = [];
  for (const { name, value } of tree?.kind === 'object' ? tree.members : []) {
    const text = JSON.stringify(value);
    const field = PAYLOAD_FIELDS.find((one) => JSON.stringify(one) === name);
    if (field !== undefined && seen.has(name) && seen.get(name) !== text) names.push(field);
    seen.set(name, text);
  }
  const [first] = names;
  return first === undefined
    ? undefined
    : { result: broken('payload-member-duplicate', `${first} once`, 'twice, with different values'), names };
}

function writtenValues(tree: JsonNode | undefined): ReadonlyMap<string, string> {
  const members = tree?.kind === 'object' ? tree.members : [];
  return new Map(members.map(({ name, value }) => [name.slice(1, -1), value.kind === 'token' ? value.text : '']));
}

// Reads on past a defect: from a wrongly encoded SVC-DATA, payload or SVC-SIGN to the bytes that were meant, so that one mistake does
// not hide the next. The defects themselves are told by `toolkit/signing`; here is only what to make of them.
import { BASE64URL_ALPHABET, base64urlDefect, decodeBase64url, inUrlAlphabet } from '../signing/base64url.js';
import { PAYLOAD_FIELDS } from '../signing/payload.js';
import type { SlipId } from '../signing/slips/slips.js';
import { broken, type StageResult } from '../signing/stage-result.js';
import { readData } from '../signing/stages/read-data.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import { readPayload } from '../signing/stages/read-payload.js';
import { readSignature } from '../signing/stages/read-signature.js';
import { textOfBytes, utf8Bytes } from './capture/capture.js';
import type { JsonNode } from './search/json-tree.js';
import { parseJsonTree } from './search/json-tree.js';

/** Strict base64url first; otherwise either alphabet, padded or not, with blanks. */
function decodeLeniently(text: string): Uint8Array | undefined {
  const url = inUrlAlphabet(text.replace(/[\s"']+/g, ''));
  const defect = base64urlDefect(url);
  if (defect === undefined) return decodeBase64url(url);
  // Stray bits in the last character: the bytes before them are what was meant.
  return defect === 'trailing-bits' ? decodeWithStrayBits(url) : undefined;
}

/** The last character without the bits that belong to no byte. */
function decodeWithStrayBits(url: string): Uint8Array {
  const stray = url.length % 4 === 2 ? 0b1111 : 0b11;
  return decodeBase64url(
    url.slice(0, -1) + BASE64URL_ALPHABET.charAt(BASE64URL_ALPHABET.indexOf(url.slice(-1)) & ~stray),
  );
}

function unhex(text: string): Uint8Array | undefined {
  return /^(?:[0-9a-fA-F]{2})+$/.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;
}

function unpercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const asText = (bytes: Uint8Array | undefined): string => (bytes === undefined ? '' : textOfBytes(bytes));

/** What was meant, by cause; a cause that is not here leaves nothing to go on with, or is met by lenient decoding. */
const DATA_MEANT: Readonly<Partial<Record<SlipId, (text: string) => Uint8Array | undefined>>> = {
  'data-hex': unhex,
  'data-raw-json': utf8Bytes,
  'data-double-base64': (text) => decodeLeniently(asText(decodeLeniently(text))),
  'data-base64-of-hex': (text) => unhex(asText(decodeLeniently(text))),
  'data-percent-encoded': (text) => decodeLeniently(unpercent(text)),
  'data-jws': (text) => {
    const parts = text.split('.').map((part) => decodeLeniently(part));
    return parts.find((part) => asText(part).includes('"api_key"')) ?? parts[1];
  },
  'data-truncated': () => undefined,
};

export interface RecoveredData {
  readonly result: StageResult;
  readonly payload?: Uint8Array;
}

/** Encodings that are told by what they decode to, whatever the characters of the payload. */
const HIDDEN: readonly SlipId[] = ['data-hex', 'data-base64-of-hex', 'data-double-base64'];
const isJsonStart = (bytes: Uint8Array | undefined): boolean => /^\s*\{\s*"/.test(asText(bytes?.subarray(0, 40)));

export function recoverData(text: string): RecoveredData {
  const { payload, result } = readData(text);
  if (payload !== undefined && !isJsonStart(payload)) {
    for (const cause of HIDDEN) {
      const meant = DATA_MEANT[cause]?.(text);
      if (isJsonStart(meant) && meant !== undefined) {
        return { result: broken(cause, 'base64url of the payload', text.slice(0, 60)), payload: meant };
      }
    }
  }
  if (payload !== undefined || result.cause === undefined) {
    return payload === undefined ? { result } : { result, payload };
  }
  const meant = (DATA_MEANT[result.cause] ?? decodeLeniently)(text);
  return meant === undefined ? { result } : { result, payload: meant };
}

export interface RecoveredPayload {
  readonly result: StageResult;
  readonly fields?: ReceivedFields;
  /** The members' values as they are written, for what a parsed number no longer shows. */
  readonly written: ReadonlyMap<string, string>;
}

export function recoverPayload(payload: Uint8Array): RecoveredPayload {
  const { fields, result: read } = readPayload(payload);
  const result = read.cause === 'payload-latin-1' ? (wideText(payload) ?? read) : read;
  const text = meantText(payload, result.cause);
  const tree = parseJsonTree(text);
  const doubled = repeatedMember(tree);
  if (fields !== undefined) return { result: doubled ?? result, fields, written: writtenValues(tree) };
  const meant = result.cause === undefined ? undefined : meantFields(text, result.cause);
  return meant === undefined ? { result, written: new Map() } : { result, fields: meant, written: writtenValues(tree) };
}

/** UTF-16 with characters beyond ASCII is no valid UTF-8, and shows by its zero bytes. */
function wideText(payload: Uint8Array): StageResult | undefined {
  const [first, second] = payload;
  const isWide = first === 0xff || first === 0xfe || (first === 0) !== (second === 0);
  return isWide ? broken('payload-utf-16', 'UTF-8 text', 'UTF-16 text') : undefined;
}

function meantText(payload: Uint8Array, cause: SlipId | undefined): string {
  if (cause === 'payload-utf-16') {
    const littleEndian = payload[0] === 0xff || payload[1] === 0;
    return new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be').decode(payload);
  }
  return textOfBytes(payload).replace(/^\ufeff/, '');
}

function meantFields(text: string, cause: SlipId): ReceivedFields | undefined {
  const value = parsed(text);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): ReceivedFields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ReceivedFields) // an object by this test
    : undefined;
}

/** A member that stands twice with different values; equal ones are left open by the interface. */
function repeatedMember(tree: JsonNode | undefined): StageResult | undefined {
  const seen = new Map<string, string>();
  for (const { name, value } of tree?.kind === 'object' ? tree.members : []) {
    const text = JSON.stringify(value);
    const before = seen.get(name);
    if (before !== undefined && before !== text && PAYLOAD_FIELDS.some((field) => JSON.stringify(field) === name)) {
      return broken('payload-member-duplicate', `${name} once`, 'twice, with different values');
    }
    seen.set(name, text);
  }
  return undefined;
}

function writtenValues(tree: JsonNode | undefined): ReadonlyMap<string, string> {
  const members = tree?.kind === 'object' ? tree.members : [];
  return new Map(members.map(({ name, value }) => [name.slice(1, -1), value.kind === 'token' ? value.text : '']));
}

const SIGNATURE_MEANT: Readonly<Partial<Record<SlipId, (text: string) => Uint8Array | undefined>>> = {
  'sign-hex': unhex,
  'sign-double-base64': (text) => decodeLeniently(asText(decodeLeniently(text))),
  'sign-base64-of-hex': (text) => unhex(asText(decodeLeniently(text))),
  'sign-percent-encoded': (text) => decodeLeniently(unpercent(text)),
  'sign-jws': (text) => decodeLeniently(text.slice(text.lastIndexOf('.') + 1)),
  'sign-prefixed': (text) => decodeLeniently(text.replace(/^[\w-]+[:= ]/, '')),
  'sign-attached': (text) => decodeLeniently(text)?.subarray(0, 64),
};

export interface RecoveredSignature {
  readonly result: StageResult;
  readonly signature?: Uint8Array;
}

export function recoverSignature(text: string, payload: Uint8Array | undefined): RecoveredSignature {
  const { signature, result } = readSignature(text, payload);
  if (signature !== undefined || result.cause === undefined) {
    return signature === undefined ? { result } : { result, signature };
  }
  const meant = (SIGNATURE_MEANT[result.cause] ?? decodeLeniently)(text);
  return meant?.length === 64 ? { result, signature: meant } : { result };
}

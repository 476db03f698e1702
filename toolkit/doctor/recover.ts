// Reads on past a defect: from a wrongly encoded SVC-DATA, payload or SVC-SIGN to the bytes that were meant, so that one mistake does
// not hide the next. The defects themselves are told by `toolkit/signing`; here is only what to make of them.
import { Point } from '@noble/ed25519';
import { PAYLOAD_FIELDS } from '../signing/payload.js';
import type { SlipId } from '../signing/slips/slips.js';
import { broken, type StageResult } from '../signing/stage-result.js';
import { readData } from '../signing/stages/read-data.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import { readPayload } from '../signing/stages/read-payload.js';
import { readSignature } from '../signing/stages/read-signature.js';
import { textOfBytes, utf8Bytes } from './capture/capture.js';
import { readLiteral } from './capture/literal.js';
import { fromBase64, fromHex, fromPrinted, isPlaceholder } from './recognise/alphabets.js';
import { inflate } from './recognise/inflate.js';
import { compressionOf, recogniseBytes } from './recognise/values.js';
import type { JsonNode } from './search/json-tree.js';
import { parseJsonTree } from './search/json-tree.js';

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
  'data-hex': fromHex,
  'data-raw-json': utf8Bytes,
  'data-double-base64': (text) => fromBase64(asText(fromBase64(text))),
  'data-base64-of-hex': (text) => fromHex(asText(fromBase64(text))),
  'data-percent-encoded': (text) => fromBase64(unpercent(text)),
  'data-jws': (text) => {
    const parts = text.split('.').map((part) => fromBase64(part));
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

const excerpt = (text: string): string => text.slice(0, 60);

export function recoverData(text: string): RecoveredData {
  const { payload, result } = readData(text);
  if (result.cause !== undefined && isPlaceholder(text)) {
    return { result: broken('data-placeholder', 'base64url of the payload', excerpt(text)) };
  }
  if (result.cause !== 'data-padded' && !isJsonStart(payload) && !isJsonStart(fromBase64(text))) {
    const recognised = recogniseBytes(text, isJsonStart);
    if (recognised !== undefined) {
      const cause = `data-${recognised.word}` as const;
      return { result: broken(cause, 'base64url of the payload', excerpt(text)), payload: recognised.bytes };
    }
    const bytes = payload ?? fromBase64(text);
    const compression = bytes && compressionOf(bytes);
    if (bytes !== undefined && compression !== undefined) {
      const whole = inflate(bytes);
      const compressed = broken('data-compressed', 'base64url of the payload', `${compression}, then base64`);
      return isJsonStart(whole) && whole !== undefined
        ? { result: compressed, payload: whole }
        : { result: compressed };
    }
  }
  // Message verifiers of web frameworks write the data, two dashes and a signature.
  const signed = /^([\w-]{40,}?)--[\w-]{40,}={0,2}$/.exec(text)?.[1];
  const core = signed === undefined ? undefined : fromBase64(signed);
  if (core !== undefined && objectOf(parsed(asText(core))) !== undefined) {
    return { result: broken('data-jws', 'base64url of the payload', excerpt(text)), payload: core };
  }
  const printed = recogniseBytes(asText(payload), isJsonStart);
  if (printed?.word === 'printed') {
    return {
      result: broken('data-printed', 'base64url of the payload', excerpt(asText(payload))),
      payload: printed.bytes,
    };
  }
  if (!isJsonStart(payload ?? fromBase64(text))) {
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
  const meant = (DATA_MEANT[result.cause] ?? fromBase64)(text);
  return meant === undefined ? { result } : { result, payload: meant };
}

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

export function recoverPayload(payload: Uint8Array, expected: Expected = {}): RecoveredPayload {
  const { fields, result: read } = readPayload(payload);
  const result = otherForm(payload, read) ?? read;
  if (result.cause === 'payload-member-missing') return renamed(payload, result, expected);
  const text = meantText(payload, result.cause);
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

/** What is no JSON, by its own form. */
function otherForm(payload: Uint8Array, { cause }: StageResult): StageResult | undefined {
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
  if (/^\s*</.test(text)) return broken('payload-xml', 'a JSON object', 'XML');
  if (printedFields(text) !== undefined) return broken('payload-printed', 'a JSON object', excerpt(text));
  return /^[\w"'-]+\s*[:=]\s*\S/m.test(text) && /\n/.test(text)
    ? broken('payload-yaml', 'a JSON object', 'lines')
    : undefined;
}

/** No text in Latin-1 holds these; bytes that were compressed or encrypted soon do. */
const holdsControls = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13);

function printedFields(text: string): ReceivedFields | undefined {
  // Names in double quotes with a colon are JSON with another mistake.
  if (!/'api_key'|\bapi_key['"]?\s*(?:=>?)|(?<!["\w])api_key:/.test(text)) return undefined;
  const fields = objectOf(readLiteral(text.trim())?.value);
  return fields !== undefined && PAYLOAD_FIELDS.some((name) => Object.hasOwn(fields, name)) ? fields : undefined;
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
  const [first] = pairs;
  if (first === undefined) return { result, fields, written };
  const names = new Map(pairs.map(([name, other]) => [other, name]));
  return {
    result: pairs.length === missing.length ? broken('payload-member-renamed', `member ${first[0]}`, first[1]) : result,
    fields: Object.fromEntries(Object.entries(fields).map(([name, one]) => [names.get(name) ?? name, one])),
    written,
  };
}

const LIKE: Readonly<Record<string, RegExp>> = {
  api_key: /^(?:api|access|public|client)?_?key(?:_?id)?$/i,
  idempotency_key: /^(?:idempotency|idempotent|idem)(?:_?key|_?id)?$|^(?:client_?)?request_?id$/i,
  timestamp: /^(?:ts|time|time_?stamp(?:_?ms)?|nonce|date)$/i,
  sign_version: /^(?:sig\w*_?)?ver(?:sion)?$|^v$/i,
  method: /^(?:http_?)?(?:method|verb)$/i,
  path: /^(?:url|uri|request_?(?:path|uri|url)|path_?with_?query|endpoint|target|resource)$/i,
  body_hash: /^(?:body|content|payload|data)?_?(?:hash|digest|sha_?256|checksum)$/i,
};

/** Names of headers stand for members too. */
const isNamedLike = (name: string, field: string): boolean =>
  LIKE[field]?.test(name.replace(/^(?:x[-_])?svc[-_]/i, '').replaceAll('-', '_')) === true;

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
  return textOfBytes(payload)
    .replace(/^\ufeff/, '')
    .replace(/\0+$/, '');
}

function meantFields(text: string, cause: SlipId): ReceivedFields | undefined {
  const value = parsed(text);
  if (cause === 'payload-printed') return printedFields(text);
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

const SIGNATURE_MEANT: Readonly<Partial<Record<SlipId, (text: string) => Uint8Array | undefined>>> = {
  'sign-hex': fromHex,
  'sign-double-base64': (text) => fromBase64(asText(fromBase64(text))),
  'sign-base64-of-hex': (text) => fromHex(asText(fromBase64(text))),
  'sign-percent-encoded': (text) => fromBase64(unpercent(text)),
  'sign-jws': (text) => fromBase64(text.slice(text.lastIndexOf('.') + 1)),
  'sign-prefixed': (text) => fromBase64(text.replace(/^[\w-]+[:= ]/, '')),
  'sign-attached': (text) => fromBase64(text)?.subarray(0, 64),
};

/** Causes that say more than another reading of the text could. */
const TOLD: ReadonlySet<SlipId> = new Set<SlipId>([
  'sign-hex',
  'sign-padded',
  'sign-standard-alphabet',
  'sign-jws',
  'sign-prefixed',
]);
const SIGNATURE_WANTED = '86 characters of base64url without padding: 64 bytes';

/** Longer text holds more than a signature in base64, whatever its padding is. */
const LONGEST_TOLD = 128;

/** Text that is base64 of another length too is another encoding only where the signature then verifies. */
function signatureShape(text: string, { isProven, known = [], data }: Proof): RecoveredSignature | undefined {
  const told = (cause: SlipId, signature?: Uint8Array): RecoveredSignature => {
    const result = broken(cause, SIGNATURE_WANTED, excerpt(text));
    return signature === undefined ? { result } : { result, signature };
  };
  if (isPlaceholder(text)) return told('sign-placeholder');
  if (data !== undefined && text === data) return told('sign-is-data');
  const inner = asText(fromBase64(text));
  if (/^[0-9A-Fa-f]{128}$/.test(inner)) return told('sign-base64-of-hex', fromHex(inner));
  const isAmbiguous = fromBase64(text) !== undefined;
  const recognised = recogniseBytes(
    text,
    (bytes) => bytes.length === 64 && (!isAmbiguous || isProven === undefined || isProven(bytes)),
  );
  if (recognised !== undefined && fromBase64(text)?.length !== 64) {
    return told(`sign-${recognised.word}`, recognised.bytes);
  }
  const bytes = fromBase64(text);
  const prefixed = /^[\w-]+[:= ]+(\S{86,128})$/.exec(text)?.[1];
  const behind = prefixed === undefined ? undefined : (fromHex(prefixed) ?? fromBase64(prefixed));
  if (behind?.length === 64) return told('sign-prefixed', behind);
  const short = bytes?.length === 32 ? bytes : recogniseBytes(text, (one) => one.length === 32)?.bytes;
  if (short !== undefined) {
    if (known.some((key) => key.every((byte, at) => byte === short[at]))) return told('sign-public-key');
    return told(isInSubgroup(short) ? 'sign-half' : 'sign-hmac');
  }
  const unescaped = fromBase64(text.replaceAll(/\\[nr]/g, ''));
  if (bytes === undefined && unescaped?.length === 64) return told('sign-printed', unescaped);
  const changed = bytes === undefined ? undefined : throughText(bytes);
  if (changed !== undefined) return told(changed.cause, changed.signature);
  return bytes?.length === 96 ? told('sign-public-key-attached', bytes.subarray(0, 64)) : undefined;
}

/** The beginning of a signature is a point of the group; of sixteen other texts of 32 bytes fifteen are none. */
function isInSubgroup(bytes: Uint8Array): boolean {
  try {
    return Point.fromBytes(bytes).isTorsionFree();
  } catch {
    return false;
  }
}

/** Bytes that were text on their way, or stand in a structure: what is left of the signature. */
function throughText(bytes: Uint8Array): { readonly cause: SlipId; readonly signature?: Uint8Array } | undefined {
  if (bytes.length === 66 && bytes[0] === 4 && bytes[1] === 64) {
    return { cause: 'sign-wrapped', signature: bytes.subarray(2) };
  }
  if (bytes.length === 64 || bytes.length < 24) return undefined;
  const text = utf8Text(bytes);
  if (text === undefined) return undefined;
  const listed = fromPrinted(text);
  if (listed?.length === 64) return { cause: 'sign-printed', signature: listed };
  const isWidened = [...text].length === 64 && [...text].every((one) => one <= '\xff');
  if (isWidened) return { cause: 'sign-utf-8', signature: Uint8Array.from(text, (one) => one.charCodeAt(0)) };
  return /[^\t\n\r\x20-\x7e]/.test(text) ? { cause: 'sign-lossy' } : undefined;
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What is known beside the text of SVC-SIGN. */
export interface Proof {
  /** Whether 64 bytes are a signature by a known key; left out where no key is known. */
  readonly isProven?: ((signature: Uint8Array) => boolean) | undefined;
  readonly known?: readonly Uint8Array[];
  /** The text of SVC-DATA. */
  readonly data?: string | undefined;
}

export interface RecoveredSignature {
  readonly result: StageResult;
  readonly signature?: Uint8Array;
}

/** A signature of one letter case still holds more characters than this. */
const FEWEST_LETTERS = 12;

export function recoverSignature(text: string, payload: Uint8Array | undefined, proof: Proof = {}): RecoveredSignature {
  const { signature, result } = readSignature(text, payload);
  const isOneCase = signature !== undefined && (text === text.toLowerCase() || text === text.toUpperCase());
  // The same character all along was never a signature.
  if (isOneCase && new Set(text).size > FEWEST_LETTERS) {
    return { result: broken('sign-letter-case', SIGNATURE_WANTED, excerpt(text)) };
  }
  if (result.cause !== undefined && (!TOLD.has(result.cause) || text.length > LONGEST_TOLD)) {
    const told = signatureShape(text, proof);
    if (told !== undefined) return told;
  }
  if (signature !== undefined || result.cause === undefined) {
    return signature === undefined ? { result } : { result, signature };
  }
  const meant = (SIGNATURE_MEANT[result.cause] ?? fromBase64)(text);
  return meant?.length === 64 ? { result, signature: meant } : { result };
}

// From the payload's bytes to its members (interface 5.2). Extra members, white space, order and repeated members are free here, as
// the interface leaves them open; only what it states is judged. Values are judged in `judge-fields.ts`.
import { isJsonText } from '../../payload/json-kind.js';
import { PAYLOAD_FIELDS } from '../payload.js';
import type { SlipId } from '../slips/slips.js';
import { broken, ok, type StageResult } from '../stage-result.js';
import { ascii } from './read-data.js';

/** The members as they came: any JSON values under the seven names. */
export type ReceivedFields = Readonly<Record<string, unknown>>;

export interface PayloadReading {
  readonly fields?: ReceivedFields;
  readonly result: StageResult;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function readPayload(payload: Uint8Array): PayloadReading {
  let text: string;
  try {
    text = utf8.decode(payload);
  } catch {
    return defect(isUtf16(payload) ? 'payload-utf-16' : 'payload-latin-1', 'UTF-8 text', 'other bytes');
  }
  if (text.startsWith('\ufeff')) {
    return defect('payload-byte-order-mark', 'JSON from the first byte on', 'a byte order mark');
  }
  if (isUtf16(payload)) return defect('payload-utf-16', 'UTF-8 text', 'UTF-16 text');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return defect(notJsonCause(text), 'a JSON object', 'other text');
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? readMembers(value as ReceivedFields) // an object by this test
    : defect(
        typeof value === 'string' && isJsonObjectText(value) ? 'payload-json-twice' : 'payload-not-object',
        'a JSON object',
        'another JSON value',
      );
}

function readMembers(fields: ReceivedFields): PayloadReading {
  const missing = PAYLOAD_FIELDS.filter((name) => !Object.hasOwn(fields, name));
  const [first] = missing;
  if (first === undefined) return { fields, result: ok('payload') };
  const isWrapped = Object.values(fields).some(
    (value) =>
      typeof value === 'object' && value !== null && PAYLOAD_FIELDS.every((name) => Object.hasOwn(value, name)),
  );
  if (isWrapped) return defect('payload-wrapped', 'the seven members at the top level', 'an object around them');
  const spelled = Object.keys(fields).find((name) => sameWord(name, first));
  return spelled === undefined
    ? defect('payload-member-missing', `member ${missing.join(', ')}`, 'none')
    : defect('payload-member-renamed', `member ${first}`, spelled);
}

function sameWord(a: string, b: string): boolean {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, '');
  return plain(a) === plain(b);
}

function notJsonCause(text: string): SlipId {
  if (/^[\w.%-]+=[^&]*&[\w.%-]+=/.test(text)) return 'payload-form-encoded';
  if (hasMoreAfterObject(text)) return 'payload-trailing-text';
  return /^\s*\{\s*"/.test(text) && !text.trimEnd().endsWith('}') ? 'data-truncated' : 'payload-not-json';
}

/** Readers of a stream of JSON stop at the end of the object, wherever that is. */
function hasMoreAfterObject(text: string): boolean {
  let end = text.indexOf('}');
  for (let tried = 0; end >= 0 && tried < MOST_BRACES; tried++, end = text.indexOf('}', end + 1)) {
    if (isJsonText(text.slice(0, end + 1))) return true;
  }
  return false;
}

/** Braces may stand within texts. */
const MOST_BRACES = 8;

function isJsonObjectText(text: string): boolean {
  return /^\s*\{\s*"/.test(text);
}

function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || ((first === 0) !== (second === 0) && ascii(bytes) !== undefined);
}

function defect(cause: SlipId, expected: string, actual: string): PayloadReading {
  return { result: broken(cause, expected, actual) };
}

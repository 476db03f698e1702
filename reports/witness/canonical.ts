// Digests that a witness and a reader of the journal compute alike: over messages as a journal keeps them, without secrets. What software
// between the two adds to a request is left out of it; order and case of names mean nothing.
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { sha256 } from '../certificate/sha256.js';
import type { AnswerDigests, RequestDigests } from './record.js';

/** The part of a journal record that is digested. */
export interface Journalled {
  readonly raw: string | { readonly base64: string } | null;
  readonly parsed: JsonValue;
}

/** Set by whatever carries a request, not by whoever signs it. */
const OF_THE_CARRIER = /^(?:host|connection|content-length|transfer-encoding|upgrade|keep-alive|sec-websocket-.*)$/;

/** `parsed` holds `method`, `path` and `headers` as pairs. */
export function requestDigests({ raw, parsed }: Journalled): RequestDigests {
  const list = memberOf(parsed, 'headers');
  const headers = (isJsonArray(list) ? list : [])
    .flatMap((pair) => (isJsonArray(pair) ? linesOf(String(pair[0]), String(pair[1])) : []))
    .filter(([name]) => !OF_THE_CARRIER.test(name));
  // Sorting is stable: what is repeated keeps its order.
  headers.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  const [method, path] = [memberOf(parsed, 'method'), memberOf(parsed, 'path')].map((text) => onTheWire(String(text)));
  const signedData = headers.find(([name]) => name === 'svc-data');
  return {
    head: digest([method ?? '', path ?? '', headers.map((pair) => [...pair])]),
    data: signedData === undefined ? '' : digest(signedData[1]),
    body: messageDigest(raw),
  };
}

/** `parsed` holds `status` and `headers` by lower-case name, repeated ones joined. */
export function answerDigests({ raw, parsed }: Journalled): AnswerDigests {
  const headers = memberOf(parsed, 'headers');
  const pairs = Object.entries(isJsonObject(headers) ? headers : {}).map(([name, value]) => [
    name,
    // Readers disagree on bytes beyond ASCII, which mean nothing in an answer's head.
    String(value)
      .replace(/[^!-~]+/g, ' ')
      .trim(),
  ]);
  pairs.sort(([left = ''], [right = '']) => (left < right ? -1 : 1));
  const status = memberOf(parsed, 'status');
  return { status: typeof status === 'number' ? status : 0, headers: digest(pairs), body: messageDigest(raw) };
}

/** A body, or a message of a stream; none is an empty one. */
export function messageDigest(raw: Journalled['raw']): string {
  return digest(raw === null ? '' : typeof raw === 'string' ? raw : { base64: raw.base64 });
}

function digest(value: JsonValue): string {
  return sha256(JSON.stringify(value));
}

/** A header as its receiver reads it: a value that breaks lines is several of them. */
function linesOf(name: string, value: string): readonly (readonly [string, string])[] {
  return `${name}: ${value}`.split('\r\n').map((line) => {
    const colon = Math.max(line.indexOf(':'), 0);
    return [line.slice(0, colon).toLowerCase(), onTheWire(line.slice(colon + 1)).replace(/^[ \t]+|[ \t]+$/g, '')];
  });
}

/** Text beyond Latin-1 leaves as UTF-8, and no receiver can tell which it was: both are read as UTF-8 where they can be. */
function onTheWire(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const bytes = Buffer.from(text, /[^\0-\u00ff]/.test(text) ? 'utf8' : 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

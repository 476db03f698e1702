// Captures in JSON: an object of our own (method, path or url, headers, body), an entry of a HAR file or the whole file, and a line of
// a journal of this project. Unknown members are ignored.

import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import type { Capture } from './capture.js';
import { captureInvalid, targetOfUrl, utf8Bytes } from './capture.js';

type Header = readonly [name: string, value: string];

/** @throws ProtocolError `capture-invalid` for JSON without method and path. */
export function readJsonCapture(value: JsonValue): Capture {
  const url = textMember(value, 'url');
  const path =
    textMember(value, 'path') ??
    textMember(value, 'target') ??
    (url === undefined ? undefined : (targetOfUrl(url) ?? url));
  const method = textMember(value, 'method');
  if (method === undefined || path === undefined) {
    throw captureInvalid(
      'expected JSON with "method", "path" (or "url"), "headers" and "body", got an object without the first two',
    );
  }
  const atMs = memberOf(value, 'at_ms') ?? memberOf(value, 'atMs');
  return {
    format: 'json',
    method,
    path,
    headers: headersOf(memberOf(value, 'headers')),
    body: bodyOf(memberOf(value, 'body')),
    ...(typeof atMs === 'number' ? { atMs } : {}),
    notes: [],
  };
}

function textMember(value: JsonValue | undefined, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

/** `{name: value}`, `{name: [values]}`, `[[name, value]]` or `[{name, value}]`. */
function headersOf(value: JsonValue | undefined): readonly Header[] {
  if (isJsonArray(value)) {
    return value.flatMap((one): readonly Header[] => {
      const [name, text] = isJsonArray(one) ? one : [memberOf(one, 'name'), memberOf(one, 'value')];
      return typeof name === 'string' ? [[name, text === undefined || text === null ? '' : String(text)]] : [];
    });
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]): readonly Header[] =>
    (isJsonArray(member) ? member : [member]).map((text) => [name, text === null ? '' : String(text)] as const),
  );
}

/** Text, `{base64}`, or JSON that must be guessed to have been sent compactly; absent or null is no body. */
function bodyOf(value: JsonValue | undefined): Uint8Array | undefined {
  if (value === undefined || value === null) return new Uint8Array();
  if (typeof value === 'string') return utf8Bytes(value);
  const base64 = textMember(value, 'base64');
  return base64 === undefined ? utf8Bytes(JSON.stringify(value)) : fromBase64(base64);
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Whether the value is a HAR file or one of its entries. */
export function isHar(value: JsonValue): boolean {
  return isJsonArray(memberOf(memberOf(value, 'log'), 'entries')) || isHarEntry(value);
}

function isHarEntry(value: JsonValue | undefined): boolean {
  return typeof memberOf(memberOf(value, 'request'), 'url') === 'string';
}

/**
 * @param entry which one, counted from 0; the first that carries a signature when left out.
 * @throws ProtocolError `capture-invalid` when there is none.
 */
export function readHar(value: JsonValue, entry?: number): Capture {
  const entries = memberOf(memberOf(value, 'log'), 'entries');
  const all = isJsonArray(entries) ? entries : [value];
  const signed = (one: JsonValue): boolean =>
    headersOf(memberOf(memberOf(one, 'request'), 'headers')).some(([name]) => name.toUpperCase().startsWith('SVC-'));
  const chosen = entry === undefined ? (all.find(signed) ?? all[0]) : all[entry];
  const request = memberOf(chosen, 'request');
  const url = textMember(request, 'url');
  const target = url === undefined ? undefined : targetOfUrl(url);
  if (chosen === undefined || target === undefined) {
    throw captureInvalid(
      `expected a HAR entry with a request${entry === undefined ? '' : ` at ${entry}`}, got ${all.length} entries without it`,
    );
  }
  const post = memberOf(request, 'postData');
  const text = textMember(post, 'text');
  const at = dateOf(chosen);
  return {
    format: 'har',
    method: textMember(request, 'method') ?? 'GET',
    path: target,
    headers: headersOf(memberOf(request, 'headers')),
    body:
      text === undefined
        ? post === undefined
          ? new Uint8Array()
          : undefined
        : textMember(post, 'encoding') === 'base64'
          ? fromBase64(text)
          : utf8Bytes(text),
    ...(at === undefined ? {} : { atMs: at }),
    notes: all.length > 1 ? [`taken from entry ${all.indexOf(chosen)} of ${all.length}`] : [],
  };
}

/** The server's Date where the answer has one, else the moment that the browser noted. */
function dateOf(entry: JsonValue): number | undefined {
  const answered = headersOf(memberOf(memberOf(entry, 'response'), 'headers')).find(
    ([name]) => name.toLowerCase() === 'date',
  );
  const ms = Date.parse(answered?.[1] ?? textMember(entry, 'startedDateTime') ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

/** Whether the value is the record of a request in a journal of this project. */
export function isJournalRecord(value: JsonValue): boolean {
  return memberOf(value, 'kind') === 'invoke' && isJsonObject(memberOf(value, 'parsed'));
}

export function readJournalRecord(value: JsonValue): Capture {
  const parsed = memberOf(value, 'parsed');
  const method = textMember(parsed, 'method');
  const path = textMember(parsed, 'path');
  if (method === undefined || path === undefined) {
    throw captureInvalid('expected an invoke record with method and path, got one without');
  }
  const atMs = Date.parse(textMember(value, 'wall') ?? '');
  return {
    format: 'journal',
    method,
    path,
    headers: headersOf(memberOf(parsed, 'headers')),
    body: bodyOf(memberOf(value, 'raw')),
    ...(Number.isNaN(atMs) ? {} : { atMs }),
    notes: ['a journal shortens signatures, so that none can be sent again; everything else is judged'],
  };
}

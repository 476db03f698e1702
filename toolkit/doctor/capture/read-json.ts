// Captures in JSON whose form is known: an entry of a HAR file or the whole file, and a line of a journal of this project. Every other JSON
// is looked through by `find-request.ts`. Unknown members are ignored.

import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import type { Capture } from './capture.js';
import { captureInvalid, statedLengthOf, targetOfUrl, utf8Bytes } from './capture.js';
import { readingsOf } from './encoded-body.js';
import { bodyOf, fromBase64 } from './find-request.js';
import { listOf } from './header-lists.js';

function textMember(value: JsonValue | undefined, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

/** Whether the value is a HAR file or one of its entries. */
export function isHar(value: JsonValue): boolean {
  return isJsonArray(memberOf(memberOf(value, 'log'), 'entries')) || isHarEntry(value);
}

function isHarEntry(value: JsonValue | undefined): boolean {
  const request = memberOf(value, 'request');
  // Sentry names the same things, and holds the body as `data`.
  const isOther = ['data', 'body'].some((name) => memberOf(request, name) !== undefined);
  return typeof memberOf(request, 'url') === 'string' && isJsonArray(memberOf(request, 'headers')) && !isOther;
}

/**
 * @param entry which one, counted from 0; the first that carries a signature when left out.
 * @throws ProtocolError `capture-invalid` when there is none.
 */
export function readHar(value: JsonValue, entry?: number): Capture {
  const entries = memberOf(memberOf(value, 'log'), 'entries');
  const all = isJsonArray(entries) ? entries : [value];
  const signed = (one: JsonValue): boolean =>
    listOf(memberOf(memberOf(one, 'request'), 'headers')).some(([name]) => name.toUpperCase().startsWith('SVC-'));
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
    headers: listOf(memberOf(request, 'headers')).filter(([name]) => !name.startsWith(':')),
    body:
      text === undefined
        ? post === undefined || post === null
          ? new Uint8Array()
          : undefined
        : textMember(post, 'encoding') === 'base64'
          ? fromBase64(text)
          : utf8Bytes(text),
    ...(text === undefined ? {} : { decodedBodies: readingsOf(text) }),
    ...statedLengthOf(listOf(memberOf(request, 'headers'))),
    ...(at === undefined ? {} : { atMs: at }),
    notes: all.length > 1 ? [`taken from entry ${all.indexOf(chosen)} of ${all.length}`] : [],
  };
}

/** The server's Date where the answer has one, else the moment that the browser noted. */
function dateOf(entry: JsonValue): number | undefined {
  const answered = listOf(memberOf(memberOf(entry, 'response'), 'headers')).find(
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
    headers: listOf(memberOf(parsed, 'headers')),
    ...bodyOf(memberOf(value, 'raw')),
    ...(Number.isNaN(atMs) ? {} : { atMs }),
    notes: ['a journal shortens signatures, so that none can be sent again; everything else is judged'],
  };
}

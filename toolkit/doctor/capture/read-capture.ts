// Recognises the form of a capture and reads it: raw HTTP, a curl command line, a HAR file or entry, JSON, a line of a journal.

import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import { readStrictJson } from '../../payload/strict-json.js';
import type { Capture, CaptureFormat } from './capture.js';
import { captureInvalid, MAX_CAPTURE_BYTES, textOfBytes } from './capture.js';
import { looksLikeCurl, readCurl } from './read-curl.js';
import { looksLikeHttp, readHttp } from './read-http.js';
import { isHar, isJournalRecord, readHar, readJournalRecord, readJsonCapture } from './read-json.js';

export interface ReadCaptureOptions {
  /** Reads it as this form instead of finding out. */
  readonly format?: Exclude<CaptureFormat, 'live'>;
  /** Which entry of a HAR file, counted from 0. */
  readonly entry?: number;
  /** Which record of a journal, by its index `i`. */
  readonly record?: number;
}

/** @throws ProtocolError `capture-invalid` with what was expected; the message never repeats the capture at length. */
export function readCapture(bytes: Uint8Array, options: ReadCaptureOptions = {}): Capture {
  if (bytes.length > MAX_CAPTURE_BYTES) {
    throw captureInvalid(
      `expected a capture of at most ${MAX_CAPTURE_BYTES >> 20} MB, got ${Math.ceil(bytes.length / (1 << 20))} MB`,
    );
  }
  // Byte order marks of editors are no part of a capture.
  const clean = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const start = textOfBytes(clean.subarray(0, 400));
  const format = options.format ?? guess(start);
  if (format === 'http') return readHttp(clean);
  return format === 'curl' ? readCurl(textOfBytes(clean)) : readJson(clean, format, options);
}

function guess(start: string): 'http' | 'curl' | 'json' {
  if (looksLikeCurl(start)) return 'curl';
  if (/^\s*[{[]/.test(start)) return 'json';
  if (looksLikeHttp(start)) return 'http';
  throw captureInvalid(
    start.trim() === ''
      ? 'expected a captured request, got nothing'
      : 'expected raw HTTP, a curl command, HAR, JSON or a line of a journal, got something else',
  );
}

function readJson(bytes: Uint8Array, format: 'har' | 'json' | 'journal', options: ReadCaptureOptions): Capture {
  const value = options.record === undefined ? parse(bytes) : journalRecord(bytes, options.record);
  if (format === 'journal' || isJournalRecord(value)) return readJournalRecord(value);
  return format === 'har' || isHar(value) ? readHar(value, options.entry) : readJsonCapture(value);
}

function parse(bytes: Uint8Array): JsonValue {
  const { value, defects } = readStrictJson(bytes, { maxBytes: MAX_CAPTURE_BYTES, maxDepth: 200 });
  if (value !== undefined) return value;
  const lines = textOfBytes(bytes).split('\n', 2);
  if (lines.length > 1 && /^\s*\{"journal":/.test(lines[0] ?? '')) {
    throw captureInvalid(
      'expected one line of a journal, got a whole one; name the record of the request by its index',
    );
  }
  throw captureInvalid(
    `expected JSON, got text that is none: ${defects[0]?.message ?? ''} (at byte ${defects[0]?.offset ?? 0})`,
  );
}

function journalRecord(bytes: Uint8Array, index: number): JsonValue {
  const start = `{"i":${index},`;
  const line = textOfBytes(bytes)
    .split('\n')
    .find((one) => one.startsWith(start));
  if (line === undefined) throw captureInvalid(`expected a journal with a record ${index}, got one without`);
  const value = parse(new TextEncoder().encode(line));
  if (!isJournalRecord(value)) {
    throw captureInvalid(
      `expected record ${index} to be a request (invoke), got ${JSON.stringify(memberOf(value, 'kind') ?? null)}`,
    );
  }
  return value;
}

// Recognises the form of a capture and reads it: HTTP text in whatever a tool or a person put around it, a command line, source code, a HAR
// file, JSON, a line of a journal, a dump of bytes, and at last any text that shows the signed headers.

import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import { readStrictJson } from '../../payload/strict-json.js';
import type { Capture, CaptureFormat } from './capture.js';
import { captureInvalid, MAX_CAPTURE_BYTES, textOfBytes, utf8Bytes } from './capture.js';
import { fromDumpedWords } from './dumped-words.js';
import { findRequest } from './find-request.js';
import { withoutMessages } from './handshake.js';
import { fromHexDump, fromOneWord } from './hex-dump.js';
import { fromNameLines, inUtf8, peeled, withoutFence } from './peel.js';
import { fromPrintedBytes, fromTrace } from './printed-bytes.js';
import { readCommand } from './read-command.js';
import { looksLikeCurl, readCurl } from './read-curl.js';
import { looksLikeHttp, readHttp } from './read-http.js';
import { isHar, isJournalRecord, readHar, readJournalRecord } from './read-json.js';
import { readScript } from './read-script.js';
import { fromTable } from './read-table.js';
import { xmlValue } from './read-xml.js';
import { scrape, scrapeHeaders } from './scrape.js';
import { requestByShell } from './shell-input.js';
import { isMarkedTorn, isTorn } from './torn-text.js';
import { undone } from './undone.js';

export interface ReadCaptureOptions {
  /** Reads it as this form instead of finding out. */
  readonly format?: Exclude<CaptureFormat, 'live'>;
  /** Which entry of a HAR file or which of several requests, counted from 0. */
  readonly entry?: number;
  /** Which record of a journal, by its index `i`. */
  readonly record?: number;
}

/** @throws ProtocolError `capture-invalid` with what was expected; the message never repeats the capture. */
export function readCapture(bytes: Uint8Array, options: ReadCaptureOptions = {}): Capture {
  if (bytes.length > MAX_CAPTURE_BYTES) {
    throw captureInvalid(
      `expected a capture of at most ${MAX_CAPTURE_BYTES >> 20} MB, got ${Math.ceil(bytes.length / (1 << 20))} MB`,
    );
  }
  const clean = inUtf8(bytes);
  return withinBounds(withWholeNames(withoutRest(withoutMessages(readAs(clean, options)), clean)));
}

/** Of a program or a text that stops in the middle: what it would have gone on with is not known. */
function withoutRest(capture: Capture, bytes: Uint8Array): Capture {
  const isProgram = ['curl', 'command', 'script', 'text'].includes(capture.format);
  if (bytes.length > LARGE || capture.body?.length === (capture.statedLength ?? -1)) return capture;
  const text = textOfBytes(bytes);
  if (!isMarkedTorn(text) && !(isProgram && isTorn(text))) return capture;
  const isBodyLess = capture.body === undefined || capture.body.length === 0;
  return {
    ...capture,
    lacksHeaders: true,
    ...(isBodyLess ? { body: undefined, otherBodies: capture.otherBodies ?? [new Uint8Array()] } : {}),
    notes: [...capture.notes, 'the capture stops in the middle: what stood behind that is not known'],
  };
}

/** No name of a header holds line breaks or marks without width: they come of what shows the request. */
function withWholeNames(capture: Capture): Capture {
  const broken = /\s*[\r\n]\s*|[\u00ad\u200b-\u200d\u2060\ufeff]+/g;
  if (!capture.headers.some(([name]) => /svc/i.test(name) && name.search(broken) !== -1)) return capture;
  return { ...capture, headers: capture.headers.map(([name, value]) => [name.replace(broken, ''), value] as const) };
}

/** Longer texts are no request that any server takes, and whatever is sought in them would take its time. */
const MOST_CHARACTERS = 128 << 10;

function withinBounds(capture: Capture): Capture {
  for (const [what, text] of [['a request target', capture.path] as const, ...capture.headers]) {
    if (text.length <= MOST_CHARACTERS) continue;
    const name = what.length <= MOST_NAMED ? what : 'a header';
    throw captureInvalid(`expected ${name} of at most ${MOST_CHARACTERS} characters, got ${text.length}`);
  }
  return capture;
}

const MOST_NAMED = 40;

function readAs(clean: Uint8Array, options: ReadCaptureOptions): Capture {
  const { format } = options;
  if (format === undefined) return guessed(clean.length > LARGE ? clean : plain(clean), options);
  if (format === 'http') return readHttp(clean, options.entry);
  if (format === 'curl') return readCurl(textOfBytes(clean));
  if (format === 'har' || format === 'json' || format === 'journal') return readJson(clean, format, options);
  const capture = { script: readScript, command: readCommand, text: scrape }[format](textOfBytes(clean));
  if (capture === undefined) throw captureInvalid(`expected ${format} with a signed request in it, got text without`);
  return capture;
}

/** Larger captures are read in the plain forms alone. */
const LARGE = 4 << 20;

/** The bytes themselves where nothing is to be undone: a body need not be text. */
function plain(bytes: Uint8Array): Uint8Array {
  const text = textOfBytes(bytes);
  const bare = undone(text);
  return bare === text ? bytes : utf8Bytes(bare);
}

function guessed(bytes: Uint8Array, options: ReadCaptureOptions): Capture {
  const start = textOfBytes(bytes.subarray(0, 400));
  if (start.trim() === '') throw captureInvalid('expected a captured request, got nothing');
  const named = /^\s*:[a-z]+:?[ \t]*\r?\n/.test(start) ? bytesOf(fromNameLines(textOfBytes(bytes))) : undefined;
  if (named !== undefined) return readHttp(named, options.entry);
  if (looksLikeHttp(start) && !isPrintedObject(start)) return fromHttp(bytes, options);
  if (/^\s*\{"journal":/.test(start)) return readJson(bytes, 'journal', options);
  if (/^\s*[{[]/.test(start)) {
    const json = jsonIn(bytes, options);
    if (json !== undefined) return json;
  }
  const read = bytes.length > LARGE ? undefined : readText(textOfBytes(bytes), options);
  if (read !== undefined) return read;
  // Says what is wrong with it as JSON, where it starts like that.
  if (/^\s*(?:\{|\[\s*[[{"\]])/.test(start)) return readJson(bytes, 'json', options);
  throw captureInvalid(
    'expected raw HTTP, a curl command, HAR, JSON or a line of a journal, or another text with the SVC- headers of a request, got something else',
  );
}

/** A method and a URL above a printed dictionary of headers. */
const isPrintedObject = (start: string): boolean =>
  /^\s*[A-Z]+ \S+[ \t]*\r?\n\s*(?:\{|[\w.]*\(?\{|(?:\w+\s*[=:]+\s*)?(?:\{|map\[|\w+\(\[?\{?))/.test(start);

/** HTTP text as it is, or peeled where what follows its first line is no head. */
function fromHttp(bytes: Uint8Array, options: ReadCaptureOptions): Capture {
  const capture = readHttp(bytes, options.entry);
  const isPlain = capture.headers.length > 0 && withPlainNames(capture) !== undefined;
  if (bytes.length > LARGE) return capture;
  const text = textOfBytes(bytes);
  if (isPlain && !misses(capture, text)) return capture;
  return readText(text, options) ?? capture;
}

/** Whether the signed headers stand elsewhere in the text than where this reader looked. */
const misses = (capture: Capture, text: string): boolean =>
  signedOnly(capture) === undefined &&
  // Sent in another header, or in the query, they are where this reader has them.
  !/svc[-_]/i.test([capture.path, ...capture.headers.map(([, value]) => value)].join(' ')) &&
  /svc[-_](?:data|sign)\b(?![-_])/i.test(withoutBody(capture, text));

/** What a body of the stated length holds was sent in the body. */
function withoutBody({ body, statedLength, format }: Capture, text: string): string {
  const isFramed = format === 'http' && body !== undefined && body.length > 0 && body.length === statedLength;
  return isFramed ? text.replace(textOfBytes(body), () => '') : text;
}

type Reader = (text: string, options: ReadCaptureOptions) => Capture | undefined;

/** In the order of how surely each form is told. */
const READERS: readonly Reader[] = [
  (text) => recordIn(fromTable(text)),
  (text) => recordIn(xmlValue(text)),
  (text) => {
    const traced = fromTrace(text);
    if (traced === undefined) return undefined;
    const capture = readHttp(traced.bytes);
    const isLossy = traced.isLossy && capture.body !== undefined && capture.body.length > 0;
    return !isLossy
      ? capture
      : {
          ...capture,
          body: undefined,
          otherBodies: [...(capture.body === undefined ? [] : [capture.body]), ...(capture.otherBodies ?? [])],
          notes: [...capture.notes, 'the trace shows a dot for every byte of the body that is not printable'],
        };
  },
  (text, { entry }) => signedOnly(fromBytes(requestByShell(text), entry)),
  (text, { entry }) => fromBytes(fromPrintedBytes(text) ?? fromHexDump(text), entry),
  (text, { entry }) => fromBytes(fromDumpedWords(text), entry),
  (text) => (looksLikeCurl(text) ? curlWithOutput(text) : undefined),
  (text) => readCommand(text),
  (text) => readScript(text),
  (text, { entry }) => fromBytes(bytesOf(fromNameLines(text)), entry),
  (text) => jsonLine(text),
  (text, { entry }) =>
    isPrintedObject(text) ? undefined : signedOnly(withPlainNames(fromBytes(bytesOf(peeled(text)), entry))),
  (text, { entry }) => fromBytes(fromOneWord(text), entry),
  (text) => scrape(text),
  (text, { entry }) => withPlainNames(fromBytes(bytesOf(peeled(text)), entry)),
  (text) => scrapeHeaders(text),
];

function readText(whole: string, options: ReadCaptureOptions): Capture | undefined {
  const text = withoutFence(whole);
  if (text !== whole && looksLikeHttp(text) && !isPrintedObject(text)) return readHttp(utf8Bytes(text), options.entry);
  let unsigned: Capture | undefined;
  for (const read of READERS) {
    const capture = read(text, options);
    if (capture !== undefined && !misses(capture, text)) return capture;
    unsigned ??= capture;
  }
  return unsigned;
}

const bytesOf = (text: string | undefined): Uint8Array | undefined =>
  text === undefined ? undefined : utf8Bytes(text);

function fromBytes(bytes: Uint8Array | undefined, entry: number | undefined): Capture | undefined {
  if (bytes === undefined || !looksLikeHttp(textOfBytes(bytes.subarray(0, 400)))) return undefined;
  return readHttp(bytes, entry);
}

/** Undefined where the lines below the first are the printed value of a program and no headers. */
const withPlainNames = (capture: Capture | undefined): Capture | undefined =>
  capture?.headers.some(([name]) => /[{([]/.test(name) && /svc[-_]/i.test(name)) === true ? undefined : capture;

const signedOnly = (capture: Capture | undefined): Capture | undefined =>
  capture?.headers.some(([name]) => /svc[-_]/i.test(name)) === true ? capture : undefined;

/** A command, and where its output stands below it, the server's time from there. */
function curlWithOutput(text: string): Capture {
  const capture = readCurl(text);
  const date = /\n<? ?date: *([^\r\n]+)/i.exec(text)?.[1];
  const atMs = Date.parse(date ?? '');
  return Number.isNaN(atMs) ? capture : { ...capture, atMs };
}

/** The first line, or what stands behind the head of a line, that is JSON with a signed request in it. */
function jsonLine(text: string): Capture | undefined {
  for (const line of text.split('\n')) {
    const from = line.indexOf('{');
    if (from === -1 || !/svc[-_]/i.test(line)) continue;
    // Printed as a text, it is in quotation marks, and its own are escaped.
    const quoted = /"\{(?:[^"\\]|\\.)*"/.exec(line)?.[0];
    for (const text of quoted?.includes('\\"') === true ? [quoted, line.slice(from)] : [line.slice(from)]) {
      const { value } = readStrictJson(utf8Bytes(text.trim()), { maxBytes: LARGE, maxDepth: 200 });
      const capture = value === undefined ? undefined : requestIn(value);
      if (capture !== undefined) return capture;
    }
  }
  return undefined;
}

const recordIn = (value: JsonValue | undefined): Capture | undefined =>
  value === undefined ? undefined : requestIn(value);

/** Undefined where the rest of the line may say what this JSON does not. */
function requestIn(value: JsonValue): Capture | undefined {
  try {
    const capture = ofJson(value, 'json', {});
    return capture.lacksRequestLine === true ? undefined : capture;
  } catch {
    return undefined;
  }
}

function jsonIn(bytes: Uint8Array, options: ReadCaptureOptions): Capture | undefined {
  if (options.record !== undefined) return readJson(bytes, 'json', options);
  const { value } = readStrictJson(bytes, { maxBytes: MAX_CAPTURE_BYTES, maxDepth: 200 });
  return value === undefined || typeof value !== 'object' ? undefined : ofJson(value, 'json', options);
}

function readJson(bytes: Uint8Array, format: 'har' | 'json' | 'journal', options: ReadCaptureOptions): Capture {
  return ofJson(options.record === undefined ? parse(bytes) : journalRecord(bytes, options.record), format, options);
}

function ofJson(value: JsonValue, format: 'har' | 'json' | 'journal', options: ReadCaptureOptions): Capture {
  if (format === 'journal' || isJournalRecord(value)) return readJournalRecord(value);
  return format === 'har' || isHar(value) ? readHar(value, options.entry) : findRequest(value);
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

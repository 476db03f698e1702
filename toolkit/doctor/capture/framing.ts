// The body of a message by the rules of HTTP (RFC 9112, 6): chunks, or the stated length, or none. A capture that was typed off or printed
// does not always keep to them, so that other readings stand beside the one of the rules; the signed hash tells which was sent.
import { closing } from './brackets.js';
import { type Capture, joined, statedLengthOf } from './capture.js';

type Header = readonly [name: string, value: string];

const CR = 0x0d;
const LF = 0x0a;

export interface Framed {
  readonly found: Pick<Capture, 'body' | 'otherBodies' | 'shownBody' | 'statedLength' | 'isUnframed'>;
  /** Where the message ends. */
  readonly end: number;
  readonly notes: readonly string[];
}

/** Bytes as a text of the same length, for looking for what is ASCII. */
export const asciiView = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

const REQUEST_LINE = String.raw`[A-Z]{3,10} (?:\/|https?:\/\/|wss?:\/\/)[^\r\n]*? HTTP\/\d`;
/** What stands below a body in a capture: the answer, the next request; in a file, its marks between requests, before handlers, tests. */
const NEXT = new RegExp(
  String.raw`\n(?=\s{0,8}(?:HTTP(?:\/\d(?:\.\d)?)? \d{3}|${REQUEST_LINE})|###|>{1,2}!? (?:\{%|\S+\.\w+[ \t\r]*(?:\n|$))|\?\? )`,
  'g',
);

interface Message {
  readonly headers: readonly Header[];
  readonly bytes: Uint8Array;
  /** The bytes as `asciiView` shows them. */
  readonly text: string;
  /** Where the head ends. */
  readonly at: number;
  /** Whether the request line is that of HTTP/1.x, as it travels; a tool that writes none frames the body itself. */
  readonly isWire: boolean;
}

export function frame({ headers, bytes, text, at, isWire }: Message): Framed {
  const rest = bytes.subarray(at);
  const shown = bytes.subarray(at, endOfShown(text, at));
  const chunked = headers.some(([name, value]) => name.toLowerCase() === 'transfer-encoding' && /chunked/i.test(value));
  const { statedLength: length } = statedLengthOf(headers);
  if (chunked) return chunkedBody(rest, shown, at);
  if (length !== undefined) return statedBody(rest, shown, at, length);
  const end = at + shown.length;
  if (isWire && withoutBreaks(shown).length > 0) {
    const note =
      'the capture states no length and no chunks: by the rules of HTTP no body was sent, though text stands where a body would';
    return { found: { body: new Uint8Array(), otherBodies: spellings(shown), isUnframed: true }, end, notes: [note] };
  }
  return isWire
    ? { found: { body: new Uint8Array() }, end, notes: [] }
    : {
        found: { body: shown, otherBodies: [...spellings(shown), ...withoutRest(shown)], shownBody: shown },
        end,
        notes: [],
      };
}

/** Without what stands below a body in a letter or on a screen: its JSON alone, or nothing where the text is none. */
function withoutRest(shown: Uint8Array): readonly Uint8Array[] {
  const text = asciiView(withoutBreaks(shown.subarray(0, LONGEST_READ)));
  const end = /^[[{]/.test(text) ? closing(text, 0) : undefined;
  if (end !== undefined) return [toBytes(text.slice(0, end))];
  return /[[{]/.test(text) ? [] : [new Uint8Array()];
}

const LONGEST_READ = 64 << 10;

function endOfShown(text: string, at: number): number {
  const search = new RegExp(NEXT);
  search.lastIndex = Math.max(0, at - 1);
  const match = search.exec(text);
  return match === null ? text.length : Math.max(at, match.index);
}

function statedBody(rest: Uint8Array, shown: Uint8Array, at: number, length: number): Framed {
  // What has another length was not sent, however well its hash fits.
  const whole = rest.length < length ? [] : [rest.subarray(0, length)];
  const otherBodies = [...spellings(shown).filter((one) => one.length === length), ...whole];
  const others = { otherBodies, shownBody: shown, statedLength: length };
  if (rest.length < length || (shown.length < length && shown.length < rest.length)) {
    const note = `the body is cut off: ${length} bytes are stated, ${shown.length} are here`;
    return { found: { body: undefined, ...others }, end: at + shown.length, notes: [note] };
  }
  // Anything beyond line breaks was not pasted by accident.
  const isMore = shown.length > length && withoutBreaks(shown.subarray(length)).length > 0;
  const notes = isMore
    ? [`the capture holds ${shown.length} bytes of body, of which the first ${length} count: Content-Length`]
    : [];
  return { found: { body: rest.subarray(0, length), ...others }, end: at + (isMore ? shown.length : length), notes };
}

function chunkedBody(rest: Uint8Array, shown: Uint8Array, at: number): Framed {
  const decoded = decodeChunks(rest);
  if (decoded !== undefined) return { found: { body: decoded.body }, end: at + decoded.end, notes: [] };
  // Most tools show the body without its chunks.
  const note =
    'the body is sent in chunks, which the capture does not show; give its bytes apart if its hash does not fit';
  return {
    found: { body: undefined, otherBodies: [shown, ...spellings(shown)], shownBody: shown },
    end: at + shown.length,
    notes: [note],
  };
}

/** Undefined when these are no whole chunks. Line breaks may have lost their carriage returns. */
export function decodeChunks(bytes: Uint8Array): { readonly body: Uint8Array; readonly end: number } | undefined {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(LF, at);
    if (lineEnd === -1 || lineEnd - at > 200) return undefined;
    const size = /^([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?\r?$/.exec(asciiView(bytes.subarray(at, lineEnd)))?.[1];
    if (size === undefined) return undefined;
    const length = Number.parseInt(size, 16);
    at = lineEnd + 1;
    if (length === 0) return { body: joined(...parts), end: endOfTrailer(bytes, at) };
    if (at + length > bytes.length) return undefined;
    parts.push(bytes.subarray(at, at + length));
    at += length;
    if (bytes[at] === CR) at += 1;
    if (bytes[at] === LF) at += 1;
  }
}

function endOfTrailer(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const lineEnd = bytes.indexOf(LF, at);
    const line = asciiView(bytes.subarray(at, lineEnd === -1 ? bytes.length : lineEnd)).trim();
    if (/^HTTP\/\d/.test(line)) return at;
    at = lineEnd === -1 ? bytes.length : lineEnd + 1;
    if (line === '') return at;
  }
  return at;
}

/** Text that was pasted tends to end with line breaks that were never sent, and to have other ones inside. */
export function spellings(shown: Uint8Array): readonly Uint8Array[] {
  const bare = withoutBreaks(shown);
  const once = withoutLastBreak(shown);
  const all = [shown, once, withoutLastBreak(once), bare];
  if (!bare.includes(LF)) return all;
  const text = asciiView(bare);
  // A screen or a mail program breaks lines at a blank, or within a word.
  return [...all, ...['\r\n', '\n', ' ', ''].map((end) => toBytes(text.replace(/\r?\n/g, end)))];
}

// Only as long as no byte is of those that windows-1252 maps elsewhere; others simply fit no hash.
const toBytes = (text: string): Uint8Array => Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff);

function withoutLastBreak(body: Uint8Array): Uint8Array {
  const end = body.length;
  if (body[end - 1] !== LF) return body;
  return body.subarray(0, body[end - 2] === CR ? end - 2 : end - 1);
}

function withoutBreaks(body: Uint8Array): Uint8Array {
  const isBlank = (byte: number | undefined): boolean => byte === CR || byte === LF || byte === 0x20 || byte === 0x09;
  let from = 0;
  let to = body.length;
  while (from < to && isBlank(body[from])) from += 1;
  while (to > from && isBlank(body[to - 1])) to -= 1;
  return body.subarray(from, to);
}

// A capture from HTTP text: what a proxy, a server's log, a browser or an editor shows. Works on bytes, since a body need not be text;
// takes bare line feeds, an absolute target, the pseudo headers of HTTP/2, several requests in a row and the answers between them.
import type { Capture } from './capture.js';
import { captureInvalid, statedLengthOf, targetOfUrl, textOfBytes } from './capture.js';
import { asciiView, frame } from './framing.js';
import { isSvcName } from './header-names.js';

type Header = readonly [name: string, value: string];

/** Requests looked through for the first signed one. */
const MOST_REQUESTS = 200;
/** Of the head of one of them. */
const MOST_LINES = 10_000;

/** Programs whose command line has an address behind their name, as a request line has behind its method. */
const COMMANDS = 'curl|wget2?|xhs?|https?|hey|oha|wscat|websocat';
const LINE = String.raw`(?!(?:${COMMANDS}) )[A-Za-z]{3,10} (?:\/|\*|https?:\/\/|wss?:\/\/)\S*`;
const STARTS_LIKE = new RegExp(String.raw`^\s*(?:${LINE}|:(?:method|path|authority|scheme):)`);
const REQUEST_START = String.raw`(?:[A-Z]{3,10} (?:\/|https?:\/\/|wss?:\/\/)[^\r\n]*(?: HTTP\/\d|\r?\n[\w-]+:)|:(?:method|path|authority|scheme):)`;

/** Whether the text starts like an HTTP request. */
export function looksLikeHttp(text: string): boolean {
  return STARTS_LIKE.test(text);
}

interface Message {
  readonly capture: Capture;
  readonly end: number;
}

/**
 * @param entry which request of several, counted from 0; the first that is signed when left out.
 * @throws ProtocolError `capture-invalid` when there is no request line.
 */
export function readHttp(bytes: Uint8Array, entry?: number): Capture {
  const text = asciiView(bytes);
  const messages: Message[] = [];
  for (let at: number | undefined = firstLine(text); at !== undefined && messages.length < MOST_REQUESTS; ) {
    const message = readMessage(bytes, text, at);
    const next = nextRequest(text, message.end);
    const answer = text.slice(message.end, next ?? text.length);
    messages.push({ ...message, capture: withAnswer(message.capture, answer) });
    at = next;
  }
  const isSigned = ({ capture }: Message): boolean => capture.headers.some(([name]) => isSvcName(name));
  const chosen = entry === undefined ? (messages.find(isSigned) ?? messages[0]) : messages[entry];
  if (chosen === undefined) throw captureInvalid(`expected a request at ${entry ?? 0}, got ${messages.length} of them`);
  const { capture } = chosen;
  return messages.length === 1
    ? capture
    : { ...capture, notes: [...capture.notes, `taken from request ${messages.indexOf(chosen)} of ${messages.length}`] };
}

function firstLine(text: string): number {
  return /\S/.exec(text)?.index ?? 0;
}

/** Right at the end of a message, whose body need not end with a line break, or at the start of a later line. */
function nextRequest(text: string, from: number): number | undefined {
  const here = /^\s{0,8}/.exec(text.slice(from, from + 8))?.[0].length ?? 0;
  if (new RegExp(`^${REQUEST_START}`).test(text.slice(from + here, from + here + 16_000))) return from + here;
  const search = new RegExp(`\\n(?=${REQUEST_START})`, 'g');
  search.lastIndex = Math.max(0, from - 1);
  const match = search.exec(text);
  return match === null ? undefined : match.index + 1;
}

/** The server's own time, from the answer below a request. */
function withAnswer(capture: Capture, below: string): Capture {
  if (!/^\s*HTTP\/\d/.test(below)) return capture;
  const date = /\ndate:[ \t]*([^\r\n]+)/i.exec(below)?.[1];
  const atMs = Date.parse(date ?? '');
  return Number.isNaN(atMs) ? capture : { ...capture, atMs };
}

const INTERIM = /^HTTP\/1\.\d 1\d\d[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/;

function readMessage(bytes: Uint8Array, text: string, start: number): Message {
  const { headEnd, bodyStart: below } = split(text, start);
  // The server asks for the body that the head announced (RFC 9110, 10.1.1).
  const asked = INTERIM.exec(text.slice(below, below + 4000))?.[0] ?? '';
  const bodyStart = below + asked.length;
  const lines = textOfBytes(bytes.subarray(start, headEnd)).replace(/\r+$/, '').split(/\r*\n/);
  const isHttp2 = lines[0]?.startsWith(':') === true;
  const first = isHttp2 ? '' : (lines.shift() ?? '');
  const request = isHttp2 ? undefined : requestLine(first);
  const isOpen = headEnd === text.length && !text.endsWith('\n');
  const headers = withoutCutEnd(readHeaders(isOpen ? withoutCutName(lines) : lines), isOpen);
  const isSigned = ['svc-data', 'svc-sign'].every((role) => headers.some(([name]) => name.toLowerCase() === role));
  const isCut =
    headEnd === text.length && ((isOpen && !isSigned) || isCutLine(lines.at(-1) ?? '', headers.at(-1)?.[1] ?? ''));
  const { method, target } = request ?? pseudoRequest(headers);
  const absolute = targetOfUrl(target);
  const host = headers.some(([name]) => name.toLowerCase() === 'host' || name === ':authority');
  const isWire = / HTTP\/1\.\d\s*$/.test(first) && !BETWEEN_REQUESTS.test(text.slice(0, start));
  const framed = frame({ headers, bytes, text, at: bodyStart, isWire });
  const isInFile =
    namesFile(lines.findLast((line) => line.trim() !== '') ?? '') || namesFile(text.slice(bodyStart, framed.end));
  // Without the empty line below it, the head may not be all that there was.
  const isHeadAlone = headEnd === text.length && !/\n[ \t]*\r?\n$/.test(text);
  const isHidden = (!isWire || !host || isHeadAlone) && isBodyLess(method, headers, framed.found);
  return {
    end: Math.max(framed.end, start + 1),
    capture: {
      format: 'http',
      method,
      path: absolute ?? target,
      headers: headers.filter(([name]) => !name.startsWith(':')),
      ...(isCut ? { lacksHeaders: true } : {}),
      ...(isInFile
        ? { body: undefined }
        : isHidden
          ? { body: undefined, otherBodies: [new Uint8Array()] }
          : framed.found),
      notes: [
        ...(absolute === undefined ? [] : ['the request line holds a whole URL; its path with query was taken']),
        ...(host || absolute !== undefined ? [] : ['there is no Host header: the capture may be incomplete']),
        ...(isInFile ? ['the body is in a file that the capture names: give its bytes apart'] : framed.notes),
      ],
    },
  };
}

/** A file of requests has this above each, and no program that frames a body has written it. */
const BETWEEN_REQUESTS = /(?:^|\n)#{3}[^\n]*\n\s*$/;

/** No body where a method has one, and no length that says so: a log of heads shows as much of a request that had one. */
function isBodyLess(
  method: string,
  headers: readonly Header[],
  { body, isUnframed }: Pick<Capture, 'body' | 'isUnframed'>,
): boolean {
  const isStated =
    statedLengthOf(headers).statedLength !== undefined ||
    headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return /^(?:POST|PUT|PATCH)$/i.test(method) && body?.length === 0 && isUnframed !== true && !isStated;
}

/** In place of a body, as files of requests have it. */
const namesFile = (line: string): boolean => /^\s*(?:@|<@?[ \t]+)[\w./\\~-]+\s*$/.test(line);

const LONGEST_GAP = 60;

/** At the first empty line, or before an answer that follows at once; without either, everything is head. */
function split(text: string, start: number): { readonly headEnd: number; readonly bodyStart: number } {
  const search = /\n(?:[ \t]*\r?\n|(?=HTTP\/\d(?:\.\d)? \d{3}))/g;
  search.lastIndex = start;
  let match = search.exec(text);
  // A blank line between two of the headers was put there by whoever shows them.
  const isBetween = ({ index }: RegExpExecArray): boolean =>
    /^svc-[\w-]+:/im.test(text.slice(start, index)) && /^\s+svc-[\w-]+:/i.test(text.slice(index, index + LONGEST_GAP));
  while (match !== null && isBetween(match)) match = search.exec(text);
  if (match === null) {
    // Files of requests may have the body right below the head.
    const glued = /\n(?=[ \t]*[[{])/g;
    glued.lastIndex = start;
    const at = / HTTP\/\d/.test(text.slice(start, text.indexOf('\n', start))) ? undefined : glued.exec(text)?.index;
    return { headEnd: at ?? text.length, bodyStart: at === undefined ? text.length : at + 1 };
  }
  return { headEnd: match.index, bodyStart: match.index + match[0].length };
}

/** A capture that ends in the middle of a line may have lost the rest of its last value; a whole signature shows that it has not. */
function withoutCutEnd(headers: readonly Header[], isOpen: boolean): readonly Header[] {
  const last = headers.at(-1);
  if (isOpen && last?.[1] === '' && isSvcName(last[0]) && !/idempotency/i.test(last[0])) return headers.slice(0, -1);
  if (!isOpen || last === undefined || !/^svc-(?:sign|data)$/i.test(last[0])) return headers;
  const isCut = /^svc-data$/i.test(last[0]) || /^[\w-]{0,85}$/.test(last[1]);
  return isCut ? [...headers.slice(0, -1), [last[0], `${last[1]}…`]] : headers;
}

/** Whether the capture stops here, in the middle of a name or of a value: what would follow is not known. */
const isCutLine = (line: string, value: string): boolean =>
  !/^\s*:?[\w-]+:/.test(line) || /(?:\.{3}|…|\b(?:truncated|cut|snip|more)\b[^\w]*)$/i.test(value);

/** The beginning of a name below a whole signature is no part of it. */
function withoutCutName(lines: readonly string[]): readonly string[] {
  const isWhole = /^svc-sign:\s*[\w-]{86}\s*$/i.test(lines.at(-2) ?? '');
  return isWhole && /^[\w-]{1,40}$/.test(lines.at(-1) ?? '') ? lines.slice(0, -1) : lines;
}

function requestLine(line: string): { readonly method: string; readonly target: string } {
  const match = /^\s*([A-Za-z]+) (.+?)(?: HTTP\/\d(?:\.\d)?| h2c?| http\/\d(?:\.\d)?)?(?: \(.*-byte body\))?\s*$/.exec(
    line,
  );
  if (match?.[1] === undefined || match[2] === undefined || !/^[/*:]|:\/\//.test(match[2])) {
    // Never the line itself, which may be anything, a private key included.
    throw captureInvalid(
      `expected a request line such as "GET /v1/... HTTP/1.1", got a line of ${line.length} characters that is none`,
    );
  }
  return { method: match[1], target: match[2].trimEnd() };
}

function pseudoRequest(headers: readonly Header[]): { readonly method: string; readonly target: string } {
  const value = (name: string): string | undefined => headers.find(([known]) => known === name)?.[1];
  const method = value(':method');
  const target = value(':path');
  if (method === undefined || target === undefined) {
    throw captureInvalid('expected the pseudo headers :method and :path, got one of them at most');
  }
  return { method, target };
}

/** Whether a word was broken here for want of room: a mail program takes at most 78 characters to a line. */
const isFull = (before: string, line: string): boolean =>
  before.length <= 78 && before.length + line.trim().length > 72;

function readHeaders(lines: readonly string[]): readonly Header[] {
  if (lines.length > MOST_LINES) {
    throw captureInvalid(`expected a head of at most ${MOST_LINES} lines, got ${lines.length}`);
  }
  const headers: Header[] = [];
  for (const [at, line] of lines.entries()) {
    const match = /^(:?[^\s:]+)\s*:(.*)$/.exec(line);
    const last = headers.at(-1);
    if (match?.[1] !== undefined && match[2] !== undefined) {
      headers.push([match[1], match[2].replace(/^[ \t]+|[ \t\r]+$/g, '')]);
    } else if (last !== undefined && /^svc-(?:data|sign)$/i.test(last[0]) && /^[\w+/=-]+\s*$/.test(line)) {
      // What an encoder for mail writes in lines; the line break is a part of the value that was meant.
      headers[headers.length - 1] = [last[0], `${last[1]}\n${line.trim()}`];
    } else if (/^[ \t]+\S/.test(line) && last !== undefined) {
      // Wrapped by a mail client or a terminal: the value goes on, without a blank where it is one word.
      const isWord = isSvcName(last[0]) && /^[\w+/=-]*$/.test(last[1]) && isFull(lines[at - 1] ?? '', line);
      headers[headers.length - 1] = [last[0], `${last[1]}${isWord || last[1] === '' ? '' : ' '}${line.trim()}`];
    }
  }
  return headers;
}

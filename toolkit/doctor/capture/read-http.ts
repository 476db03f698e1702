// A capture from raw HTTP text: what a proxy, a server's log or a browser's "copy request" shows. Works on bytes, since a body need
// not be text; takes bare line feeds, an absolute target, and the pseudo headers of HTTP/2.
import type { Capture } from './capture.js';
import { captureInvalid, targetOfUrl, textOfBytes } from './capture.js';

type Header = readonly [name: string, value: string];

const CR = 0x0d;
const LF = 0x0a;

/** Whether the text starts like an HTTP request. */
export function looksLikeHttp(text: string): boolean {
  return /^\s*(?:[A-Za-z]{3,10} (?:\/|https?:\/\/|wss?:\/\/)\S*|:(?:method|path|authority|scheme):)/.test(text);
}

/** @throws ProtocolError `capture-invalid` when there is no request line. */
export function readHttp(bytes: Uint8Array): Capture {
  const { head, body } = split(bytes);
  const lines = textOfBytes(head)
    .split(/\r?\n/)
    .map((line) => line.replace(/\r$/, ''));
  while (lines[0]?.trim() === '') {
    lines.shift();
  }
  const isHttp2 = lines[0]?.startsWith(':') === true;
  const request = isHttp2 ? undefined : requestLine(lines.shift() ?? '');
  const headers = readHeaders(lines);
  const { method, target } = request ?? pseudoRequest(headers);
  const absolute = targetOfUrl(target);
  const host = headers.some(([name]) => name.toLowerCase() === 'host' || name === ':authority');
  return {
    format: 'http',
    method,
    path: absolute ?? target,
    headers: headers.filter(([name]) => !name.startsWith(':')),
    ...bodyOf(headers, body),
    notes: [
      ...(absolute === undefined ? [] : ['the request line holds a whole URL; its path with query was taken']),
      ...(host ? [] : ['there is no Host header: the capture may be incomplete']),
      ...bodyNotes(headers, body),
    ],
  };
}

/** At the first empty line; without one, everything is head. */
function split(bytes: Uint8Array): { readonly head: Uint8Array; readonly body: Uint8Array } {
  let start = 0;
  while (bytes[start] === CR || bytes[start] === LF || bytes[start] === 0x20) {
    start += 1;
  }
  for (let at = bytes.indexOf(LF, start); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[next] === LF) return { head: bytes.subarray(start, at), body: bytes.subarray(next + 1) };
  }
  return { head: bytes.subarray(start), body: new Uint8Array() };
}

function requestLine(line: string): { readonly method: string; readonly target: string } {
  const match = /^([A-Za-z]+) (.+?)(?: HTTP\/\d(?:\.\d)?)?\s*$/.exec(line);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw captureInvalid(
      `expected a request line such as "GET /v1/... HTTP/1.1", got ${JSON.stringify(line.slice(0, 60))}`,
    );
  }
  return { method: match[1], target: match[2] };
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

function readHeaders(lines: readonly string[]): readonly Header[] {
  const headers: Header[] = [];
  for (const line of lines) {
    const match = /^(:?[^\s:]+)\s*:(.*)$/.exec(line);
    const last = headers.at(-1);
    if (match?.[1] !== undefined && match[2] !== undefined) {
      headers.push([match[1], match[2].replace(/^[ \t]+|[ \t]+$/g, '')]);
    } else if (/^[ \t]+\S/.test(line) && last !== undefined) {
      // Wrapped by a mail client or a terminal: the value goes on.
      headers[headers.length - 1] = [last[0], `${last[1]} ${line.trim()}`];
    }
  }
  return headers;
}

function statedLength(headers: readonly Header[]): number | undefined {
  const text = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

function isChunked(headers: readonly Header[]): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'transfer-encoding' && /chunked/i.test(value));
}

/** Text pasted from somewhere tends to end with a line break that was never sent, and to have lost its carriage returns. */
function bodyOf(headers: readonly Header[], body: Uint8Array): Pick<Capture, 'body' | 'otherBodies'> {
  const length = statedLength(headers);
  if (isChunked(headers) || (length !== undefined && body.length < length)) return { body: undefined };
  if (length !== undefined) return { body: body.subarray(0, length) };
  const trimmed = withoutLastBreak(body);
  return trimmed.length === body.length ? { body } : { body, otherBodies: [trimmed, withoutLastBreak(trimmed)] };
}

function withoutLastBreak(body: Uint8Array): Uint8Array {
  const end = body.length;
  if (body[end - 1] !== LF) return body;
  return body.subarray(0, body[end - 2] === CR ? end - 2 : end - 1);
}

function bodyNotes(headers: readonly Header[], body: Uint8Array): readonly string[] {
  const length = statedLength(headers);
  if (isChunked(headers)) return ['the body is sent in chunks; give its bytes apart to judge the body hash'];
  if (length === undefined) return [];
  if (body.length < length) return [`the body is cut off: ${length} bytes are stated, ${body.length} are here`];
  // Anything beyond line breaks was not pasted by accident.
  const isMore = body.subarray(length).some((byte) => byte !== CR && byte !== LF);
  return isMore
    ? [`the capture holds ${body.length} bytes of body, of which the first ${length} count: Content-Length`]
    : [];
}

// HTTP/1.1 as bytes, for raw sockets: writes a request exactly as given, and reads the head and body of an answer. Only as much
// of RFC 9112 as a suite needs that has to look at one answer; ordinary requests go through `dispatch.ts`.

import type { WireRequest } from '../exchange.js';
import { headerBytes } from './dispatch.js';

/** Nothing is checked and nothing is added but `Host` and the length of a body. */
export function renderRequest(request: WireRequest, host: string): Buffer {
  const named = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${request.method} ${headerBytes(request.path)} HTTP/1.1`,
    ...(named.has('host') ? [] : [`Host: ${host}`]),
    ...request.headers.map(([name, value]) => `${name}: ${headerBytes(value)}`),
    ...(request.body.length === 0 || named.has('content-length') || named.has('transfer-encoding')
      ? []
      : [`Content-Length: ${request.body.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), request.body]);
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes up to and with the blank line. */
  readonly length: number;
}

/** The first final head in these bytes; undefined when it is not complete, `null` when it is no HTTP/1 answer. */
export function readHead(bytes: Buffer): AnswerHead | null | undefined {
  for (let from = 0; ; ) {
    const end = bytes.indexOf('\r\n\r\n', from);
    if (end === -1) return looksLikeHttp(bytes.subarray(from)) ? undefined : null;
    const [first = '', ...lines] = bytes.toString('latin1', from, end).split('\r\n');
    const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1];
    if (status === undefined) return null;
    if (status.startsWith('1') && status !== '101') {
      from = end + 4;
      continue;
    }
    return { status: Number(status), headers: readHeaders(lines), length: end + 4 };
  }
}

/** The body of an answer that has ended or is complete; undefined while more must come. */
export function readBody(bytes: Buffer, head: AnswerHead, ended: boolean): Buffer | undefined {
  const rest = bytes.subarray(head.length);
  if (head.status === 204 || head.status === 304) return Buffer.alloc(0);
  if (/chunked/i.test(head.headers['transfer-encoding'] ?? '')) return readChunks(rest);
  const stated = head.headers['content-length'];
  if (stated === undefined || !/^\d+$/.test(stated)) return ended ? rest : undefined;
  const length = Number(stated);
  return rest.length >= length ? rest.subarray(0, length) : undefined;
}

function looksLikeHttp(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 7);
  return 'HTTP/1.'.startsWith(start);
}

function readHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const known = headers[name];
    headers[name] = known === undefined ? value : `${known}, ${value}`;
  }
  return headers;
}

function readChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd === -1 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size) || size < 0) return undefined;
    const from = lineEnd + 2;
    if (size === 0) return Buffer.concat(parts);
    if (bytes.length < from + size + 2) return undefined;
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}

// A signed request in the forms that people paste elsewhere. Each keeps path, query, body and the empty header exactly as they were signed.

import { shellQuoted } from '../../base/shell-word.js';
import type { SignedRequest } from '../../signing/index.js';

export interface OutgoingRequest {
  readonly method: string;
  /** Path with query, as it is sent. */
  readonly path: string;
  /** Scheme and host. */
  readonly origin: string | undefined;
  readonly body: Uint8Array;
  /** The file that holds the body, where one does. */
  readonly bodyFile?: string;
  readonly signed: SignedRequest;
}

export type SignFormat = 'headers' | 'curl' | 'http' | 'json' | 'wscat';

/** Each throws RangeError for a request that its form cannot carry. */
export const RENDERERS: Readonly<Record<SignFormat, (request: OutgoingRequest) => string>> = {
  headers: ({ signed }) => `${headerLines(signed.headers).join('\n')}\n`,
  curl: renderCurl,
  http: renderHttp,
  json: renderJson,
  wscat: renderWscat,
};

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

function headerLines(headers: readonly (readonly [string, string])[]): readonly string[] {
  return headers.map(([name, value]) => `${name}: ${value}`.trimEnd());
}

function allHeaders({ body, signed }: OutgoingRequest): readonly (readonly [string, string])[] {
  return body.length === 0 ? signed.headers : [...signed.headers, JSON_TYPE];
}

/** Without `--path-as-is` and `--globoff` curl would change some paths; a header with an empty value is written `Name;`. */
function renderCurl(request: OutgoingRequest): string {
  const { method, path, origin = 'https://HOST', body, bodyFile } = request;
  const parts = [`curl --path-as-is --globoff -X ${method}`];
  for (const [name, value] of allHeaders(request)) {
    parts.push(`-H ${shellQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (bodyFile !== undefined) {
    parts.push(`--data-binary ${shellQuoted(`@${bodyFile}`)}`);
  } else if (body.length > 0) {
    parts.push(`--data-raw ${shellQuoted(textOf(body))}`);
  }
  parts.push(shellQuoted(`${origin}${path}`));
  return `${parts.join(' \\\n  ')}\n`;
}

/** A handshake, by the client that npm brings. */
function renderWscat({ path, origin = 'https://HOST', body, signed }: OutgoingRequest): string {
  if (body.length > 0) throw new RangeError('expected a handshake without a body for this form, got one with a body');
  const headers = signed.headers.map(([name, value]) => `-H ${shellQuoted(`${name}:${value}`)}`);
  const url = `${origin.replace(/^http/, 'ws')}${path}`;
  return `${['npx --yes wscat', ...headers, `-c ${shellQuoted(url)}`].join(' \\\n  ')}\n`;
}

function renderHttp(request: OutgoingRequest): string {
  const { method, path, origin, body } = request;
  const host = origin === undefined ? 'HOST' : new URL(origin).host;
  const length: readonly (readonly [string, string])[] =
    body.length === 0 ? [] : [['Content-Length', String(body.length)]];
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...headerLines([...allHeaders(request), ...length])];
  return `${lines.join('\r\n')}\r\n\r\n${textOf(body)}`;
}

function renderJson({ method, path, origin, signed }: OutgoingRequest): string {
  const { headers, bodyHash, payload } = signed;
  const document = {
    method,
    path,
    ...(origin === undefined ? {} : { url: `${origin}${path}` }),
    headers: Object.fromEntries(headers),
    bodyHash,
    payload: Buffer.from(payload).toString('utf8'),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function textOf(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(body)) {
    throw new RangeError(
      'expected a body that is UTF-8 text for this form, got other bytes; print headers or give the body as a file',
    );
  }
  return text;
}

// A request as the signature check must see it (interface 5.2, 5.3): exact target, raw header pairs with repetitions and empty
// values, exact body bytes.

import type { IncomingMessage } from 'node:http';
import type { RawRequest } from '../domain.js';

const NO_BODY = new Uint8Array(0);

export function rawRequest(request: IncomingMessage, body: Uint8Array | undefined, receivedAtMs: number): RawRequest {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: headerPairs(request.rawHeaders),
    body: body ?? NO_BODY,
    remoteAddress: request.socket.remoteAddress ?? '',
    receivedAtMs,
  };
}

export function headerPairs(flat: readonly string[]): readonly (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  }
  return pairs;
}

/** The path of a request target, without its query. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

export function queryOf(target: string): URLSearchParams {
  const query = target.indexOf('?');
  return new URLSearchParams(query < 0 ? '' : target.slice(query + 1));
}

// The six headers of a raw request, and what rules are told about the request that carries them.
import { isHandshake, isMutating } from '../../profile/dialect/dialect.js';
import { HEADER, type HeaderRole } from '../../signing/headers.js';
import type { RawRequest, Route } from '../domain.js';
import type { RequestContext } from '../rules/context.js';
import type { AccountRecord } from './records/account-record.js';

export type Headers = Readonly<Record<HeaderRole, string | undefined>>;

export const ROLES: readonly HeaderRole[] = Object.keys(HEADER) as HeaderRole[]; // The keys of a closed record.
const ROLE_OF: ReadonlyMap<string, HeaderRole> = new Map(ROLES.map((role) => [HEADER[role].toLowerCase(), role]));

/** The first value of each of the six headers, and how often each came. */
export function collect(fields: RawRequest['headers']): {
  readonly headers: Headers;
  readonly counts: Readonly<Record<HeaderRole, number>>;
} {
  const headers: Record<HeaderRole, string | undefined> = {
    apiKey: undefined,
    idempotencyKey: undefined,
    timestamp: undefined,
    signVersion: undefined,
    data: undefined,
    signature: undefined,
  };
  const counts = { apiKey: 0, idempotencyKey: 0, timestamp: 0, signVersion: 0, data: 0, signature: 0 };
  for (const [name, value] of fields) {
    const role = ROLE_OF.get(name.toLowerCase());
    if (role !== undefined) {
      headers[role] ??= value;
      counts[role] += 1;
    }
  }
  return { headers, counts };
}

export function contextOf(
  raw: RawRequest,
  route: Route,
  account: AccountRecord | undefined,
  counts: Readonly<Record<HeaderRole, number>>,
): RequestContext {
  const { operation, accountId } = route;
  return {
    operation,
    isHandshake: isHandshake(operation),
    isMutating: isMutating(operation),
    hasQuery: raw.target.includes('?'),
    isChunked: raw.headers.some(([name]) => name.toLowerCase() === 'transfer-encoding'),
    statedBytes: Number(raw.headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0),
    method: raw.method,
    target: raw.target,
    accountId,
    remoteAddress: raw.remoteAddress,
    lacks: ROLES.filter((role) => counts[role] === 0),
    ordinal: account?.countRequest(operation) ?? 0,
  };
}

// A request on an account as it is sent: what the dialect makes of its parameters, and what the check wants otherwise.
import type { JsonObject } from '../../../../toolkit/payload/json.js';
import type { Dialect, RequestName, RequestParams } from '../../../../toolkit/profile/dialect/dialect.js';
import type { RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { Undecided } from '../../check-end.js';
import type { SendOptions } from '../../context.js';

export interface AccountRequest {
  readonly accountId: string;
  /** May name another account than the request is made on. */
  readonly params: Partial<RequestParams>;
  readonly options: SendOptions;
}

export function requestSpec(
  dialect: Dialect,
  name: RequestName,
  { accountId, params, options }: AccountRequest,
): RequestSpec {
  if (!dialect.has(name)) throw new Undecided(`the dialect of the target has no request ${name}`);
  const prepared = dialect.request(name, { accountId, ...params });
  const { key, damage, shiftMs, idempotencyKey, timeoutMs, contentType, inChunks } = options;
  const body = options.body ?? prepared.body;
  const path = options.path?.(prepared.path) ?? prepared.path;
  return {
    name,
    accountId: params.accountId ?? accountId,
    method: prepared.method,
    path: options.query === undefined ? path : withQuery(path, options.query),
    ...(body !== undefined && { body }),
    // Absent members are undefined here and left out by JSON. A body of the check's own may ask for anything.
    ...(options.body === undefined && { params: params as JsonObject }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(key !== undefined && { key }),
    ...(damage !== undefined && { damage }),
    ...(shiftMs !== undefined && { shiftMs }),
    ...(inChunks && { inChunks }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(contentType !== undefined && { contentType }),
  };
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

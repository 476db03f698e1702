// A request as something to send time and again, as `t.twin` wants it: the same each time but for what its options change.
import {
  isHandshake,
  isMutating,
  type RequestName,
  type RequestParams,
} from '../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Account, SendOptions } from '../runner/context.js';

/** On the account of the check, or on the one that is named. */
export type Send = (options: SendOptions, accountId?: string) => Promise<HttpExchange>;

/** A read, the handshake of a stream, or a mutation, under a fresh key each time unless the options name one. */
export function sendOf(account: Account, request: RequestName, params: Partial<RequestParams> = {}): Send {
  return async (options, accountId) => {
    const given = accountId === undefined ? params : { ...params, accountId };
    if (isHandshake(request)) {
      return account.handshake(request, { path: () => account.spec(request, given).path, ...options });
    }
    if (!isMutating(request)) return account.request(request, given, options);
    return (await account.submit({ accountId: account.id, ...given }, { ...options, request })).exchange;
  };
}

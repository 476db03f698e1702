// Time, keys and permissions (interface 5.3, rules 8 to 10): what a correctly signed request may still lack.
import type { AuthErrorName } from '../../../payload/error-codes.js';
import { isHandshake, isMutating } from '../../../profile/dialect/dialect.js';
import type { Key, Operation, Scope } from '../../domain.js';
import type { RequestContext } from '../context.js';
import { isInBlocks } from './source-blocks.js';

export interface AccessRules {
  /** Interface 5.3, rule 8; 8, other limit 2: close to the service's time, on both sides. */
  acceptsTimestamp(timestampMs: number, nowMs: number, windowMs: number, context: RequestContext): boolean;
  /** Interface 5.3, rule 10: the key of that identifier, or undefined. */
  findKey(id: string, keys: ReadonlyMap<string, Key>, context: RequestContext): Key | undefined;
  /** Interface 5.3, rule 10: not expired. */
  acceptsExpiry(key: Key, nowMs: number, context: RequestContext): boolean;
  /** Interface 5.3, rule 9. */
  permitsAccount(key: Key, accountId: string, context: RequestContext): boolean;
  /** Interface 5.3, rule 9. */
  permitsSource(key: Key, address: string, context: RequestContext): boolean;
  /** Interface 5.3, rule 9: the scope that an operation takes. */
  scopeOf(operation: Operation): Scope;
  /** Interface 5.3, rule 9. */
  permitsScope(key: Key, scope: Scope, context: RequestContext): boolean;
  /** Interface 4; 9, rule 1: whether the service answers under that target at all. */
  serves(target: string): boolean;
  /** Interface 4.1, synchronous responses: the account of the path, or undefined when there is no such account. */
  accountFor(id: string, known: ReadonlyMap<string, unknown>, context: RequestContext): string | undefined;
  /** Interface 5.4: which of the three codes a cause comes under; where that is left open, 1001. */
  authError(cause: AuthCause, context: RequestContext): string;
}

export type AuthCause =
  | 'api-key-header'
  | 'header'
  | 'unknown-key'
  | 'expired-key'
  | 'mismatched-key'
  | 'encoding'
  | 'payload'
  | 'mismatch'
  | 'method'
  | 'path'
  | 'body-hash'
  | 'timestamp'
  | 'signature'
  | 'account'
  | 'source'
  | 'scope';

const AUTH_ERRORS: Readonly<Record<AuthCause, AuthErrorName>> = {
  'api-key-header': 'AUTH_INVALID_API_KEY',
  header: 'AUTH_INVALID_SIGNATURE',
  'unknown-key': 'AUTH_INVALID_API_KEY',
  'expired-key': 'AUTH_INVALID_API_KEY',
  'mismatched-key': 'AUTH_INVALID_API_KEY',
  encoding: 'AUTH_INVALID_SIGNATURE',
  payload: 'AUTH_INVALID_SIGNATURE',
  mismatch: 'AUTH_INVALID_SIGNATURE',
  method: 'AUTH_INVALID_SIGNATURE',
  path: 'AUTH_INVALID_SIGNATURE',
  'body-hash': 'AUTH_INVALID_SIGNATURE',
  timestamp: 'AUTH_INVALID_SIGNATURE',
  signature: 'AUTH_INVALID_SIGNATURE',
  account: 'AUTH_PERMISSION_DENIED',
  source: 'AUTH_PERMISSION_DENIED',
  scope: 'AUTH_PERMISSION_DENIED',
};

export const honestAccess: AccessRules = {
  acceptsTimestamp: (timestampMs, nowMs, windowMs) => Math.abs(timestampMs - nowMs) <= windowMs,
  findKey: (id, keys) => keys.get(id),
  acceptsExpiry: (key, nowMs) => key.expiresAtMs === undefined || nowMs < key.expiresAtMs,
  permitsAccount: (key, accountId) => key.accounts.has('*') || key.accounts.has(accountId),
  permitsSource: (key, address) => key.sources.length === 0 || isInBlocks(address, key.sources),
  scopeOf: (operation) => (isMutating(operation) ? 'trade' : isHandshake(operation) ? 'stream' : 'read'),
  permitsScope: (key, scope) => key.scopes.includes(scope),
  serves: () => true,
  accountFor: (id, known) => (known.has(id) ? id : undefined),
  authError: (cause) => AUTH_ERRORS[cause],
};

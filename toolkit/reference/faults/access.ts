// Faults of time, keys, accounts and the authentication errors (interface 5.3, rules 8 to 10; 5.4).
import type { Operation } from '../domain.js';
import type { AuthCause } from '../rules/access.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';
import { editingBody } from './json-edit.js';

const HOURS_MS = 24 * 3_600_000;

/** A cause under another of the three codes. */
function confused(causes: readonly AuthCause[], name: string, where: readonly Operation[] = []): Fault['change'] {
  return changing(
    'authError',
    (honest) => (cause, context) =>
      causes.includes(cause) && (where.length === 0 || where.includes(context.operation))
        ? name
        : honest(cause, context),
  );
}

export const accessFaults: readonly Fault[] = [
  fault(
    'timestamp-unchecked',
    '5.3',
    [
      'auth.timestamp-past-refused',
      'auth.timestamp-future-refused',
      'auth.timestamp-milliseconds',
      'auth.payload-timestamp-required',
      'auth.payload-timestamp-integer',
    ],
    'Timestamps are compared with their header and otherwise ignored.',
    together(
      changing('acceptsTimestamp', () => () => true),
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) => name === 'timestamp' || honest(name, value, context),
      ),
      changing(
        'timestampAgrees',
        (honest) => (header, signed, context) =>
          signed === undefined || signed === null || signed === '' || honest(header, signed, context),
      ),
    ),
  ),
  fault(
    'timestamp-future-accepted',
    '5.3',
    ['auth.timestamp-future-refused'],
    'Only the age of a timestamp is bounded; one in the future passes.',
    changing('acceptsTimestamp', () => (timestampMs, nowMs, windowMs) => nowMs - timestampMs <= windowMs),
  ),
  fault(
    'timestamp-past-accepted',
    '5.3',
    ['auth.timestamp-past-refused'],
    'Only timestamps in the future are bounded; old ones pass.',
    changing('acceptsTimestamp', () => (timestampMs, nowMs, windowMs) => timestampMs - nowMs <= windowMs),
  ),
  fault(
    'timestamp-window-of-a-day',
    '5.3',
    ['auth.timestamp-past-refused', 'auth.timestamp-future-refused'],
    'A timestamp of yesterday is close enough.',
    changing(
      'acceptsTimestamp',
      (honest) => (timestampMs, nowMs, _windowMs, context) => honest(timestampMs, nowMs, HOURS_MS, context),
    ),
  ),
  fault(
    'timestamp-unchecked-on-handshakes',
    '5.3',
    ['auth.timestamp-past-refused', 'auth.timestamp-future-refused', 'auth.signed-ticks-handshake'],
    'Handshakes are accepted with any timestamp.',
    changing(
      'acceptsTimestamp',
      (honest) => (timestampMs, nowMs, windowMs, context) =>
        context.isHandshake || honest(timestampMs, nowMs, windowMs, context),
    ),
  ),
  fault(
    'timestamp-seconds-accepted',
    '5.1',
    ['auth.timestamp-milliseconds'],
    'A timestamp that counts seconds is taken for what was meant.',
    changing(
      'acceptsTimestamp',
      (honest) => (timestampMs, nowMs, windowMs, context) =>
        honest(timestampMs < 1e11 ? timestampMs * 1000 : timestampMs, nowMs, windowMs, context),
    ),
  ),
  fault(
    'timestamp-microseconds-accepted',
    '5.1',
    ['auth.timestamp-milliseconds'],
    'A timestamp that counts microseconds is taken for what was meant.',
    changing(
      'acceptsTimestamp',
      (honest) => (timestampMs, nowMs, windowMs, context) =>
        honest(timestampMs > 1e15 ? timestampMs / 1000 : timestampMs, nowMs, windowMs, context),
    ),
  ),
  fault(
    'expired-key-accepted',
    '5.3',
    ['auth.expired-key-code'],
    'Keys never expire.',
    changing('acceptsExpiry', () => () => true),
  ),
  fault(
    'expired-key-accepted-on-handshakes',
    '5.3',
    ['auth.expired-key-code'],
    'The expiry of a key is not looked at on handshakes.',
    changing('acceptsExpiry', (honest) => (key, nowMs, context) => context.isHandshake || honest(key, nowMs, context)),
  ),
  fault(
    'expired-key-accepted-on-reads',
    '5.3',
    ['auth.expired-key-code'],
    'An expired key may still read.',
    changing(
      'acceptsExpiry',
      (honest) => (key, nowMs, context) => !(context.isHandshake || context.isMutating) || honest(key, nowMs, context),
    ),
  ),
  fault(
    'key-matched-by-prefix',
    '5.3',
    ['auth.unknown-key-code'],
    'A key is found by the beginning of its identifier.',
    changing(
      'findKey',
      (honest) => (id, keys, context) =>
        honest(id, keys, context) ?? [...keys.values()].find((key) => id.startsWith(key.id)),
    ),
  ),
  fault(
    'account-scope-unchecked',
    '5.3',
    ['auth.key-account-scope', 'auth.access-violation-code'],
    'Any key may use any account.',
    changing('permitsAccount', () => () => true),
  ),
  fault(
    'account-scope-unchecked-on-reads',
    '5.3',
    ['auth.key-account-scope'],
    'Any key may read any account.',
    changing(
      'permitsAccount',
      (honest) => (key, accountId, context) =>
        !(context.isHandshake || context.isMutating) || honest(key, accountId, context),
    ),
  ),
  fault(
    'account-scope-unchecked-on-handshakes',
    '5.3',
    ['auth.key-account-scope'],
    'Any key may open the streams of any account.',
    changing(
      'permitsAccount',
      (honest) => (key, accountId, context) => context.isHandshake || honest(key, accountId, context),
    ),
  ),
  fault(
    'source-unchecked',
    '5.3',
    ['auth.key-source-scope'],
    'The source address of a request is not compared with those of its key.',
    changing('permitsSource', () => () => true),
  ),
  fault(
    'source-unchecked-on-handshakes',
    '5.3',
    ['auth.key-source-scope'],
    'The source address is not looked at on handshakes.',
    changing(
      'permitsSource',
      (honest) => (key, address, context) => context.isHandshake || honest(key, address, context),
    ),
  ),
  fault(
    'source-unchecked-on-orders',
    '5.3',
    ['auth.key-source-scope'],
    'The source address is not looked at when orders are placed.',
    changing(
      'permitsSource',
      (honest) => (key, address, context) => context.isMutating || honest(key, address, context),
    ),
  ),
  fault(
    'read-key-may-trade',
    '5.3',
    ['auth.key-read-scope'],
    'A key with the scope read may place orders.',
    changing(
      'permitsScope',
      (honest) => (key, scope, context) =>
        (scope === 'trade' && key.scopes.includes('read')) || honest(key, scope, context),
    ),
  ),
  fault(
    'read-key-may-not-read',
    '5.3',
    ['auth.key-read-scope'],
    'A read needs the scope trade.',
    changing('scopeOf', (honest) => (operation) => (honest(operation) === 'read' ? 'trade' : honest(operation))),
  ),
  fault(
    'stream-scope-unchecked',
    '5.3',
    ['auth.key-stream-scope'],
    'A key without the scope stream may open streams.',
    changing('permitsScope', (honest) => (key, scope, context) => scope === 'stream' || honest(key, scope, context)),
  ),
  fault(
    'unknown-key-as-bad-signature',
    '5.4',
    ['auth.unknown-key-code'],
    'An unknown key is answered with 1001.',
    confused(['unknown-key'], 'AUTH_INVALID_SIGNATURE'),
  ),
  fault(
    'expired-key-as-denied',
    '5.4',
    ['auth.expired-key-code'],
    'An expired key is answered with 1002.',
    confused(['expired-key'], 'AUTH_PERMISSION_DENIED'),
  ),
  fault(
    'mismatched-key-as-bad-signature',
    '5.3',
    ['auth.mismatched-key-code'],
    'An API key that differs between header and payload is answered with 1001.',
    confused(['mismatched-key'], 'AUTH_INVALID_SIGNATURE'),
  ),
  fault(
    'bad-signature-as-unknown-key',
    '5.4',
    ['auth.invalid-signature-code'],
    'A wrong signature is answered with 1000.',
    confused(['signature'], 'AUTH_INVALID_API_KEY'),
  ),
  fault(
    'denied-as-bad-signature',
    '5.4',
    ['auth.access-violation-code', 'auth.key-source-scope'],
    'A source address that is not permitted is answered with 1001.',
    confused(['source'], 'AUTH_INVALID_SIGNATURE'),
  ),
  fault(
    'denied-scope-as-unknown-key',
    '5.4',
    ['auth.key-read-scope', 'auth.key-stream-scope'],
    'A scope that is missing is answered with 1000.',
    confused(['scope'], 'AUTH_INVALID_API_KEY'),
  ),
  fault(
    'body-hash-as-denied',
    '5.4',
    ['auth.body-hash-code'],
    'A body that does not fit its hash is answered with 1002.',
    confused(['body-hash'], 'AUTH_PERMISSION_DENIED'),
  ),
  fault(
    'stale-timestamp-as-unknown-key',
    '5.4',
    ['auth.timestamp-code'],
    'A timestamp beyond the window is answered with 1000.',
    confused(['timestamp'], 'AUTH_INVALID_API_KEY'),
  ),
  fault(
    'bad-encoding-as-unknown-key',
    '5.4',
    ['auth.encoding-code'],
    'Undecodable headers are answered with 1000.',
    confused(['encoding'], 'AUTH_INVALID_API_KEY'),
  ),
  fault(
    'wrong-path-as-denied',
    '5.4',
    ['auth.payload-code'],
    'A path other than the signed one is answered with 1002.',
    confused(['path'], 'AUTH_PERMISSION_DENIED'),
  ),
  fault(
    'auth-codes-as-text',
    '5.4',
    ['auth.error-code-numeric'],
    'The codes of authentication errors are text.',
    editingBody('any', 400, 'error/code', (code) => (typeof code === 'number' ? String(code) : code)),
  ),
  fault(
    'auth-code-as-name',
    '5.4',
    ['auth.error-code-numeric', 'auth.error-1002-name'],
    'error.code of a denied access is its name.',
    editingBody('any', 400, 'error/code', (code) => (code === 1002 ? 'AUTH_PERMISSION_DENIED' : code)),
  ),
  fault(
    'auth-names-as-sentences',
    '5.4',
    ['auth.error-1000-name', 'auth.error-1001-name', 'auth.error-1002-name'],
    'error_message of authentication errors is a sentence for people.',
    editingBody('any', 400, 'error_message', (name) =>
      String(name).startsWith('AUTH_') ? 'The request could not be authenticated.' : name,
    ),
  ),
  fault(
    'auth-status-403-for-signatures',
    '4.1',
    ['orders.sync-code-401', 'auth.reads-error-status'],
    'Authentication errors are answered with 403.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) => (refusal.name.startsWith('AUTH_') ? 403 : honest(refusal, operation)),
    ),
  ),
  fault(
    'auth-status-401-for-denied',
    '4.1',
    ['orders.sync-code-403', 'auth.reads-error-status'],
    'Access violations are answered with 401.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) =>
        refusal.name === 'AUTH_PERMISSION_DENIED' ? 401 : honest(refusal, operation),
    ),
  ),
  fault(
    'account-found-by-prefix',
    '4',
    ['configuration.account-path-scope'],
    'An account that does not exist is answered as the first account.',
    changing(
      'accountFor',
      (honest) => (id, known, context) =>
        honest(id, known, context) ??
        (context.isMutating || context.isHandshake ? undefined : known.keys().next().value),
    ),
  ),
  fault(
    'unknown-account-trades',
    '4.1',
    ['orders.unknown-account-refused'],
    'An order for an account that does not exist is placed on the first account.',
    changing('accountFor', (honest) => (id, known, context) => honest(id, known, context) ?? known.keys().next().value),
  ),
  fault(
    'unknown-account-as-400',
    '4.1',
    ['orders.sync-code-404'],
    'A placement on an account that does not exist is answered with 400.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) => (refusal.name === 'ACCOUNT_NOT_FOUND' ? 400 : honest(refusal, operation)),
    ),
  ),
];

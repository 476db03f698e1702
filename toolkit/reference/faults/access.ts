// Faults of time, keys, permissions and accounts (interface 4, 5.3, rules 8 to 10).
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const HOURS_MS = 24 * 3_600_000;

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
    'odd-account-as-500',
    '4',
    ['domain.path-identifiers-literal'],
    'An account identifier with a character of its own makes the service fail.',
    changing('accountFor', (honest) => (id, known, context) => {
      if (/[^A-Za-z0-9-]/.test(id)) {
        throw new RangeError('invalid account identifier');
      }
      return honest(id, known, context);
    }),
  ),
  fault(
    'account-identifier-cut',
    '4',
    ['domain.path-identifiers-literal'],
    'Of an account identifier what follows a separator is ignored, so that another account is answered for.',
    changing(
      'accountFor',
      (honest) => (id, known, context) => honest(id.split(/[/?#;:%,]/, 1)[0] ?? '', known, context),
    ),
  ),
  fault(
    'account-identifier-cleaned',
    '4',
    ['domain.path-identifiers-literal'],
    'Blanks and characters that do not print are ignored in an account identifier, and what follows a separator too.',
    changing(
      'accountFor',
      (honest) => (id, known, context) =>
        honest(id.replaceAll(/[^!-~]/g, '').split(/[,;#?]/, 1)[0] ?? '', known, context),
    ),
  ),
  fault(
    'limits-not-under-v1',
    '9',
    ['versioning.paths-v1', 'configuration.limits-readable'],
    'The limits are not served under /v1.',
    changing('serves', (honest) => (target) => !/^\/v1\/.*\/limits(?:\?|$)/.test(target) && honest(target)),
  ),
  fault(
    'positions-not-under-v1',
    '9',
    ['versioning.paths-v1'],
    'Openings are not served under /v1.',
    changing('serves', (honest) => (target) => !/^\/v1\/.*\/positions$/.test(target) && honest(target)),
  ),
  ...(['orders', 'instruments', 'conditions'] as const).map((ending) =>
    fault(
      `${ending}-not-under-v1`,
      '9',
      ['versioning.paths-v1'],
      `Paths that end in ${ending} are not served under /v1.`,
      changing(
        'serves',
        (honest) => (target) => !(target.startsWith('/v1/') && target.endsWith(`/${ending}`)) && honest(target),
      ),
    ),
  ),
  fault(
    'account-not-under-v1-any-more',
    '9',
    ['versioning.paths-v1'],
    'After the first two reads the account is not served under /v1 any more.',
    changing('serves', (honest) => {
      let reads = 0;
      return (target) => {
        reads += /^\/v1\/.*\/account$/.test(target) ? 1 : 0;
        return !(reads > 2 && /^\/v1\/.*\/account$/.test(target)) && honest(target);
      };
    }),
  ),
];

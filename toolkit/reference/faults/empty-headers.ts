// Faults of headers that are present but say nothing, and of headers that nobody reads (interface 5.1, 5.3, rules 6, 7 and 10).
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

export const emptyHeaderFaults: readonly Fault[] = [
  fault(
    'api-key-header-empty-accepted',
    '5.1',
    ['auth.api-key-header-required', 'auth.api-key-matches-payload'],
    'A request with an empty SVC-API-KEY is taken for one of the main key.',
    together(
      changing(
        'findKey',
        (honest) => (id, keys, context) => (id === '' ? keys.values().next().value : honest(id, keys, context)),
      ),
      changing(
        'apiKeyAgrees',
        (honest) => (header, signed, context) => header === '' || honest(header, signed, context),
      ),
    ),
  ),
  fault(
    'idempotency-header-empty-accepted-on-orders',
    '5.1',
    ['auth.idempotency-header-required', 'auth.idempotency-key-matches-payload'],
    'A placement with an empty SVC-IDEMPOTENCY-KEY is carried out, whatever key was signed.',
    together(
      changing(
        'idempotencyKeyAgrees',
        (honest) => (header, signed, context) =>
          (context.isMutating && header === '') || honest(header, signed, context),
      ),
      changing(
        'acceptsMutatingKey',
        (honest) => (key, context) => (key === '' && !context.lacks.includes('idempotencyKey')) || honest(key, context),
      ),
    ),
  ),
  fault(
    'timestamp-header-empty-accepted',
    '5.1',
    ['auth.timestamp-header-required', 'auth.timestamp-matches-payload'],
    'An empty SVC-TIMESTAMP is not compared with the signed timestamp.',
    changing(
      'timestampAgrees',
      (honest) => (header, signed, context) => header === '' || honest(header, signed, context),
    ),
  ),
  fault(
    'sign-version-header-empty-accepted',
    '5.1',
    ['auth.sign-version-header-required', 'auth.sign-version-matches-payload'],
    'An empty SVC-SIGN-VERSION is taken for version 1.',
    changing(
      'signVersionAgrees',
      (honest) => (header, signed, context) => header === '' || honest(header, signed, context),
    ),
  ),
  fault(
    'api-key-header-unread',
    '5.3',
    [
      'auth.api-key-matches-payload',
      'auth.mismatched-key-code',
      'auth.unknown-key-code',
      'auth.api-key-header-required',
    ],
    'A SVC-API-KEY that names no key stands for the main key and is not compared with the payload.',
    together(
      changing('findKey', (honest) => (id, keys, context) => honest(id, keys, context) ?? keys.values().next().value),
      changing('apiKeyAgrees', () => () => true),
    ),
  ),
  fault(
    'idempotency-header-unread',
    '5.3',
    ['auth.idempotency-key-matches-payload', 'auth.read-idempotency-header-required'],
    'SVC-IDEMPOTENCY-KEY is neither compared with the payload nor held against any grammar, on orders, reads and handshakes.',
    together(
      changing('idempotencyKeyAgrees', () => () => true),
      changing('acceptsReadKey', () => () => true),
      changing('acceptsMutatingKey', () => () => true),
    ),
  ),
  fault(
    'payload-sign-version-unread',
    '5.2',
    ['auth.sign-version-matches-payload', 'auth.payload-sign-version-required', 'auth.payload-sign-version-integer'],
    'Only SVC-SIGN-VERSION counts; the version inside the payload is not looked at.',
    together(
      changing('signVersionAgrees', () => (header) => header === '1'),
      changing('supportsSignVersion', () => () => true),
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) => name === 'sign_version' || honest(name, value, context),
      ),
    ),
  ),
  fault(
    'payload-timestamp-unread',
    '5.2',
    ['auth.timestamp-matches-payload', 'auth.payload-timestamp-required', 'auth.payload-timestamp-integer'],
    'A signed timestamp that is no integer is passed over, and nothing is compared with it.',
    together(
      changing(
        'timestampAgrees',
        (honest) => (header, signed, context) => !Number.isSafeInteger(signed) || honest(header, signed, context),
      ),
      changing(
        'acceptsTimestamp',
        (honest) => (timestampMs, nowMs, windowMs, context) =>
          !Number.isSafeInteger(timestampMs) || honest(timestampMs, nowMs, windowMs, context),
      ),
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) => name === 'timestamp' || honest(name, value, context),
      ),
    ),
  ),
];

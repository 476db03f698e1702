// Faults of headers that are present but say nothing, and of headers that nobody reads (interface 5.1, 5.3, rules 6, 7 and 10).
import { alsoWhere, always, amended, instead } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const timestampHeaderRequired = violating('5.1', ['auth.timestamp-header-required', 'auth.timestamp-matches-payload']);

export const emptyHeaderFaults: readonly Fault[] = [
  violating('5.1', ['auth.api-key-header-required', 'auth.api-key-matches-payload'])('api-key-header-empty-accepted', {
    summary: 'A request with an empty SVC-API-KEY is taken for one of the main key.',
    findKey: amended((answer, id, keys) => (id === '' ? keys.values().next().value : answer)),
    apiKeyAgrees: alsoWhere((header) => header === ''),
  }),
  violating('5.1', ['auth.idempotency-header-required', 'auth.idempotency-key-matches-payload'])(
    'idempotency-header-empty-accepted-on-orders',
    {
      summary: 'A placement with an empty SVC-IDEMPOTENCY-KEY is carried out, whatever key was signed.',
      idempotencyKeyAgrees: alsoWhere((header, _signed, context) => context.isMutating && header === ''),
      acceptsMutatingKey: alsoWhere((key, context) => key === '' && !context.lacks.includes('idempotencyKey')),
    },
  ),
  timestampHeaderRequired('timestamp-header-empty-accepted', {
    summary: 'An empty SVC-TIMESTAMP is not compared with the signed timestamp.',
    timestampAgrees: alsoWhere((header) => header === ''),
  }),
  violating('5.1', ['auth.sign-version-header-required', 'auth.sign-version-matches-payload'])(
    'sign-version-header-empty-accepted',
    {
      summary: 'An empty SVC-SIGN-VERSION is taken for version 1.',
      signVersionAgrees: alsoWhere((header) => header === ''),
    },
  ),
  violating('5.3', [
    'auth.api-key-matches-payload',
    'auth.mismatched-key-code',
    'auth.unknown-key-code',
    'auth.api-key-header-required',
  ])('api-key-header-unread', {
    summary: 'A SVC-API-KEY that names no key stands for the main key and is not compared with the payload.',
    findKey: amended((answer, _id, keys) => answer ?? keys.values().next().value),
    apiKeyAgrees: always(true),
  }),
  violating('5.3', ['auth.idempotency-key-matches-payload', 'auth.read-idempotency-header-required'])(
    'idempotency-header-unread',
    {
      summary:
        'SVC-IDEMPOTENCY-KEY is neither compared with the payload nor held against any grammar, on orders, reads and handshakes.',
      idempotencyKeyAgrees: always(true),
      acceptsReadKey: always(true),
      acceptsMutatingKey: always(true),
    },
  ),
  violating('5.2', [
    'auth.sign-version-matches-payload',
    'auth.payload-sign-version-required',
    'auth.payload-sign-version-integer',
  ])('payload-sign-version-unread', {
    summary: 'Only SVC-SIGN-VERSION counts; the version inside the payload is not looked at.',
    signVersionAgrees: instead((header) => header === '1'),
    supportsSignVersion: always(true),
    acceptsFieldType: alsoWhere((name) => name === 'sign_version'),
  }),
  violating('5.2', [
    'auth.timestamp-matches-payload',
    'auth.payload-timestamp-required',
    'auth.payload-timestamp-integer',
  ])('payload-timestamp-unread', {
    summary: 'A signed timestamp that is no integer is passed over, and nothing is compared with it.',
    timestampAgrees: alsoWhere((_header, signed) => !Number.isSafeInteger(signed)),
    acceptsTimestamp: alsoWhere((timestampMs) => !Number.isSafeInteger(timestampMs)),
    acceptsFieldType: alsoWhere((name) => name === 'timestamp'),
  }),
];

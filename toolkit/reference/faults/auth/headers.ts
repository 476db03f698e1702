// Faults of the six headers: missing, doubled, at odds with the signed payload (interface 5.1, 9).
import { isJsonObject } from '../../../payload/json-kind.js';
import type { HeaderRole } from '../../../signing/headers.js';
import type { RequestContext } from '../../rules/context.js';
import { alsoOn, alsoWhere, always, amended, exceptWhere } from '../algebra/edits.js';
import { type Edits, type Fault, handshakes, mutations, orders, reads, violating } from '../algebra/index.js';

const handshakeHeadersRequired = violating('9', ['auth.handshake-headers-required', 'versioning.handshake-version']);
const timestampMatchesPayload = violating('5.1', ['auth.timestamp-matches-payload']);
const signVersionOtherRefused = violating('9', ['auth.sign-version-other-refused']);

type Where = (context: RequestContext) => boolean;
const everywhere: Where = () => true;

/** Lets a header be missing where `where` says so; the payload's value stands in for it. */
function optional(role: HeaderRole, where: Where = everywhere): Edits {
  return {
    acceptsHeaderCount: alsoWhere((count, header, context) => count === 0 && header === role && where(context)),
  };
}

/** An unreadable payload counts as one without members, and what has no member is not compared. */
const SKIPPING_WHAT_IS_NOT_SIGNED: Edits = {
  apiKeyAgrees: alsoWhere((_header, signed) => signed === undefined),
  idempotencyKeyAgrees: alsoWhere((_header, signed) => signed === undefined),
  timestampAgrees: alsoWhere((_header, signed) => signed === undefined),
  signVersionAgrees: alsoWhere((_header, signed) => signed === undefined),
  acceptsMethod: alsoWhere((signed) => signed === undefined),
  acceptsPath: alsoWhere((signed) => signed === undefined),
  acceptsHandshakePath: alsoWhere((signed) => signed === undefined),
  acceptsBodyHash: alsoWhere((signed) => signed === undefined),
  decodeData: amended((bytes) => bytes ?? new Uint8Array()),
  readPayload: amended((payload) => payload ?? {}),
  acceptsFieldType: alsoWhere((_name, value) => value === undefined),
  supportsSignVersion: alsoWhere((signed) => signed === undefined),
  acceptsTimestamp: alsoWhere((timestampMs) => Number.isNaN(timestampMs)),
  acceptsSignature: alsoWhere((trial) => isUnreadable(trial.payload)),
};

function isUnreadable(payload: Uint8Array): boolean {
  try {
    return !isJsonObject(JSON.parse(Buffer.from(payload).toString()));
  } catch {
    return true;
  }
}

export const headerFaults: readonly Fault[] = [
  violating('5.1', ['auth.api-key-header-required'])('api-key-header-optional', {
    summary: 'A request without SVC-API-KEY is taken for one of the main key.',
    ...optional('apiKey'),
    apiKeyAgrees: alsoWhere((header) => header === undefined),
    findKey: amended((answer, id, keys) => (id === '' ? keys.values().next().value : answer)),
  }),
  violating('5.1', ['auth.idempotency-header-required'])('idempotency-header-optional-on-orders', {
    summary: 'A placement without SVC-IDEMPOTENCY-KEY is taken with the key inside the payload.',
    ...optional('idempotencyKey', mutations),
    idempotencyKeyAgrees: alsoWhere((header) => header === undefined),
  }),
  violating('5.3', ['auth.read-idempotency-header-required'])('idempotency-header-optional-on-reads', {
    summary: 'A read without SVC-IDEMPOTENCY-KEY is accepted, as if the absent header were an empty one.',
    ...optional('idempotencyKey', reads),
    idempotencyKeyAgrees: alsoWhere((header) => header === undefined),
  }),
  violating('5.1', ['auth.handshake-headers-required'])('idempotency-header-optional-on-handshakes', {
    summary: 'A handshake without SVC-IDEMPOTENCY-KEY opens a stream.',
    ...optional('idempotencyKey', handshakes),
    idempotencyKeyAgrees: alsoWhere((header) => header === undefined),
  }),
  violating('5.1', ['auth.timestamp-header-required'])('timestamp-header-optional', {
    summary: 'A request without SVC-TIMESTAMP is accepted by the timestamp of its payload.',
    ...optional('timestamp'),
    timestampAgrees: alsoWhere((header) => header === undefined),
  }),
  violating('5.1', ['auth.sign-version-header-required'])('sign-version-header-optional', {
    summary: 'A request without SVC-SIGN-VERSION is taken for version 1.',
    ...optional('signVersion'),
    signVersionAgrees: alsoWhere((header) => header === undefined),
  }),
  handshakeHeadersRequired('sign-version-header-optional-on-handshakes', {
    summary: 'A handshake without SVC-SIGN-VERSION opens a stream.',
    ...optional('signVersion', handshakes),
    signVersionAgrees: alsoWhere((header) => header === undefined),
  }),
  violating('5.1', ['auth.data-header-required'])('data-header-optional', {
    summary: 'A request without SVC-DATA skips everything that would have been checked against it.',
    requiresSigning: exceptWhere((context) => context.lacks.includes('data')),
  }),
  violating('5.1', ['auth.data-header-required', 'auth.data-is-json-object', 'auth.payload-tamper-refused'])(
    'unreadable-data-skips-checks',
    {
      summary: 'A request whose SVC-DATA cannot be read is let in without any check against it.',
      ...SKIPPING_WHAT_IS_NOT_SIGNED,
    },
  ),
  violating('5.1', ['auth.signature-header-required'])('signature-header-optional', {
    summary: 'A request without SVC-SIGN is checked in every other respect and then accepted.',
    ...optional('signature'),
    acceptsSignature: alsoWhere((trial) => trial.signature.length === 0),
  }),
  violating('5.1', ['auth.signature-verified'])('signature-header-doubled-accepted', {
    summary: 'Of two SVC-SIGN headers the first counts and the second is ignored.',
    // Many servers read the first of two equal headers, and it is a right one.
    level: 'should',
    acceptsHeaderCount: alsoWhere((count, role) => role === 'signature' && count > 1),
  }),
  violating('5.1', [
    'auth.api-key-matches-payload',
    'auth.timestamp-matches-payload',
    'auth.sign-version-matches-payload',
    'auth.idempotency-key-matches-payload',
    'auth.payload-tamper-refused',
  ])('other-headers-doubled-accepted', {
    summary: 'Of a header that comes twice the first counts and the second is ignored.',
    // As above.
    level: 'should',
    acceptsHeaderCount: alsoWhere((count, role) => role !== 'signature' && count > 1),
  }),
  violating('5.1', ['auth.api-key-matches-payload', 'auth.mismatched-key-code', 'auth.payload-api-key-required'])(
    'api-key-mismatch-accepted',
    {
      summary: 'The api_key inside the payload is not compared with SVC-API-KEY.',
      apiKeyAgrees: always(true),
      acceptsFieldType: alsoWhere((name) => name === 'api_key'),
    },
  ),
  violating('5.1', ['auth.idempotency-key-matches-payload', 'auth.payload-idempotency-key-required'])(
    'idempotency-mismatch-accepted',
    {
      summary: 'The idempotency_key inside the payload is not compared with SVC-IDEMPOTENCY-KEY.',
      idempotencyKeyAgrees: always(true),
      acceptsFieldType: alsoWhere((name) => name === 'idempotency_key'),
    },
  ),
  violating('5.1', ['auth.idempotency-key-matches-payload'])('idempotency-mismatch-accepted-on-handshakes', {
    summary: 'On a handshake the idempotency_key inside the payload is not compared with SVC-IDEMPOTENCY-KEY.',
    idempotencyKeyAgrees: alsoOn(handshakes),
  }),
  timestampMatchesPayload('timestamp-mismatch-accepted', {
    summary: 'SVC-TIMESTAMP is not compared with the timestamp inside the payload.',
    timestampAgrees: always(true),
  }),
  timestampMatchesPayload('timestamp-mismatch-by-one-accepted', {
    summary: 'SVC-TIMESTAMP may differ from the signed timestamp by a millisecond.',
    timestampAgrees: alsoWhere(
      (header, signed) => /^[0-9]+$/.test(header ?? '') && Math.abs(Number(header) - Number(signed)) <= 1,
    ),
  }),
  violating('5.1', ['auth.sign-version-matches-payload', 'auth.payload-sign-version-required'])(
    'sign-version-mismatch-accepted',
    {
      summary: 'Only the version in the payload counts, or its absence; SVC-SIGN-VERSION is ignored.',
      signVersionAgrees: always(true),
      supportsSignVersion: alsoWhere((signed) => signed === undefined || signed === null || signed === ''),
      acceptsFieldType: alsoWhere(
        (name, value) =>
          name === 'sign_version' && typeof value !== 'number' && !Number.isInteger(Number(value ?? 'x') || Number.NaN),
      ),
    },
  ),
  signVersionOtherRefused('sign-version-two-accepted', {
    summary: 'Signature version 2 is accepted and verified like version 1.',
    supportsSignVersion: alsoWhere((signed) => signed === 2),
  }),
  signVersionOtherRefused('sign-version-two-accepted-on-orders', {
    summary: 'Only the placement call accepts signature version 2.',
    supportsSignVersion: alsoWhere((signed, context) => signed === 2 && orders(context)),
  }),
];

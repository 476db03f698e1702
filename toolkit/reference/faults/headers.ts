// Faults of the six headers: missing, doubled, at odds with the signed payload (interface 5.1, 9).
import { isJsonObject } from '../../payload/json-kind.js';
import type { HeaderRole } from '../../signing/headers.js';
import type { RequestContext } from '../rules/context.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

/** Lets a header be missing where `where` says so; the payload's value stands in for it. */
function optional(role: HeaderRole, where: (context: RequestContext) => boolean = () => true): Fault['change'] {
  return changing(
    'acceptsHeaderCount',
    (honest) => (count, header, context) =>
      (count === 0 && header === role && where(context)) || honest(count, header, context),
  );
}

const AGREEMENTS = {
  apiKey: 'apiKeyAgrees',
  idempotencyKey: 'idempotencyKeyAgrees',
  timestamp: 'timestampAgrees',
  signVersion: 'signVersionAgrees',
} as const;

/** The header may be missing, and only then is nothing compared. */
function optionalCompared(
  role: keyof typeof AGREEMENTS,
  where: (context: RequestContext) => boolean = () => true,
): Fault['change'] {
  return together(
    optional(role, where),
    changing(
      AGREEMENTS[role],
      (honest) => (header, signed, context) => header === undefined || honest(header, signed, context),
    ),
  );
}

function unequalAccepted(
  role: keyof typeof AGREEMENTS,
  where: (context: RequestContext) => boolean = () => true,
): Fault['change'] {
  return changing(
    AGREEMENTS[role],
    (honest) => (header, signed, context) => where(context) || honest(header, signed, context),
  );
}

const isOrder = ({ operation }: RequestContext): boolean => operation === 'placeOrder';
const isRead = ({ isMutating, isHandshake }: RequestContext): boolean => !isMutating && !isHandshake;
const isHandshake = (context: RequestContext): boolean => context.isHandshake;

/** An unreadable payload counts as one without members, and what has no member is not compared. */
function skippingWhatIsNotSigned(): Fault['change'] {
  const compared = (['apiKeyAgrees', 'idempotencyKeyAgrees', 'timestampAgrees', 'signVersionAgrees'] as const).map(
    (rule) =>
      changing(rule, (honest) => (header, signed, context) => signed === undefined || honest(header, signed, context)),
  );
  const matched = (['acceptsMethod', 'acceptsPath', 'acceptsHandshakePath', 'acceptsBodyHash'] as const).map((rule) =>
    changing(rule, (honest) => (signed, actual, context) => signed === undefined || honest(signed, actual, context)),
  );
  return together(
    ...compared,
    ...matched,
    changing('decodeData', (honest) => (text, context) => honest(text, context) ?? new Uint8Array()),
    changing('readPayload', (honest) => (bytes, context) => honest(bytes, context) ?? {}),
    changing(
      'acceptsFieldType',
      (honest) => (name, value, context) => value === undefined || honest(name, value, context),
    ),
    changing('supportsSignVersion', (honest) => (signed, context) => signed === undefined || honest(signed, context)),
    changing(
      'acceptsTimestamp',
      (honest) => (timestampMs, nowMs, windowMs, context) =>
        Number.isNaN(timestampMs) || honest(timestampMs, nowMs, windowMs, context),
    ),
    changing('acceptsSignature', (honest) => (trial, context) => isUnreadable(trial.payload) || honest(trial, context)),
  );
}

function isUnreadable(payload: Uint8Array): boolean {
  try {
    return !isJsonObject(JSON.parse(Buffer.from(payload).toString()));
  } catch {
    return true;
  }
}

export const headerFaults: readonly Fault[] = [
  fault(
    'api-key-header-optional',
    '5.1',
    ['auth.api-key-header-required'],
    'A request without SVC-API-KEY is taken for one of the main key.',
    together(
      optionalCompared('apiKey'),
      changing(
        'findKey',
        (honest) => (id, keys, context) => (id === '' ? keys.values().next().value : honest(id, keys, context)),
      ),
    ),
  ),
  fault(
    'idempotency-header-optional-on-orders',
    '5.1',
    ['auth.idempotency-header-required'],
    'A placement without SVC-IDEMPOTENCY-KEY is taken with the key inside the payload.',
    optionalCompared('idempotencyKey', ({ isMutating }) => isMutating),
  ),
  fault(
    'idempotency-header-optional-on-reads',
    '5.3',
    ['auth.read-idempotency-header-required'],
    'A read without SVC-IDEMPOTENCY-KEY is accepted, as if the absent header were an empty one.',
    optionalCompared('idempotencyKey', isRead),
  ),
  fault(
    'idempotency-header-optional-on-handshakes',
    '5.1',
    ['auth.handshake-headers-required'],
    'A handshake without SVC-IDEMPOTENCY-KEY opens a stream.',
    optionalCompared('idempotencyKey', isHandshake),
  ),
  fault(
    'timestamp-header-optional',
    '5.1',
    ['auth.timestamp-header-required'],
    'A request without SVC-TIMESTAMP is accepted by the timestamp of its payload.',
    optionalCompared('timestamp'),
  ),
  fault(
    'sign-version-header-optional',
    '5.1',
    ['auth.sign-version-header-required'],
    'A request without SVC-SIGN-VERSION is taken for version 1.',
    optionalCompared('signVersion'),
  ),
  fault(
    'sign-version-header-optional-on-handshakes',
    '9',
    ['auth.handshake-headers-required', 'versioning.handshake-version'],
    'A handshake without SVC-SIGN-VERSION opens a stream.',
    optionalCompared('signVersion', isHandshake),
  ),
  fault(
    'data-header-optional',
    '5.1',
    ['auth.data-header-required'],
    'A request without SVC-DATA skips everything that would have been checked against it.',
    changing('requiresSigning', (honest) => (context) => !context.lacks.includes('data') && honest(context)),
  ),
  fault(
    'unreadable-data-skips-checks',
    '5.1',
    ['auth.data-header-required', 'auth.data-is-json-object', 'auth.payload-tamper-refused'],
    'A request whose SVC-DATA cannot be read is let in without any check against it.',
    skippingWhatIsNotSigned(),
  ),
  fault(
    'signature-header-optional',
    '5.1',
    ['auth.signature-header-required'],
    'A request without SVC-SIGN is checked in every other respect and then accepted.',
    together(
      optional('signature'),
      changing(
        'acceptsSignature',
        (honest) => (trial, context) => trial.signature.length === 0 || honest(trial, context),
      ),
    ),
  ),
  fault(
    'signature-header-doubled-accepted',
    '5.1',
    ['auth.signature-verified'],
    'Of two SVC-SIGN headers the first counts and the second is ignored.',
    changing(
      'acceptsHeaderCount',
      (honest) => (count, role, context) => (role === 'signature' && count > 1) || honest(count, role, context),
    ),
  ),
  fault(
    'other-headers-doubled-accepted',
    '5.1',
    [
      'auth.api-key-matches-payload',
      'auth.timestamp-matches-payload',
      'auth.sign-version-matches-payload',
      'auth.idempotency-key-matches-payload',
      'auth.payload-tamper-refused',
    ],
    'Of a header that comes twice the first counts and the second is ignored.',
    changing(
      'acceptsHeaderCount',
      (honest) => (count, role, context) => (role !== 'signature' && count > 1) || honest(count, role, context),
    ),
  ),
  fault(
    'api-key-mismatch-accepted',
    '5.1',
    ['auth.api-key-matches-payload', 'auth.mismatched-key-code', 'auth.payload-api-key-required'],
    'The api_key inside the payload is not compared with SVC-API-KEY.',
    together(
      unequalAccepted('apiKey'),
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) => name === 'api_key' || honest(name, value, context),
      ),
    ),
  ),
  fault(
    'idempotency-mismatch-accepted',
    '5.1',
    ['auth.idempotency-key-matches-payload', 'auth.payload-idempotency-key-required'],
    'The idempotency_key inside the payload is not compared with SVC-IDEMPOTENCY-KEY.',
    together(
      unequalAccepted('idempotencyKey'),
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) => name === 'idempotency_key' || honest(name, value, context),
      ),
    ),
  ),
  fault(
    'idempotency-mismatch-accepted-on-handshakes',
    '5.1',
    ['auth.idempotency-key-matches-payload'],
    'On a handshake the idempotency_key inside the payload is not compared with SVC-IDEMPOTENCY-KEY.',
    unequalAccepted('idempotencyKey', isHandshake),
  ),
  fault(
    'timestamp-mismatch-accepted',
    '5.1',
    ['auth.timestamp-matches-payload'],
    'SVC-TIMESTAMP is not compared with the timestamp inside the payload.',
    unequalAccepted('timestamp'),
  ),
  fault(
    'timestamp-mismatch-by-one-accepted',
    '5.1',
    ['auth.timestamp-matches-payload'],
    'SVC-TIMESTAMP may differ from the signed timestamp by a millisecond.',
    changing(
      'timestampAgrees',
      (honest) => (header, signed, context) =>
        (/^[0-9]+$/.test(header ?? '') && Math.abs(Number(header) - Number(signed)) <= 1) ||
        honest(header, signed, context),
    ),
  ),
  fault(
    'sign-version-mismatch-accepted',
    '5.1',
    ['auth.sign-version-matches-payload', 'auth.payload-sign-version-required'],
    'Only the version in the payload counts, or its absence; SVC-SIGN-VERSION is ignored.',
    together(
      unequalAccepted('signVersion'),
      changing(
        'supportsSignVersion',
        (honest) => (signed, context) =>
          signed === undefined || signed === null || signed === '' || honest(signed, context),
      ),
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) =>
          (name === 'sign_version' &&
            typeof value !== 'number' &&
            !Number.isInteger(Number(value ?? 'x') || Number.NaN)) ||
          honest(name, value, context),
      ),
    ),
  ),
  fault(
    'sign-version-two-accepted',
    '9',
    ['auth.sign-version-other-refused'],
    'Signature version 2 is accepted and verified like version 1.',
    changing('supportsSignVersion', (honest) => (signed, context) => signed === 2 || honest(signed, context)),
  ),
  fault(
    'sign-version-two-accepted-on-orders',
    '9',
    ['auth.sign-version-other-refused'],
    'Only the placement call accepts signature version 2.',
    changing(
      'supportsSignVersion',
      (honest) => (signed, context) => (signed === 2 && isOrder(context)) || honest(signed, context),
    ),
  ),
];

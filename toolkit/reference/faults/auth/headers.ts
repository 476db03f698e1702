// Faults of the six headers: missing, doubled, at odds with the signed payload (interface 5.1, 9).

import { isJsonObject } from '../../../payload/json-kind.js';
import type { HeaderRole } from '../../../signing/headers.js';
import type { RequestContext } from '../../rules/context.js';
import { alsoWhere, amended, exceptWhere } from '../algebra/edits.js';
import { type Change, changing, editing, type Fault, together, violating } from '../algebra/index.js';

const handshakeHeadersRequired = violating('9', ['auth.handshake-headers-required', 'versioning.handshake-version']);
const timestampMatchesPayload = violating('5.1', ['auth.timestamp-matches-payload']);
const signVersionOtherRefused = violating('9', ['auth.sign-version-other-refused']);

/** Lets a header be missing where `where` says so; the payload's value stands in for it. */
function optional(role: HeaderRole, where: (context: RequestContext) => boolean = () => true): Change {
  return editing({
    acceptsHeaderCount: alsoWhere((count, header, context) => count === 0 && header === role && where(context)),
  });
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
): Change {
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
): Change {
  return changing(
    AGREEMENTS[role],
    (honest) => (header, signed, context) => where(context) || honest(header, signed, context),
  );
}

const isOrder = ({ operation }: RequestContext): boolean => operation === 'placeOrder';

const isRead = ({ isMutating, isHandshake }: RequestContext): boolean => !isMutating && !isHandshake;

const isHandshake = (context: RequestContext): boolean => context.isHandshake;

/** An unreadable payload counts as one without members, and what has no member is not compared. */
function skippingWhatIsNotSigned(): Change {
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
    editing({ decodeData: amended((answer) => answer ?? new Uint8Array()) }),
    editing({ readPayload: amended((answer) => answer ?? {}) }),
    editing({ acceptsFieldType: alsoWhere((_name, value) => value === undefined) }),
    editing({ supportsSignVersion: alsoWhere((signed) => signed === undefined) }),
    editing({ acceptsTimestamp: alsoWhere((timestampMs) => Number.isNaN(timestampMs)) }),
    editing({ acceptsSignature: alsoWhere((trial) => isUnreadable(trial.payload)) }),
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
  violating('5.1', ['auth.api-key-header-required'])('api-key-header-optional', {
    summary: 'A request without SVC-API-KEY is taken for one of the main key.',
    change: optionalCompared('apiKey'),
    findKey: amended((answer, id, keys) => (id === '' ? keys.values().next().value : answer)),
  }),
  violating('5.1', ['auth.idempotency-header-required'])('idempotency-header-optional-on-orders', {
    summary: 'A placement without SVC-IDEMPOTENCY-KEY is taken with the key inside the payload.',
    change: optionalCompared('idempotencyKey', ({ isMutating }) => isMutating),
  }),
  violating('5.3', ['auth.read-idempotency-header-required'])('idempotency-header-optional-on-reads', {
    summary: 'A read without SVC-IDEMPOTENCY-KEY is accepted, as if the absent header were an empty one.',
    change: optionalCompared('idempotencyKey', isRead),
  }),
  violating('5.1', ['auth.handshake-headers-required'])('idempotency-header-optional-on-handshakes', {
    summary: 'A handshake without SVC-IDEMPOTENCY-KEY opens a stream.',
    change: optionalCompared('idempotencyKey', isHandshake),
  }),
  violating('5.1', ['auth.timestamp-header-required'])('timestamp-header-optional', {
    summary: 'A request without SVC-TIMESTAMP is accepted by the timestamp of its payload.',
    change: optionalCompared('timestamp'),
  }),
  violating('5.1', ['auth.sign-version-header-required'])('sign-version-header-optional', {
    summary: 'A request without SVC-SIGN-VERSION is taken for version 1.',
    change: optionalCompared('signVersion'),
  }),
  handshakeHeadersRequired('sign-version-header-optional-on-handshakes', {
    summary: 'A handshake without SVC-SIGN-VERSION opens a stream.',
    change: optionalCompared('signVersion', isHandshake),
  }),
  violating('5.1', ['auth.data-header-required'])('data-header-optional', {
    summary: 'A request without SVC-DATA skips everything that would have been checked against it.',
    requiresSigning: exceptWhere((context) => context.lacks.includes('data')),
  }),
  violating('5.1', ['auth.data-header-required', 'auth.data-is-json-object', 'auth.payload-tamper-refused'])(
    'unreadable-data-skips-checks',
    {
      summary: 'A request whose SVC-DATA cannot be read is let in without any check against it.',
      change: skippingWhatIsNotSigned(),
    },
  ),
  violating('5.1', ['auth.signature-header-required'])('signature-header-optional', {
    summary: 'A request without SVC-SIGN is checked in every other respect and then accepted.',
    change: optional('signature'),
    acceptsSignature: alsoWhere((trial) => trial.signature.length === 0),
  }),
  violating('5.1', ['auth.signature-verified'])('signature-header-doubled-accepted', {
    summary: 'Of two SVC-SIGN headers the first counts and the second is ignored.',
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
    acceptsHeaderCount: alsoWhere((count, role) => role !== 'signature' && count > 1),
  }),
  violating('5.1', ['auth.api-key-matches-payload', 'auth.mismatched-key-code', 'auth.payload-api-key-required'])(
    'api-key-mismatch-accepted',
    {
      summary: 'The api_key inside the payload is not compared with SVC-API-KEY.',
      change: unequalAccepted('apiKey'),
      acceptsFieldType: alsoWhere((name) => name === 'api_key'),
    },
  ),
  violating('5.1', ['auth.idempotency-key-matches-payload', 'auth.payload-idempotency-key-required'])(
    'idempotency-mismatch-accepted',
    {
      summary: 'The idempotency_key inside the payload is not compared with SVC-IDEMPOTENCY-KEY.',
      change: unequalAccepted('idempotencyKey'),
      acceptsFieldType: alsoWhere((name) => name === 'idempotency_key'),
    },
  ),
  violating('5.1', ['auth.idempotency-key-matches-payload'])('idempotency-mismatch-accepted-on-handshakes', {
    summary: 'On a handshake the idempotency_key inside the payload is not compared with SVC-IDEMPOTENCY-KEY.',
    change: unequalAccepted('idempotencyKey', isHandshake),
  }),
  timestampMatchesPayload('timestamp-mismatch-accepted', {
    summary: 'SVC-TIMESTAMP is not compared with the timestamp inside the payload.',
    change: unequalAccepted('timestamp'),
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
      change: unequalAccepted('signVersion'),
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
    supportsSignVersion: alsoWhere((signed, context) => signed === 2 && isOrder(context)),
  }),
];

// Which duty of a client each stage of signing shows, and which one a slip violates (interface 5; 9, rule 2). A slip that a service
// may let pass is a warning, unless the interface states the form that a client owes.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { SIGNING_STAGES, type SigningStage, SLIPS, type SlipId } from '../../signing/slips/slips.js';
import type { StageResult } from '../../signing/stage-result.js';
import type { Call } from '../ledger/entry.js';

/** What is fulfilled where the stage is in order; what depends on the request is added by `dutiesOf`. */
const BY_STAGE: Readonly<Record<SigningStage, readonly ClientRequirementId[]>> = {
  headers: ['auth.client-headers'],
  'data-encoding': ['auth.client-unpadded', 'auth.client-payload-object'],
  payload: ['auth.client-payload-object'],
  'sign-version': ['versioning.client-sends-version', 'versioning.client-version-one', 'auth.client-payload-integers'],
  'api-key': ['auth.client-api-key-matches'],
  'idempotency-key': ['auth.client-idempotency-key-matches'],
  timestamp: ['auth.client-timestamp-matches', 'auth.client-timestamp-milliseconds', 'auth.client-timestamp-near'],
  method: ['auth.client-method'],
  path: ['auth.client-path'],
  'body-hash': ['auth.client-body-hash'],
  'signature-encoding': ['auth.client-unpadded'],
  signature: ['auth.client-signature-verifies', 'auth.client-signs-bytes'],
  access: ['auth.client-own-account'],
};

/** On which of a request its duties depend. */
type SentForm = Pick<Call, 'request' | 'method' | 'path' | 'body'>;

/** The duties that a request fulfils by a stage in order. */
export function dutiesOf(stage: SigningStage, call: SentForm): readonly ClientRequirementId[] {
  const isRead = call.method === 'GET';
  const own = BY_STAGE[stage];
  switch (stage) {
    case 'headers':
      return [...own, isHandshake(call) ? 'auth.client-signs-handshakes' : 'auth.client-signs-requests'];
    case 'idempotency-key':
      return isRead
        ? [...own, 'auth.client-read-idempotency-key-empty']
        : [
            ...own,
            'idempotency.client-key-present',
            'idempotency.client-key-length',
            'idempotency.client-key-alphabet',
          ];
    case 'path': {
      const ofQuery = call.path.includes('?')
        ? (['auth.client-query-untouched', 'auth.client-no-duplicate-parameters'] as const)
        : [];
      return [
        ...own,
        ...ofQuery,
        ...(call.request === 'eventsStream' ? (['auth.client-handshake-path'] as const) : []),
      ];
    }
    case 'body-hash':
      return call.body === null ? ['auth.client-empty-body-hash'] : own;
    default:
      return own;
  }
}

export function isHandshake({ request }: SentForm): boolean {
  return request === 'eventsStream' || request === 'ticksStream';
}

/** What a handshake owes as every request does. Its path is a duty of its own, and that it is signed is the sum of the others. */
export function dutiesOfHandshakes(): readonly ClientRequirementId[] {
  const handshake: SentForm = { request: 'eventsStream', method: 'GET', path: '', body: null };
  const duties = SIGNING_STAGES.filter((stage) => stage !== 'path').flatMap((stage) => dutiesOf(stage, handshake));
  const asEveryRequest = duties.filter((duty) => duty !== 'auth.client-signs-handshakes');
  // Which alphabet it is shows in some texts only, so that no stage stands for it.
  return [...new Set([...asEveryRequest, 'auth.client-url-alphabet' as const])];
}

/** The duties that a broken stage violates; none where it is no fault of the client. */
export function violatedBy(
  { stage, cause, expected, actual }: StageResult,
  call: Call,
): readonly ClientRequirementId[] {
  if (cause === undefined || NO_FAULT_OF_CLIENTS.includes(cause)) return [];
  const isRead = call.method === 'GET';
  const named = BY_SLIP[cause];
  if (named !== undefined) {
    return isHandshake(call) && cause === 'idempotency-key-on-get' ? [...named, 'auth.client-signs-handshakes'] : named;
  }
  if (cause === 'idempotency-header-dropped' || cause === 'idempotency-key-placeholder') {
    return [isRead ? 'auth.client-read-idempotency-key-empty' : 'idempotency.client-key-present'];
  }
  if (stage === 'path') return [pathDuty(call, expected, actual)];
  if (stage === 'body-hash') return [bodyHashDuty(call, expected, actual)];
  return FIRST_BY_STAGE[stage] ?? BY_STAGE[stage].slice(0, 1);
}

/** Keys run out, and addresses are the operator's matter. */
const NO_FAULT_OF_CLIENTS: readonly SlipId[] = ['api-key-expired', 'source-not-permitted'];

/** What a slip of the stage violates that is not named here. */
const FIRST_BY_STAGE: Partial<Readonly<Record<SigningStage, readonly ClientRequirementId[]>>> = {
  'data-encoding': ['auth.client-url-alphabet'],
  'sign-version': ['versioning.client-version-one'],
  timestamp: ['auth.client-timestamp-milliseconds'],
  'signature-encoding': ['auth.client-url-alphabet'],
  signature: ['auth.client-signature-verifies', 'auth.client-signs-bytes'],
};

const OBJECT = ['auth.client-payload-object'] as const;
const TYPES = ['auth.client-payload-integers'] as const;
const NEAR = ['auth.client-timestamp-near'] as const;
const SIGNATURE = ['auth.client-signature-verifies'] as const;

const BY_SLIP: Partial<Readonly<Record<SlipId, readonly ClientRequirementId[]>>> = {
  'private-key-sent': ['auth.client-keeps-secrets'],
  'data-padded': ['auth.client-unpadded'],
  'data-raw-json': OBJECT,
  'data-jws': OBJECT,
  'data-truncated': OBJECT,
  'data-compressed': OBJECT,
  'payload-member-number': TYPES,
  'payload-member-type': TYPES,
  'sign-version-text': TYPES,
  'sign-version-fraction': TYPES,
  'sign-version-mismatch': ['versioning.client-sends-version'],
  'api-key-unknown': ['auth.client-own-account'],
  'api-key-quoted': ['auth.client-own-account'],
  'idempotency-key-missing': ['idempotency.client-key-present'],
  'idempotency-key-too-short': ['idempotency.client-key-length'],
  'idempotency-key-too-long': ['idempotency.client-key-length'],
  'idempotency-key-characters': ['idempotency.client-key-alphabet'],
  'idempotency-key-on-get': ['auth.client-read-idempotency-key-empty'],
  'idempotency-key-null': ['auth.client-read-idempotency-key-empty'],
  'timestamp-mismatch': ['auth.client-timestamp-matches'],
  'timestamp-leading-zero': ['auth.client-timestamp-matches'],
  'timestamp-text': TYPES,
  'timestamp-fraction': TYPES,
  'timestamp-exponent': TYPES,
  'timestamp-stale': NEAR,
  'timestamp-future': NEAR,
  'timestamp-local-time': NEAR,
  'path-query-duplicate': ['auth.client-no-duplicate-parameters'],
  'path-handshake-query': ['auth.client-handshake-path'],
  'sign-padded': ['auth.client-unpadded'],
  'sign-truncated': SIGNATURE,
  'sign-attached': SIGNATURE,
  'sign-length': SIGNATURE,
  'sign-hmac': SIGNATURE,
  'sign-ecdsa': SIGNATURE,
  'sign-rsa': SIGNATURE,
};

function pathDuty(call: Call, sent = '', signed = ''): ClientRequirementId {
  if (call.request === 'eventsStream') return 'auth.client-handshake-path';
  const [sentPath] = sent.split('?');
  const [signedPath] = unquoted(signed).split('?');
  return sent.includes('?') && sentPath === signedPath ? 'auth.client-query-untouched' : 'auth.client-path';
}

/** A hash that is right but for its spelling is no wrong hash. */
function bodyHashDuty({ body }: Call, expected = '', actual = ''): ClientRequirementId {
  const spelled = unquoted(actual);
  if (spelled.replace(/=+$/, '') === expected) return 'auth.client-unpadded';
  if (spelled.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_') === expected) {
    return 'auth.client-url-alphabet';
  }
  return body === null ? 'auth.client-empty-body-hash' : 'auth.client-body-hash';
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/s, '$1');
}

/** Forms that the interface states of the sender, whatever a service lets pass. */
const OWED_BY_CLIENTS: readonly SlipId[] = [
  'sign-version-text',
  'timestamp-text',
  'timestamp-fraction',
  'payload-member-number',
  'idempotency-key-on-get',
  'idempotency-key-null',
  'path-handshake-query',
];

export function isSuggestedOnly(cause: SlipId): boolean {
  return SLIPS[cause].isOpen && !OWED_BY_CLIENTS.includes(cause);
}

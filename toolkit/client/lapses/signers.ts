// Wrong signers as lapses: each mistake of signing that clients make, put into an otherwise honest client (interface 5).
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { type SigningStage, SLIPS } from '../../signing/index.js';
import { WAYS } from '../../signing/slips/ways/ways.js';
import type { Lapse } from './lapse.js';

const ENCODING = ['auth.client-url-alphabet', 'auth.client-unpadded'] as const;

/** The statements of clients, one of which a request breaks that goes wrong at the stage. */
const BROKEN: Readonly<Record<SigningStage, readonly ClientRequirementId[]>> = {
  headers: [
    'auth.client-headers',
    'auth.client-signs-requests',
    'auth.client-read-idempotency-key-empty',
    'idempotency.client-key-present',
  ],
  'data-encoding': [...ENCODING, 'auth.client-payload-object'],
  payload: ['auth.client-payload-object', 'auth.client-payload-integers'],
  'sign-version': ['versioning.client-version-one', 'versioning.client-sends-version', 'auth.client-payload-integers'],
  'api-key': ['auth.client-api-key-matches', 'auth.client-own-account'],
  'idempotency-key': [
    'auth.client-idempotency-key-matches',
    'auth.client-read-idempotency-key-empty',
    'idempotency.client-key-present',
    'idempotency.client-key-length',
    'idempotency.client-key-alphabet',
  ],
  timestamp: [
    'auth.client-timestamp-matches',
    'auth.client-timestamp-milliseconds',
    'auth.client-timestamp-near',
    'auth.client-payload-integers',
  ],
  method: ['auth.client-method'],
  path: [
    'auth.client-path',
    'auth.client-query-untouched',
    'auth.client-no-duplicate-parameters',
    'auth.client-handshake-path',
  ],
  'body-hash': ['auth.client-body-hash', 'auth.client-empty-body-hash', ...ENCODING],
  'signature-encoding': [...ENCODING, 'auth.client-signature-verifies'],
  signature: ['auth.client-signature-verifies', 'auth.client-signs-bytes', 'auth.client-keeps-secrets'],
  access: ['auth.client-own-account'],
};

/**
 * Wrong signers whose mistake shows in nothing that clients send every day: it needs odd bodies, paths, queries or keys, cannot be sent
 * at all, or is a spelling that the interface leaves open. `signers.test.ts` finds them again.
 */
export const HIDDEN_SIGNERS: readonly string[] = [
  'encodes-payload-in-latin-1',
  'writes-version-with-point',
  'writes-timestamp-with-point',
  'writes-timestamp-as-double',
  'repeats-method',
  'repeats-path',
  'writes-numeric-api-key',
  'replaces-first-marks-of-data',
  'wraps-data-lines',
  'wraps-signature-lines',
  'trims-body',
  'converts-line-endings',
  'strips-byte-order-mark',
  'hashes-latin-1',
  'compacts-body',
  'escapes-body',
  'escapes-slashes-of-body',
  'hashes-first-kilobyte',
  'decompresses-body',
  'repairs-body-text',
  'sorts-query',
  'drops-empty-query',
  'drops-empty-values',
  'adds-empty-values',
  'decodes-unreserved',
  'encodes-letters',
  'encodes-reserved',
  'upper-cases-escapes',
  'signs-plus-for-blank',
  'signs-blank-for-plus',
  'strips-trailing-slash',
  'collapses-slashes',
  'lower-cases-path',
  'composes-letters',
  'decomposes-letters',
  'folds-compatible-letters',
  'drops-accents',
  'asks-for-unknown-letters',
  'misreads-utf-8',
  'signs-first-account',
  'resolves-dot-segments',
];

export const SIGNER_LAPSES: readonly Lapse[] = WAYS.flatMap(
  ({ slip, change: { wire, needs, vary, ...stages }, signer }) =>
    signer === undefined || HIDDEN_SIGNERS.includes(signer.id)
      ? []
      : [
          {
            id: signer.id,
            title: signer.sentence,
            violates: BROKEN[SLIPS[slip].stage],
            decision: { stages },
            conduct: { stages },
          },
        ],
);

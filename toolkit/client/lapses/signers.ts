// Wrong signers as lapses: each mistake of signing that clients make, put into an otherwise honest client (interface 5).
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import {
  CORRECT_STAGES,
  createSigner,
  createVerifier,
  PrivateKey,
  type SigningInput,
  type SigningStage,
  type SigningStages,
  SLIPS,
  signByStages,
} from '../../signing/index.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import { WAYS } from '../../signing/slips/ways/ways.js';
import { firstBroken } from '../../signing/stage-result.js';
import { inspectRequest } from '../../signing/verify-request.js';
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

/** What clients send every day: mistakes that no such request shows need one that no client has cause to send. */
const EVERYDAY: readonly Pick<SigningInput, 'method' | 'path' | 'idempotencyKey' | 'body'>[] = [
  { method: 'GET', path: '/v1/configuration/accounts/1000001/limits', idempotencyKey: '' },
  { method: 'GET', path: '/v1/trading/accounts/1000001/operations/op~~~', idempotencyKey: '' },
  {
    method: 'GET',
    path: '/v1/trading/accounts/1000001/history/orders?from=2020-01-01T00%3A00%3A00%2B00%3A00&limit=5',
    idempotencyKey: '',
  },
  { method: 'GET', path: '/v1/server-events/accounts/1000001/ws/events', idempotencyKey: '' },
  {
    method: 'POST',
    path: '/v1/trading/accounts/1000001/orders',
    idempotencyKey: '4c1d3c9e-5a54-4a8e-9a43-bd2f6a3f1c07',
    body: Buffer.from('{"type":"limit","side":"buy","instrument":"EURUSD","volume":"0.01","price":"1.05000"}'),
  },
];

const KEY = new PrivateKey(new Uint8Array(32).fill(7));
const SIGNER = createSigner(KEY);
const VERIFIER = createVerifier(SIGNER.publicKey);
const API_KEY = 'key-main';
const NOW_MS = 1_800_000_000_123;
/** Several, since some texts show the alphabet of base64 or the sign of a byte only now and then. */
const MOMENTS = 3;

/** Whether an everyday request shows the mistake to who reads as the interface has it. */
export function showsEveryday(stages: Partial<SigningStages>): boolean {
  return EVERYDAY.some((request) =>
    Array.from({ length: MOMENTS }, (_, moment) => NOW_MS + moment).some((nowMs) => isBroken(request, stages, nowMs)),
  );
}

function isBroken(request: (typeof EVERYDAY)[number], stages: Partial<SigningStages>, nowMs: number): boolean {
  const { method, path, body = new Uint8Array() } = request;
  const input = { ...request, body, apiKey: API_KEY, timestampMs: nowMs, signer: SIGNER, hashing: nodeHashing };
  const { headers } = signByStages({ ...CORRECT_STAGES, ...stages }, { ...input, seed: KEY.exposeSeed() });
  // What cannot be sent is no mistake that a service could meet.
  if (headers.some(([, value]) => /[^\x20-\x7e]/.test(value))) return false;
  const results = inspectRequest(
    { method, path, headers, body },
    {
      hashing: nodeHashing,
      keyOf: (id) => (id === API_KEY ? VERIFIER : 'api-key-unknown'),
      clock: { nowMs, windowMs: NEAR_MS },
    },
  );
  return firstBroken(results) !== undefined;
}

const NEAR_MS = 60_000;

export const SIGNER_LAPSES: readonly Lapse[] = WAYS.flatMap(
  ({ slip, change: { wire, needs, vary, ...stages }, signer }) =>
    signer === undefined || !showsEveryday(stages)
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

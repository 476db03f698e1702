// Signers of what is nearly Ed25519 (interface 5.1): the variants of RFC 8032, other hash functions inside, another public key beside the
// private one, and numbers of the curve that were made in another way.
import type { Verifier } from '../../signing/ed25519/ed25519.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { utf8Bytes } from '../capture/capture.js';
import { OTHER_ARRANGEMENTS, OTHER_HASHES, type Variant, variantVerifier } from './ed25519-variants.js';
import type { SignatureScene } from './message.js';
import type { MisreadKey } from './misread-keys.js';

interface NearlyEd25519 {
  readonly cause: SlipId;
  readonly how?: string;
  readonly variant: Variant;
  readonly message: Uint8Array;
}

/** Words that an author may have for what is signed. */
const CONTEXTS = [
  ...[
    'SVC',
    'svc',
    'TSI',
    'tsi',
    '1',
    'v1',
    'SVC-SIGN',
    'SVC-DATA',
    'svc-sign',
    'trading',
    'trading-api',
    'api',
    'auth',
  ],
  ...['request', 'payload', 'sign', 'order', 'orders', 'trading-service-interface', 'Trading Service Interface'],
];

export function nearlyEd25519(
  { payload, data, apiKey, host = '' }: SignatureScene,
  key: Verifier,
  others: readonly Verifier[],
): readonly NearlyEd25519[] {
  const contexts = ['', apiKey, ...CONTEXTS, host];
  const halves = [
    ['nothing', new Uint8Array()],
    ['zero bytes', new Uint8Array(32)],
    ['its own bytes in reverse', key.publicKey.toReversed()],
    ...others.map(({ publicKey }) => ['that of another key', publicKey] as const),
  ] as const;
  return [
    { cause: 'signed-ed25519ph', variant: { isPrehashed: true, context: '' }, message: payload },
    { cause: 'signed-ed25519ph', variant: { isPrehashed: true, context: '' }, message: utf8Bytes(data) },
    ...[...new Set(contexts)].map((context) => ({
      cause: 'signed-ed25519ctx' as const,
      variant: { context },
      message: payload,
    })),
    ...OTHER_HASHES.map(([name, hash]) => ({
      cause: 'signed-ed25519-other-hash' as const,
      how: `the payload with ${name} inside Ed25519`,
      variant: { hash },
      message: payload,
    })),
    ...OTHER_ARRANGEMENTS.map(([how, arrange]) => ({
      cause: 'signed-ed25519-other-hash' as const,
      how: `the payload, with ${how} in what Ed25519 hashes`,
      variant: { arrange },
      message: payload,
    })),
    ...halves.map(([name, beside]) => ({
      cause: 'signed-beside-other-public-key' as const,
      how: `the payload, with ${name} in the place of the public key`,
      variant: { beside },
      message: payload,
    })),
  ];
}

interface Expanded {
  readonly cause: SlipId;
  readonly how: string;
  readonly also?: SlipId;
}

/** Numbers that the curve was given in other ways than RFC 8032 makes them, beside other hashes and the registered public key. */
export function otherwiseExpanded(
  { signature, payload }: SignatureScene,
  key: Verifier | undefined,
  derived: readonly (MisreadKey & { readonly cause: SlipId })[],
): Expanded | undefined {
  const besides = key === undefined ? [{}] : [{}, { beside: key.publicKey }];
  for (const { cause, how, publicKey, isExpanded } of derived) {
    if (isExpanded !== true) continue;
    const isOf = variantVerifier(signature, publicKey);
    for (const beside of besides) {
      if (isOf(beside, payload)) return { cause, how };
      const other = OTHER_HASHES.find(([, hash]) => isOf({ ...beside, hash }, payload));
      if (other !== undefined) return { cause, how, also: 'signed-ed25519-other-hash' };
    }
  }
  return undefined;
}

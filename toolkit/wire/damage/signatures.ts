// Signatures over other bytes, by another key, or altered (interface 5.1, 5.3 rule 1). SVC-DATA stays right each time.
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Signer } from '../../signing/ed25519/ed25519.js';
import type { Damage } from '../exchange.js';
import type { DamageEntry } from './entry.js';
import { entryOf } from './entry.js';

const OVER_TEXT = 'auth.signature-over-text-refused';
const VERIFIED = 'auth.signature-verified';
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const latin1 = (value: string): Uint8Array => Buffer.from(value, 'latin1');
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

type SignedBytes = NonNullable<Damage['signedBytes']>;

const OTHER_BYTES: readonly (readonly [id: string, requirement: string, phrase: string, bytes: SignedBytes])[] = [
  ['over-text', OVER_TEXT, 'over the base64url text of SVC-DATA', (payload) => latin1(text(payload))],
  [
    'over-padded-text',
    OVER_TEXT,
    'over the padded base64 text',
    (payload) => latin1(Buffer.from(payload).toString('base64')),
  ],
  ['over-hash', VERIFIED, 'over the SHA-256 of the payload', (payload) => sha256(payload)],
  [
    'over-hex-hash',
    VERIFIED,
    'over the hexadecimal SHA-256 of the payload',
    (payload) => latin1(sha256(payload).toString('hex')),
  ],
  ['over-newline', VERIFIED, 'over the payload and a newline', (payload) => Buffer.concat([payload, latin1('\n')])],
  ['over-nothing', VERIFIED, 'over nothing', () => new Uint8Array()],
  [
    'over-hex-text',
    VERIFIED,
    'over the payload in hexadecimal',
    (payload) => latin1(Buffer.from(payload).toString('hex')),
  ],
  [
    'over-utf16',
    VERIFIED,
    'over the payload in UTF-16',
    (payload) => Buffer.from(Buffer.from(payload).toString('utf8'), 'utf16le'),
  ],
];

/** The order of the Ed25519 group, 2^252 + 27742317777372353535851937790883648493. */
const GROUP_ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;

/** The same signature with S + L for S: equal modulo L, and refused by RFC 8032, 5.1.7. */
function withLargeS(signature: Uint8Array): Uint8Array {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + GROUP_ORDER;
  const tail = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([signature.subarray(0, 32), tail]);
}

function withBit(signature: Uint8Array, byte: number): Uint8Array {
  const changed = Uint8Array.from(signature);
  changed[byte] = (changed[byte] ?? 0) ^ 1;
  return changed;
}

type Altered = (signature: Uint8Array, payload: Uint8Array) => Uint8Array;

/** Made on the first use, so that importing the tables costs nothing. */
let strangerKey: ReturnType<typeof generateKeyPairSync>['privateKey'] | undefined;
const byStranger: Altered = (_signature, payload) => {
  strangerKey ??= generateKeyPairSync('ed25519').privateKey;
  return sign(null, payload, strangerKey);
};

const ALTERED: readonly (readonly [id: string, requirement: string, phrase: string, change: Altered])[] = [
  ['bit-in-r', VERIFIED, 'with one bit of R flipped', (signature) => withBit(signature, 0)],
  ['bit-in-s', VERIFIED, 'with one bit of S flipped', (signature) => withBit(signature, 40)],
  ['last-bit', VERIFIED, 'with a bit of its last byte flipped', (signature) => withBit(signature, 63)],
  ['cut', VERIFIED, 'without its last byte', (signature) => signature.subarray(0, 63)],
  ['extended', VERIFIED, 'with a byte more', (signature) => Buffer.concat([signature, Buffer.alloc(1)])],
  ['attached', VERIFIED, 'with the payload attached', (signature, payload) => Buffer.concat([signature, payload])],
  ['zero', VERIFIED, 'of zeros', () => new Uint8Array(64)],
  ['random', VERIFIED, 'of random bytes', () => randomBytes(64)],
  [
    'swapped',
    VERIFIED,
    'with its halves swapped',
    (signature) => Buffer.concat([signature.subarray(32), signature.subarray(0, 32)]),
  ],
  ['large-s', VERIFIED, 'with S beyond the group order', (signature) => withLargeS(signature)],
  ['by-another-key', 'auth.foreign-key-refused', 'by another key', byStranger],
  [
    'hmac',
    VERIFIED,
    'by HMAC-SHA256',
    (_signature, payload) => createHmac('sha256', 'secret').update(payload).digest(),
  ],
];

export const SIGNATURE_DAMAGES: readonly DamageEntry[] = [
  ...OTHER_BYTES.map(([id, requirement, phrase, signedBytes]) =>
    entryOf('signature', `sign-${id}`, { requirement }, `signature ${phrase}`, { signedBytes }),
  ),
  ...ALTERED.map(([id, requirement, phrase, change]) =>
    entryOf('signature', `sign-${id}`, { requirement }, `signature ${phrase}`, {
      encodeSignature: (signature, payload) => text(change(signature, payload)),
    }),
  ),
];

/** A correct signature by a key of the caller's, such as another registered one. */
export function signedBy(signer: Signer, name: string): Damage {
  return { name, encodeSignature: (_signature, payload) => text(signer.sign(payload)) };
}

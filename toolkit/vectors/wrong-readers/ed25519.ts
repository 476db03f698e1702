// Verifiers of Ed25519 that are laxer than RFC 8032, 5.1.7, each as a known library or version of one is.
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { fromLittleEndian, join, ORDER, toLittleEndian } from '../../signing/ed25519/curve.js';
import { unhex } from '../../signing/keys/der.js';
import { createVerifier } from '../../signing/sign.js';
import { type Readers, readers, type WrongReader } from './wrong-reader.js';

hashes.sha512 = sha512;

type Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

const verifiers: Readers<Verify> = readers((verify) => ({
  'verify-signature': ({ publicKey, message, signature }) => ({
    valid: verify(unhex(publicKey), unhex(message), unhex(signature)),
  }),
}));

const strict: Verify = (publicKey, message, signature) => createVerifier(publicKey).verify(signature, message);

/** S modulo L, as a verifier sees it that does not check its range. */
function reduced(signature: Uint8Array): Uint8Array {
  if (signature.length !== 64) return signature;
  const s = fromLittleEndian(signature.subarray(32)) % ORDER;
  return join(signature.subarray(0, 32), toLittleEndian(s));
}

export const ED25519_READERS: readonly WrongReader[] = verifiers({
  'accepts-large-s: accepts S of L and above, as tweetnacl does': (k, m, s) => strict(k, m, reduced(s)),
  'accepts-longer-signature: ignores bytes after the 64th, as JDK 17 does': (k, m, s) =>
    strict(k, m, s.subarray(0, 64)),
  'accepts-what-fails-to-parse: takes an exception about lengths for no objection': (k, m, s) =>
    k.length !== 32 || s.length !== 64 || strict(k, m, s),
  'follows-zip-215: follows ZIP 215, the default of a library': (k, m, s) =>
    k.length === 32 && s.length === 64 && verifyLeniently(s, m, k),
  'accepts-any-signature: checks the length alone': (_, __, s) => s.length === 64,
  'accepts-longer-key: ignores bytes of the key after the 32nd': (k, m, s) => strict(k.subarray(0, 32), m, s),
  'ignores-sign-of-key: ignores the sign bit of the public key': (k, m, s) =>
    strict(k, m, s) || strict(withoutSign(k), m, s),
  'verifies-hash-of-message: hashes the message before it verifies': (k, m, s) => strict(k, sha512(m), s),
});

function verifyLeniently(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verify(signature, message, publicKey, { zip215: true });
  } catch {
    return false;
  }
}

function withoutSign(publicKey: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(publicKey);
  bytes[31] = (bytes[31] ?? 0) ^ 0x80;
  return bytes;
}

// Reads Ed25519 keys in the forms that people have them: PEM (PKCS#8, SPKI), JWK, and raw 32 bytes in base64url or hexadecimal.
// Runs in a browser too. A message says what form came, never what was in it. Writing keys is in `key-export.ts`.
import { ProtocolError } from '../../payload/protocol-error.js';
import { decodeBase64url, inUrlAlphabet } from '../base64url.js';
import { PUBLIC_KEY_BYTES, SEED_BYTES } from '../ed25519/ed25519.js';
import { assertEd25519, derContent, readDer, TAG, unhex } from './der.js';
import { PrivateKey } from './private-key.js';

/**
 * A private key from a PKCS#8 PEM, a JWK, or the 32-byte seed in base64url or hexadecimal. White space around it is ignored.
 * @throws ProtocolError `key-invalid`; its message never holds key material.
 */
export function parsePrivateKey(text: string): PrivateKey {
  const key = text.trim();
  if (key.startsWith('-----')) return pkcs8(pemContent(key, 'PRIVATE KEY'));
  if (key.startsWith('{')) {
    const jwk = readJwk(key);
    const seed = jwkBytes(jwk, 'd', SEED_BYTES);
    return new PrivateKey(seed, jwk['x'] === undefined ? undefined : jwkBytes(jwk, 'x', PUBLIC_KEY_BYTES));
  }
  return new PrivateKey(rawBytes(key, 'a 32-byte seed'));
}

/**
 * The 32 bytes of a public key from an SPKI PEM, a JWK, or raw base64url or hexadecimal. A private JWK is not accepted.
 * @throws ProtocolError `key-invalid`.
 */
export function parsePublicKey(text: string): Uint8Array {
  const key = text.trim();
  if (key.startsWith('-----')) return spki(pemContent(key, 'PUBLIC KEY'));
  if (key.startsWith('{')) {
    const jwk = readJwk(key);
    if (jwk['d'] !== undefined) {
      throw invalid('a public key', 'a private JWK (it has a member "d"); give only its public members');
    }
    return jwkBytes(jwk, 'x', PUBLIC_KEY_BYTES);
  }
  return rawBytes(key, 'a 32-byte public key');
}

const CONVERT = 'convert it with "openssl pkcs8 -topk8 -nocrypt"';

/** What people paste by mistake, by PEM label. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  'ENCRYPTED PRIVATE KEY': `an encrypted private key; decrypt it first: "openssl pkey -in FILE -out PLAIN"`,
  'EC PRIVATE KEY': 'an elliptic curve key of another kind; create an Ed25519 key',
  'RSA PRIVATE KEY': 'an RSA key; create an Ed25519 key',
  'OPENSSH PRIVATE KEY': `an OpenSSH key file; create a PKCS#8 key with "openssl genpkey -algorithm ed25519"`,
  'PRIVATE KEY': 'a private key; give the public key: "openssl pkey -in FILE -pubout"',
  'PUBLIC KEY': `a public key; give the private one`,
  CERTIFICATE: 'a certificate; extract its public key: "openssl x509 -in FILE -noout -pubkey"',
};

function pemContent(text: string, label: 'PRIVATE KEY' | 'PUBLIC KEY'): Uint8Array {
  const wanted = `a PEM block "BEGIN ${label}"`;
  if (text.includes('\\n')) {
    throw invalid(
      wanted,
      'a text with the two characters \\ and n where line breaks belong; replace them by line breaks',
    );
  }
  const begin = /^-----BEGIN ([A-Z0-9 ]{1,40})-----\s/.exec(text)?.[1];
  if (begin !== label) throw invalid(wanted, (begin && OTHER_LABELS[begin]) ?? `something else; ${CONVERT}`);
  const block = new RegExp(`^-----BEGIN ${label}-----\\s+([A-Za-z0-9+/\\s]+?)(={0,2})\\s*-----END ${label}-----$`).exec(
    text,
  );
  const base64 = block?.[1]?.replace(/\s+/g, '');
  if (base64 === undefined) throw invalid(wanted, 'one that is cut off, has text around it, or is not base64 inside');
  return fromBase64url(inUrlAlphabet(base64), wanted);
}

/** PKCS#8 version 1, or version 2 with the public key (RFC 8410, section 7). */
function pkcs8(der: Uint8Array): PrivateKey {
  const parts = readDer(derContent(readDer(der), 0, TAG.sequence));
  derContent(parts, 0, TAG.integer);
  assertEd25519(derContent(parts, 1, TAG.sequence));
  const seed = derContent(readDer(derContent(parts, 2, TAG.octetString)), 0, TAG.octetString);
  const stated = parts.find((part) => part.tag === TAG.publicKeyField)?.content.subarray(1);
  return new PrivateKey(
    sized(seed, SEED_BYTES, 'private key'),
    stated && sized(stated, PUBLIC_KEY_BYTES, 'public key'),
  );
}

function spki(der: Uint8Array): Uint8Array {
  const parts = readDer(derContent(readDer(der), 0, TAG.sequence));
  assertEd25519(derContent(parts, 0, TAG.sequence));
  // The first byte of a bit string counts unused bits; here it is 0.
  return Uint8Array.from(sized(derContent(parts, 1, TAG.bitString).subarray(1), PUBLIC_KEY_BYTES, 'public key'));
}

function readJwk(text: string): Readonly<Record<string, unknown>> {
  let jwk: unknown;
  try {
    jwk = JSON.parse(text);
  } catch {
    // The parser's own message would repeat part of the key.
    throw invalid('a JWK', 'text that starts like JSON and is none');
  }
  if (typeof jwk !== 'object' || jwk === null) throw invalid('a JWK', 'another JSON value');
  const members = jwk as Readonly<Record<string, unknown>>; // an object by the test above
  if (members['kty'] !== 'OKP' || members['crv'] !== 'Ed25519') {
    throw invalid('a JWK with "kty": "OKP" and "crv": "Ed25519"', 'a JWK of another kind');
  }
  return members;
}

function jwkBytes(jwk: Readonly<Record<string, unknown>>, member: 'd' | 'x', size: number): Uint8Array {
  const text = jwk[member];
  if (typeof text !== 'string') throw invalid(`a JWK with a text member "${member}"`, 'one without');
  return sized(fromBase64url(text, `a JWK with "${member}" in base64url`), size, `member "${member}"`);
}

function rawBytes(text: string, what: string): Uint8Array {
  const wanted = `${what} as 43 characters of base64url or 64 hexadecimal digits, a PEM or a JWK`;
  if (/^[0-9A-Fa-f]{64}$/.test(text)) return unhex(text);
  if (text.length !== 43) {
    const hint = /^[0-9A-Fa-f]{128}$|^[A-Za-z0-9_+/-]{86}(==)?$/.test(text)
      ? '; 64 bytes may be the seed followed by the public key: give the first 32 bytes'
      : /^[A-Za-z0-9_+/-]{43}=$/.test(text)
        ? '; remove the = at the end'
        : '';
    throw invalid(wanted, `${text.length} characters${hint}`);
  }
  return fromBase64url(text, wanted);
}

function fromBase64url(text: string, wanted: string): Uint8Array {
  try {
    return decodeBase64url(text);
  } catch (cause) {
    const why = cause instanceof ProtocolError ? cause.message.replace(/^.*, got/, '') : '';
    throw invalid(wanted, `text that does not decode:${why}`);
  }
}

function sized(bytes: Uint8Array, size: number, what: string): Uint8Array {
  if (bytes.length !== size) throw invalid(`a ${what} of ${size} bytes`, `${bytes.length}`);
  return bytes;
}

function invalid(expected: string, got: string): ProtocolError {
  return new ProtocolError('key-invalid', `expected ${expected}, got ${got}`, { section: '5' });
}

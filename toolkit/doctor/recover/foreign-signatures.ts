// What stands in the place of an Ed25519 signature (interface 5.1): the credentials of other schemes, the structures of other formats,
// a bare hash.
import { encodeBase64url } from '../../signing/base64url.js';
import { utf8Bytes } from '../capture/capture.js';
import { fromBase64 } from '../recognise/alphabets.js';
import { DIGESTS } from '../search/digests.js';

/** Credentials of HTTP, HMACs of webhooks, a JWE, identifiers, codes of one use. */
export const OTHER_SCHEMES: readonly RegExp[] = [
  /^(?:Basic|Negotiate|NTLM|Kerberos) \S+$/i,
  /^Digest \w+=/i,
  /^(?:sha(?:1|256|512)=|hmac-sha256[ =:]|t=\d+,v\d=|v\d=)[0-9a-f,=v]{40,}$/i,
  /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/,
  /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i,
  /^\d{4,10}$/,
];

/** What stands between the lines of PEM, of OpenSSH or of OpenPGP, whatever became of its line breaks. */
export function armoredBytes(text: string): Uint8Array | undefined {
  const inner = /^-{4,5} ?BEGIN [A-Z0-9 ]+-{4,5}(.*?)-{4,5} ?END [A-Z0-9 ]+-{4,5}\W*$/s.exec(text.trim())?.[1];
  return inner === undefined
    ? undefined
    : (fromBase64(inner.replace(/\s+|\\[nr]/g, '').replace(/=[\w+/]{4}$/, '')) ?? new Uint8Array());
}

/** The first bytes of a signature packet of OpenPGP, old or new: its tag, its length, its version. */
export function isOpenPgp([tag = 0, length = 0, ...rest]: Uint8Array): boolean {
  if (tag === 0x88 || tag === 0xc2) return length > 70 && [3, 4, 5, 6].includes(rest[0] ?? 0);
  return tag === 0x89 && [3, 4, 5, 6].includes(rest[1] ?? 0);
}

/** The last byte of 65, by which wallets find the key of an ECDSA signature. */
export const isRecoveryId = (byte: number): boolean => byte < 4 || (byte >= 27 && byte < 35);

/** The sequence of two integers that ECDSA makes. */
export const isDer = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x30 && bytes[1] === bytes.length - 2 && bytes[2] === 2 && bytes.length > 60 && bytes.length < 145;

/** The 64 bytes whose halves a library took for two integers. */
export function halvesOfDer(bytes: Uint8Array): Uint8Array | undefined {
  const size = bytes[3] ?? 0;
  const integers = [bytes.subarray(4, 4 + size), bytes.subarray(6 + size)];
  const whole = new Uint8Array(64);
  for (const [at, integer] of integers.entries()) {
    const digits = integer.subarray(integer.length > 32 ? integer.length - 32 : 0);
    whole.set(digits, 32 * at + 32 - digits.length);
  }
  return whole;
}

/** A hash in the place of the signature, in words. */
export function digestOf(hash: Uint8Array, data = '', bodyHash = ''): string | undefined {
  if (encodeBase64url(hash) === bodyHash) return 'the body hash, which no key took part in';
  const texts = [
    ['the payload', fromBase64(data) ?? new Uint8Array()],
    ['the text of SVC-DATA', utf8Bytes(data)],
  ] as const;
  for (const { name, hash: digest } of DIGESTS.filter(({ bytes }) => bytes === hash.length)) {
    const [what] = texts.find(([, bytes]) => digest(bytes).join() === hash.join()) ?? [];
    if (what !== undefined) return `the ${name} hash of ${what}, which no key took part in`;
  }
  return undefined;
}

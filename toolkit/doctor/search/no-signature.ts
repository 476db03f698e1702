// 64 bytes that no key made: a constant, a hash, or a part of what should have been signed.
import { utf8Bytes } from '../capture/capture.js';
import { DIGESTS } from './digests.js';
import type { SignatureScene, Signed } from './message.js';

export function withoutSigning({ signature, payload, data, body }: SignatureScene): Signed | undefined {
  if (signature.every((byte) => byte === signature[0])) {
    return { cause: 'sign-placeholder', how: 'the same byte all along: a buffer that was never filled' };
  }
  if (signature.every(isHexDigit)) {
    return {
      cause: 'sign-digest',
      how: 'the hexadecimal text of 32 bytes, as SHA-256 and HMAC-SHA256 give, encoded in base64url',
    };
  }
  const texts = [payload, utf8Bytes(data), ...(body === undefined ? [] : [body])];
  const digest = DIGESTS.filter(({ bytes }) => bytes === 64).find(({ hash }) =>
    texts.some((bytes) => hash(bytes).every((byte, at) => byte === signature[at])),
  );
  if (digest !== undefined) return { cause: 'sign-digest', how: `the ${digest.name} hash, which no key took part in` };
  const source = [
    ['the payload', payload],
    ['the text of SVC-DATA', utf8Bytes(data)],
    ['the body', body ?? new Uint8Array()],
  ] as const;
  const within = source.find(([, bytes]) => hasInside(bytes, signature));
  if (within !== undefined) {
    return {
      cause: 'signature-not-ed25519',
      how: `64 bytes of ${within[0]}, such as the wrong end of a signed message`,
    };
  }
  return undefined;
}

const isHexDigit = (byte: number): boolean => /[0-9a-fA-F]/.test(String.fromCharCode(byte));

const hasInside = (whole: Uint8Array, part: Uint8Array): boolean =>
  Array.from({ length: Math.max(0, whole.length - part.length + 1) }).some((_none, from) =>
    part.every((byte, at) => whole[from + at] === byte),
  );

// As much of DER and PEM as the two key containers need (RFC 8410; PKCS#8 as RFC 5958, SPKI as RFC 5280), so that keys can be read
// in a browser too. Messages never repeat content, which may be secret.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ProtocolError } from '../../payload/protocol-error.js';

/** 1.3.101.112, Ed25519. */
export const ED25519_OID = '2b6570';

export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
  publicKeyField: 0x81,
} as const;

const ALGORITHMS: Readonly<Record<string, string>> = {
  '2b6570': 'Ed25519',
  '2b6571': 'Ed448',
  '2b656e': 'X25519',
  '2b656f': 'X448',
  '2a864886f70d010101': 'RSA',
  '2a8648ce3d0201': 'an elliptic curve other than Ed25519',
  '2a8648ce380401': 'DSA',
};

export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** The values that stand one after another in `bytes`. */
export function readDer(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? Number.NaN;
    let start = at + 2;
    if (length > 0x80 && length <= 0x82) {
      const size = length - 0x80;
      length = bytes.subarray(start, start + size).reduce((sum, byte) => sum * 256 + byte, 0);
      start += size;
    }
    if (!(start + length <= bytes.length) || length === 0x80) {
      throw new ProtocolError('key-invalid', 'expected a whole DER structure, got one that is cut off or damaged');
    }
    values.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return values;
}

/** The content of the value at `index`, which must have the tag. */
export function derContent(values: readonly DerValue[], index: number, tag: number): Uint8Array {
  const value = values[index];
  if (value?.tag !== tag) {
    throw new ProtocolError('key-invalid', 'expected the DER structure of a key, got another one');
  }
  return value.content;
}

/** @throws ProtocolError `key-invalid` naming the algorithm when the identifier is not that of Ed25519. */
export function assertEd25519(algorithm: Uint8Array): void {
  const oid = hex(derContent(readDer(algorithm), 0, TAG.objectIdentifier));
  if (oid !== ED25519_OID) {
    throw new ProtocolError(
      'key-invalid',
      `expected an Ed25519 key, got a key for ${ALGORITHMS[oid] ?? 'another algorithm'}`,
    );
  }
}

/** A DER value with content of less than 128 bytes. */
export function writeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const bytes = new Uint8Array(2 + length);
  bytes.set([tag, length]);
  let at = 2;
  for (const content of contents) {
    bytes.set(content, at);
    at += content.length;
  }
  return bytes;
}

export const hex: (bytes: Uint8Array) => string = bytesToHex;
/** The bytes of an even number of hexadecimal digits. */
export const unhex: (text: string) => Uint8Array = hexToBytes;

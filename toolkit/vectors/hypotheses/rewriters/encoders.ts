// Encoders that do not write base64url without padding (interface 5.1; 5.3, rule 2), and what another function puts there.
import { createHmac } from 'node:crypto';
import { pythonBytes } from '../../../doctor/search/printed-bytes.js';
import { type Named, namedRows } from '../../../signing/slips/named.js';
import { type KeyForms, keysOf } from './private-keys.js';
import type { Rewriter } from './rewriter.js';

const plainBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const MACS: Readonly<Record<Named, keyof KeyForms>> = {
  'keys-mac-with-seed: sends an HMAC-SHA256, keyed with the bytes of the private key, in place of a signature': 'bytes',
  'keys-mac-with-hex: sends an HMAC-SHA256, keyed with the private key in hexadecimal, in place of a signature': 'hex',
  'keys-mac-with-pem: sends an HMAC-SHA256, keyed with the private key as PEM, in place of a signature': 'pem',
};

/** Of a signature, in SVC-SIGN. */
const SIGNATURES: Readonly<Record<Named, (signature: Buffer) => string>> = {
  'lists-signature-bytes: writes the bytes of SVC-SIGN as numbers, as toString of a Uint8Array does': (signature) =>
    [...signature].join(','),
  'writes-signature-with-dashes: writes SVC-SIGN in hexadecimal with dashes, as BitConverter of .NET does': (
    signature,
  ) =>
    signature
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&-'),
  'counts-padding-of-signature: puts the count of padding characters behind SVC-SIGN, as UrlTokenEncode of .NET does': (
    signature,
  ) => signature.toString('base64url') + String((3 - (signature.length % 3)) % 3),
  'writes-signature-as-number: writes SVC-SIGN as a number, which has a zero byte before it or lacks one, as BigInteger of Java does':
    (signature) => {
      const from = signature.findIndex((byte) => byte !== 0);
      const bytes =
        (signature[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), signature]) : signature.subarray(from);
      return bytes.toString('base64url');
    },
  'writes-signature-in-bcrypt-alphabet: writes SVC-SIGN in the base64 of bcrypt, which begins with "." and "/"': (
    signature,
  ) => translated(signature, './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'),
  'writes-signature-in-crypt-alphabet: writes SVC-SIGN in the base64 of crypt, which begins with "." and "/" and digits':
    (signature) => translated(signature, './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
  'widens-signature: takes the bytes of the signature for Latin-1 characters and writes them in UTF-8 before it encodes them':
    (signature) => Buffer.from(signature.toString('latin1')).toString('base64url'),
  'prints-signature: encodes what Python prints of the signature’s bytes': (signature) =>
    Buffer.from(pythonBytes(signature)).toString('base64url'),
  'prints-signature-as-list: encodes the list of the signature’s bytes as text': (signature) =>
    Buffer.from([...signature].join(',')).toString('base64url'),
};

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const translated = (bytes: Buffer, alphabet: string): string =>
  bytes
    .toString('base64')
    .replace(/=+$/, '')
    .replace(/./g, (letter) => alphabet.charAt(BASE64.indexOf(letter)));

export const ENCODERS: readonly Rewriter[] = [
  ...namedRows(MACS).map(
    ([id, sentence, key]): Rewriter => ({
      id,
      sentence,
      cause: 'sign-hmac',
      change: { sign: (message, input) => createHmac('sha256', keysOf(input)[key]).update(message).digest() },
    }),
  ),
  ...namedRows(SIGNATURES).map(
    ([id, sentence, write]): Rewriter => ({
      id,
      sentence,
      cause: 'sign-not-base64url',
      change: { encodeSignature: (signature) => write(Buffer.from(signature)) },
    }),
  ),
  {
    id: 'quotes-headers',
    sentence: 'writes every header as JSON, in quotation marks',
    cause: 'header-misnamed',
    change: { headers: (headers) => headers.map(([name, value]) => [name, JSON.stringify(value)]) },
  },
  {
    id: 'brackets-headers',
    sentence: 'writes every header as a list of one text, in brackets',
    cause: 'header-misnamed',
    change: { headers: (headers) => headers.map(([name, value]) => [name, JSON.stringify([value])]) },
  },
  {
    id: 'prints-headers-as-bytes',
    sentence: "writes every header as Python prints bytes, b'…'",
    cause: 'header-misnamed',
    change: { headers: (headers) => headers.map(([name, value]) => [name, `b'${value}'`]) },
  },
  {
    id: 'sends-zero-bytes',
    sentence: 'sends 64 zero bytes in place of a signature, as a trial without a key does',
    cause: 'signature-not-ed25519',
    change: { sign: () => new Uint8Array(64) },
  },
  {
    id: 'counts-padding-of-data',
    sentence: 'puts the count of padding characters behind SVC-DATA, as UrlTokenEncode of .NET does',
    cause: 'data-not-base64url',
    change: {
      encodeData: (payload) => Buffer.from(payload).toString('base64url') + String((3 - (payload.length % 3)) % 3),
    },
  },
  {
    id: 'pads-data-with-dots',
    sentence: 'writes dots for the padding of SVC-DATA',
    cause: 'data-not-base64url',
    change: {
      encodeData: (payload) => Buffer.from(payload).toString('base64url') + '.'.repeat((3 - (payload.length % 3)) % 3),
    },
  },
  {
    id: 'writes-data-in-plain-base64',
    sentence: 'encodes SVC-DATA in plain base64: the standard alphabet, with padding',
    cause: 'data-padded',
    change: { encodeData: plainBase64 },
  },
  {
    id: 'writes-signature-in-plain-base64',
    sentence: 'encodes SVC-SIGN in plain base64: the standard alphabet, with padding',
    cause: 'sign-padded',
    change: { encodeSignature: plainBase64 },
  },
  {
    id: 'writes-hash-in-plain-base64',
    sentence: 'encodes body_hash in plain base64: the standard alphabet, with padding',
    cause: 'body-hash-padded',
    change: { bodyHash: (bytes, { hashing }) => plainBase64(hashing.sha256(bytes)) },
  },
];

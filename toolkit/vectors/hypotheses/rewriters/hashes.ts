// What is written in place of the hash of the body (interface 5.2, `body_hash`): the forms that the doctor knows, and a hash that is keyed
// with the private key, which is known here alone.
import { createHmac } from 'node:crypto';
import { HASH_FORMS } from '../../../doctor/search/hash-forms.js';
import type { JsonValue } from '../../../payload/json.js';
import type { StageInput } from '../../../signing/signing-stages.js';
import { type Named, namedRows } from '../../../signing/slips/named.js';
import { type KeyForms, keysOf } from './private-keys.js';
import type { Rewriter } from './rewriter.js';

const KEYED: Readonly<Record<Named, keyof KeyForms>> = {
  'keys-hash-with-seed: writes an HMAC of the body, keyed with the bytes of the private key': 'bytes',
  'keys-hash-with-hex: writes an HMAC of the body, keyed with the private key in hexadecimal': 'hex',
  'keys-hash-with-pem: writes an HMAC of the body, keyed with the private key as PEM': 'pem',
};

/** Written as JSON writes the bytes themselves. */
const MEMBERS: Readonly<Record<Named, (hash: Uint8Array) => JsonValue>> = {
  'lists-hash-bytes: writes body_hash as an array of numbers: the bytes of the hash, not encoded at all': (hash) => [
    ...hash,
  ],
  'lists-signed-hash-bytes: writes body_hash as an array of numbers from -128 to 127: the bytes of the hash, not encoded at all':
    (hash) => [...Int8Array.from(hash)],
  'maps-hash-bytes: writes body_hash as an object of numbers, as JSON.stringify does with a Uint8Array': (hash) =>
    Object.fromEntries([...hash].map((byte, at) => [String(at), byte])),
  'writes-hash-buffer: writes body_hash as JSON.stringify does with a Buffer': (hash) => ({
    type: 'Buffer',
    data: [...hash],
  }),
};

export const HASH_REWRITERS: readonly Rewriter[] = [
  ...namedRows(MEMBERS).map(
    ([id, sentence, form]): Rewriter => ({
      id,
      sentence,
      cause: 'payload-member-type',
      change: { bodyHash: (bytes, { hashing }) => form(hashing.sha256(bytes)) },
    }),
  ),
  ...namedRows(HASH_FORMS).map(
    ([id, sentence, form]): Rewriter => ({
      id,
      sentence,
      cause: 'body-hash-mismatch',
      change: { bodyHash: (bytes: Uint8Array, { hashing }: StageInput): string => form(hashing.sha256(bytes), bytes) },
    }),
  ),
  ...namedRows(KEYED).map(
    ([id, sentence, key]): Rewriter => ({
      id,
      sentence,
      cause: 'body-hash-hmac',
      change: {
        bodyHash: (bytes, input) => createHmac('sha256', keysOf(input)[key]).update(bytes).digest('base64url'),
      },
    }),
  ),
];

// What is written in place of the hash of the body (interface 5.2, `body_hash`).
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { StageInput } from '../../../signing/signing-stages.js';
import { type Named, namedRows } from '../../../signing/slips/named.js';
import { pythonBytes, rubyBytes } from './printed-bytes.js';
import type { Rewriter } from './rewriter.js';

/** What is written in place of the hash of the body. */
const HASHES: Readonly<Record<Named, (hash: Buffer, body: Buffer) => string>> = {
  'cuts-sha-512: hashes the body with SHA-512 and cuts it to 32 bytes': (_hash, body) =>
    createHash('sha512').update(body).digest().subarray(0, 32).toString('base64url'),
  'reverses-hash: writes the bytes of the hash in reverse order': (hash) =>
    Buffer.from(hash).reverse().toString('base64url'),
  'exchanges-marks-of-hash: writes body_hash with "-" and "_" in each other’s places': (hash) =>
    hash.toString('base64url').replace(/[-_]/g, (mark) => (mark === '-' ? '_' : '-')),
  'drops-marks-of-hash: drops "+", "/" and "=" from body_hash': (hash) => hash.toString('base64').replace(/[+/=]/g, ''),
  'drops-url-marks-of-hash: drops "-" and "_" from body_hash': (hash) =>
    hash.toString('base64url').replace(/[-_]/g, ''),
  'replaces-first-mark-of-hash: replaces only the first "+", "/" and "=" of body_hash': (hash) =>
    hash.toString('base64').replace('+', '-').replace('/', '_').replace('=', ''),
  'replaces-first-marks-of-hash: replaces only the first "+" and "/" of body_hash': (hash) =>
    hash.toString('base64').replace('+', '-').replace('/', '_').replace(/=+$/, ''),
  'ends-hash-with-line: leaves the line break that an encoder puts behind body_hash': (hash) =>
    `${hash.toString('base64')}\n`,
  'ends-url-hash-with-line: leaves a line break behind body_hash': (hash) => `${hash.toString('base64url')}\n`,
  'escapes-hash: percent-encodes the plain base64 of body_hash': (hash) => encodeURIComponent(hash.toString('base64')),
  'writes-unsigned-payload: writes UNSIGNED-PAYLOAD for body_hash, as AWS has it': () => 'UNSIGNED-PAYLOAD',
  'hashes-by-crc-32: writes the CRC-32 of the body': (_hash, body) => String(crc32(body)),
  'hashes-by-crc-32-in-hex: writes the CRC-32 of the body in hexadecimal': (_hash, body) =>
    crc32(body).toString(16).padStart(8, '0'),
  'prints-hash: encodes the printed text of the hash’s bytes': (hash) =>
    Buffer.from(pythonBytes(hash)).toString('base64url'),
  'prints-hash-as-ruby: encodes what inspect of Ruby prints of the hash’s bytes': (hash) =>
    Buffer.from(rubyBytes(hash)).toString('base64url'),
  'encodes-array-buffer: encodes the text [object ArrayBuffer] in place of the hash': () =>
    Buffer.from('[object ArrayBuffer]').toString('base64url'),
};

export const HASH_REWRITERS: readonly Rewriter[] = namedRows(HASHES).map(([id, sentence, write]) => ({
  id,
  sentence,
  cause: 'body-hash-mismatch',
  change: {
    bodyHash: (bytes: Uint8Array, { hashing }: StageInput): string =>
      write(Buffer.from(hashing.sha256(bytes)), Buffer.from(bytes)),
  },
}));

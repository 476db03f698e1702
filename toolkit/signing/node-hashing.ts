// Hashing and encoding by Node.js itself: several times the speed of the portable form, the same results.
import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Hashing } from './hashing.js';

export const nodeHashing: Hashing = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  bodyHash: (body) => hash('sha256', body, 'base64url'),
  encodeBase64url: (bytes) => asBuffer(bytes).toString('base64url'),
  encodeUtf8: (text) => Buffer.from(text, 'utf8'),
  compressed,
  decompressed: (bytes) => {
    try {
      return brotliDecompressSync(bytes, { maxOutputLength: LONGEST_UNPACKED });
    } catch {
      return undefined;
    }
  },
};

/** A small body may unpack to gigabytes. */
const LONGEST_UNPACKED = 4 << 20;

/** The operating systems that gzip is told of: unknown, Unix, FAT, NTFS, OS X, and zlib's own of today. */
const SYSTEMS = [3, 255, 0, 10, 11, 19];
/** Larger bodies are not compressed at every time that it may have been. */
const LONGEST_TIMED = 4 << 10;
/** What the level does to the byte before them. */
const EFFORTS = [0, 2, 4];

function* compressed(bytes: Uint8Array, atSeconds = 0): Generator<readonly [name: string, bytes: Uint8Array]> {
  // Python and Ruby note the time; a signer compresses just before it signs.
  const times = atSeconds > 0 && bytes.length <= LONGEST_TIMED ? [0, atSeconds, atSeconds - 1] : [0];
  for (const level of [6, 9, 1]) {
    yield ['deflate (zlib)', deflateSync(bytes, { level })];
    yield ['raw deflate', deflateRawSync(bytes, { level })];
    const packed = gzipSync(bytes, { level });
    for (const effort of EFFORTS) {
      for (const system of SYSTEMS) {
        for (const time of times) {
          const head = Buffer.from(packed);
          head.writeUInt32LE(time, 4);
          head[8] = effort;
          head[9] = system;
          yield ['gzip', head];
        }
      }
    }
  }
  for (const quality of [11, 4, 5, 6, 1]) {
    yield ['brotli', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })];
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

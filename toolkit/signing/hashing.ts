// The seam between signing and a runtime: what a fast native library does better than portable code. The portable form is
// here; `node-hashing.ts` has the one of Node.js. Both give the same bytes and texts.
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeBase64url } from './base64url.js';

export interface Hashing {
  /** The 32 bytes of SHA-256. */
  sha256(bytes: Uint8Array): Uint8Array;
  /** SHA-256 in base64url without padding: the `body_hash` of interface 5.2. */
  bodyHash(body: Uint8Array): string;
  encodeBase64url(bytes: Uint8Array): string;
  encodeUtf8(text: string): Uint8Array;
  /** What the usual compressions make of bytes, where the runtime has them; for a diagnosis alone. */
  compressed?(bytes: Uint8Array, atSeconds?: number): Iterable<readonly [name: string, bytes: Uint8Array]>;
  /** What a compression that the portable reader lacks was made of. */
  decompressed?(bytes: Uint8Array): Uint8Array | undefined;
}

const utf8 = new TextEncoder();

/** Runs anywhere, a browser page included. */
export const portableHashing: Hashing = {
  sha256: (bytes) => sha256(bytes),
  bodyHash: (body) => encodeBase64url(sha256(body)),
  encodeBase64url,
  encodeUtf8: (text) => utf8.encode(text),
};

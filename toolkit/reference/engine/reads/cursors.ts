// Cursors of history (interface 1, rule 5): opaque and authenticated by encryption, so that nothing in them can be read or changed.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { CursorContent } from '../../rules/telling/history.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class Cursors {
  readonly #key: Buffer;
  #count = 0;

  constructor(seed: number) {
    this.#key = createHash('sha256').update(`tsi reference cursors ${seed}`).digest();
  }

  seal(content: CursorContent): string {
    this.#count += 1;
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUIntBE(this.#count, 0, 6);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** What a cursor holds, or undefined when this service did not make it. */
  open(text: string): CursorContent | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return JSON.parse(plain.toString('utf8')) as CursorContent; // Authentic, hence of our own making.
    } catch {
      return undefined;
    }
  }
}

// How much a search for what was signed may verify.
import type { Verifier } from '../../signing/ed25519/ed25519.js';

/** Bytes verified at most, so that a huge payload cannot keep the search busy. */
const MOST_BYTES = 16 << 20;

export class VerificationBudget {
  readonly most: number;
  #verifications = 0;
  #bytes = 0;

  constructor(most: number) {
    this.most = most;
  }

  get spent(): number {
    return this.#verifications;
  }

  get isSpent(): boolean {
    return this.#verifications >= this.most || this.#bytes > MOST_BYTES;
  }

  /** Counts what was verified in another way. */
  spend(verifications: number): void {
    this.#verifications += verifications;
  }

  /** False once everything is spent. */
  verifies(verifier: Verifier, signature: Uint8Array, message: Uint8Array): boolean {
    if (this.isSpent) return false;
    this.#verifications += 1;
    this.#bytes += message.length;
    return verifier.verify(signature, message);
  }
}

// An Ed25519 private key that cannot be printed by accident: every way of showing the object shows a mark instead of the secret.
import { ProtocolError } from '../../payload/protocol-error.js';
import { SEED_BYTES } from '../ed25519/ed25519.js';

const MARK = '[private key]';

export class PrivateKey {
  readonly #seed: Uint8Array;
  /** The public key that stood beside the secret (JWK `x`, PKCS#8 version 2). Not proven to belong to it: backends compare. */
  readonly statedPublicKey: Uint8Array | undefined;

  /** @throws RangeError when `seed` is not 32 bytes. */
  constructor(seed: Uint8Array, statedPublicKey?: Uint8Array) {
    if (seed.length !== SEED_BYTES) throw new RangeError(`expected seed to be ${SEED_BYTES} bytes, got ${seed.length}`);
    this.#seed = Uint8Array.from(seed);
    this.statedPublicKey = statedPublicKey;
  }

  /** A fresh key from the runtime's secure randomness. */
  static generate(): PrivateKey {
    return new PrivateKey(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  }

  /** A copy of the 32 secret bytes: for a backend, or for a file that is meant to hold a key. Never for a message. */
  exposeSeed(): Uint8Array {
    return Uint8Array.from(this.#seed);
  }

  /**
   * For backends, which derive the real public key.
   * @throws ProtocolError `key-invalid` when another public key stood beside the secret.
   */
  assertPublicKey(derived: Uint8Array): void {
    const stated = this.statedPublicKey;
    if (stated !== undefined && !derived.every((byte, i) => byte === stated[i])) {
      throw new ProtocolError(
        'key-invalid',
        'expected the public key beside the private key to belong to it, got another; export the key pair again',
      );
    }
  }

  toString(): string {
    return MARK;
  }

  toJSON(): string {
    return MARK;
  }
}

// What `console.log` and `util.inspect` of Node.js show.
Object.defineProperty(PrivateKey.prototype, Symbol.for('nodejs.util.inspect.custom'), { value: () => MARK });

/** For callers without types, since the methods of a text are none of a key. The message never shows what came. */
export function assertPrivateKey(key: unknown): void {
  if (key instanceof PrivateKey) return;
  throw new TypeError(`expected key to be a PrivateKey, as parsePrivateKey makes it of a text; got ${typeof key}`);
}

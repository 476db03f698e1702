// What a search for a signed message starts from, a message that may have been signed, and what verified (interface 5.3, rule 1).
import type { Hashing } from '../../signing/hashing.js';
import type { SlipId } from '../../signing/slips/slips.js';

export interface SignatureScene {
  readonly hashing: Hashing;
  readonly signature: Uint8Array;
  readonly payload: Uint8Array;
  /** SVC-DATA as it was sent. */
  readonly data: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array | undefined;
  /** `timestamp` and the like, as the headers carry them. */
  readonly timestamp: string;
  readonly apiKey: string;
  readonly idempotencyKey: string;
  readonly bodyHash: string;
  /** The host that the request was sent to, where the capture shows it. */
  readonly host?: string;
  /** What the private key of the request goes into, where it is known. */
  readonly keyed?: () => Iterable<Message>;
}

/** The headers of the request but the signature itself (interface 5.1), in the order of the interface. */
export function headersOf(
  scene: Pick<SignatureScene, 'apiKey' | 'idempotencyKey' | 'timestamp' | 'data'>,
): readonly (readonly [name: string, value: string])[] {
  return [
    ['SVC-API-KEY', scene.apiKey],
    ['SVC-IDEMPOTENCY-KEY', scene.idempotencyKey],
    ['SVC-TIMESTAMP', scene.timestamp],
    ['SVC-SIGN-VERSION', '1'],
    ['SVC-DATA', scene.data],
  ];
}

export interface Message {
  readonly cause: SlipId;
  readonly bytes: Uint8Array;
  /** What was done, in words, where the cause does not say it. */
  readonly how?: string;
  /** The private key went into it, so that it is not shown. */
  readonly isSecret?: true;
}

export interface Signed {
  readonly cause: SlipId;
  /** The message that verified, where another than the payload did. */
  readonly signed?: Uint8Array;
  /** The place, among the other keys, of the one that verified. */
  readonly otherKey?: number;
  /** What was done, in words, where the cause does not say it. */
  readonly how?: string;
  /** The second mistake, where a message and a key, or a message and a form of the signature, are wrong together. */
  readonly also?: SlipId;
}

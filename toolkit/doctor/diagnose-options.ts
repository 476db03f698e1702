// What whoever asks the doctor hands in beside the capture.
import type { Hashing } from '../signing/hashing.js';
import type { DoctorKey, VerifierFactory } from './keys.js';
import type { Likely } from './search/likely.js';

export interface DiagnoseOptions {
  readonly keys: readonly DoctorKey[];
  /** The server's time, for nearness; the capture's own time serves otherwise. */
  readonly clockMs?: number;
  /** The accepted distance; the interface leaves it open. A minute when left out. */
  readonly windowMs?: number;
  /** The exact body, where the capture does not hold it. */
  readonly body?: Uint8Array;
  readonly hashing?: Hashing;
  readonly verifierOf?: VerifierFactory;
  /** The path as it must be signed, from the path as it is sent, for targets below a base path; the same when left out. */
  readonly signedPath?: (path: string) => string;
  /** Texts that must not appear in the result, such as private keys. */
  readonly secrets?: readonly string[];
  /** Signatures that may be verified in the search for what was signed; as many as a person waits for when left out. */
  readonly verifications?: number;
  /** What the signature was found to be in other requests of the same signer: tried first. */
  readonly likely?: readonly Likely[];
}

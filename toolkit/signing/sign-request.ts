// A request in, its six authentication headers out (interface 5), by any signer and any hashing. `sign.ts` binds both to Node.js.
// Every stage is handed back too, so that `tsi sign --explain`, the vectors and the doctor can show it.
import type { Signer } from './ed25519/ed25519.js';
import type { Hashing } from './hashing.js';
import type { SignedFields } from './payload.js';
import { CORRECT_STAGES, type SignedStages, type SigningInput, signByStages } from './signing-stages.js';

export interface SignedRequest extends SignedStages {
  readonly fields: SignedFields;
  readonly bodyHash: string;
}

const NO_BODY = new Uint8Array();

/**
 * Signs one request. Content is not judged: a wrong method or key is signed as given.
 * @throws RangeError for a timestamp that is no whole number, TypeError for a header value that HTTP cannot carry.
 */
export function signRequestWith(hashing: Hashing, signer: Signer, input: SigningInput): SignedRequest {
  const { apiKey, idempotencyKey, timestampMs, method, path, body = NO_BODY } = input;
  if (!Number.isSafeInteger(timestampMs)) {
    throw new RangeError(`expected timestampMs to be a whole number of milliseconds, got ${timestampMs}`);
  }
  assertHeaderValue('apiKey', apiKey);
  assertHeaderValue('idempotencyKey', idempotencyKey);
  // Written out, since spreading the input would cost a tenth of a signature.
  const given = { apiKey, idempotencyKey, timestampMs, method, path, body, hashing, signer };
  const signed = signByStages(CORRECT_STAGES, given);
  return signed as SignedRequest; // the correct stages write the seven members as they are, with the hash as text
}

/** Blanks at the ends would be trimmed on the way, and the payload would no longer equal the header. */
const HEADER_VALUE = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

function assertHeaderValue(argument: string, value: string): void {
  if (!HEADER_VALUE.test(value)) {
    throw new TypeError(`expected ${argument} to be printable ASCII without blanks at its ends, got other characters`);
  }
}

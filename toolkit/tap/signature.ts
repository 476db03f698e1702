// How a request that was heard is signed (interface 5), by the registered public keys; looked at before anything is redacted.

import { nodeHashing } from '../signing/node-hashing.js';
import type { ReceivedRequest } from '../signing/received.js';
import { verifierOf } from '../signing/sign.js';
import { firstBroken } from '../signing/stage-result.js';
import { inspectRequest, type VerificationContext } from '../signing/verify-request.js';
import type { ObservedSignature } from './observed.js';

/** The 32 bytes of the public key of an identifier, or why it has none. */
export type PublicKeys = (apiKey: string) => Uint8Array | 'api-key-unknown' | 'api-key-expired';

export type Inspect = (request: ReceivedRequest) => ObservedSignature;

/** `clock` says what the service takes for near (interface 5.3, rule 8); without it nearness is not judged. */
export function inspector(keys: PublicKeys, clock?: () => NonNullable<VerificationContext['clock']>): Inspect {
  const keyOf: VerificationContext['keyOf'] = (apiKey) => {
    const publicKey = keys(apiKey);
    return typeof publicKey === 'string' ? publicKey : verifierOf(publicKey);
  };
  return (request) => {
    const context = { hashing: nodeHashing, keyOf, ...(clock !== undefined && { clock: clock() }) };
    const stages = inspectRequest(request, context);
    const failed = firstBroken(stages);
    return failed === undefined ? { stages } : { stages, failed: failed.stage, cause: failed.cause };
  };
}

// Encoders that do not write base64url without padding (interface 5.1; 5.3, rule 2).
import type { Rewriter } from './rewriter.js';

const plainBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export const ENCODERS: readonly Rewriter[] = [
  {
    id: 'pads-data-with-dots',
    sentence: 'writes dots for the padding of SVC-DATA',
    cause: 'data-not-base64url',
    change: {
      encodeData: (payload) => Buffer.from(payload).toString('base64url') + '.'.repeat((3 - (payload.length % 3)) % 3),
    },
  },
  {
    id: 'writes-data-in-plain-base64',
    sentence: 'encodes SVC-DATA in plain base64: the standard alphabet, with padding',
    cause: 'data-padded',
    change: { encodeData: plainBase64 },
  },
  {
    id: 'writes-signature-in-plain-base64',
    sentence: 'encodes SVC-SIGN in plain base64: the standard alphabet, with padding',
    cause: 'sign-padded',
    change: { encodeSignature: plainBase64 },
  },
  {
    id: 'writes-hash-in-plain-base64',
    sentence: 'encodes body_hash in plain base64: the standard alphabet, with padding',
    cause: 'body-hash-padded',
    change: { bodyHash: (bytes, { hashing }) => plainBase64(hashing.sha256(bytes)) },
  },
];

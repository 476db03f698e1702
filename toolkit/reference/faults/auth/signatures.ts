// Faults of SVC-SIGN and SVC-DATA: what is verified, over which bytes, in which encoding (interface 5.1, 5.3, rules 1 and 2).
import type { RequestContext } from '../../rules/context.js';
import { alsoOn, alsoWhere, always, amended, instead, insteadWhere, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const signatureVerified = violating('5.1', ['auth.signature-verified']);
const signatureUnpadded = violating('5.3', ['auth.signature-unpadded', 'auth.signature-standard-alphabet-refused']);

const isLimits = ({ operation }: RequestContext): boolean => operation === 'limits';
const lenient = (text: string): Uint8Array => Buffer.from(text, 'base64url');

function withLastBitFlipped(signature: Uint8Array): Uint8Array {
  const flipped = Uint8Array.from(signature);
  flipped[63] = (flipped[63] ?? 0) ^ 1;
  return flipped;
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

export const signatureFaults: readonly Fault[] = [
  violating('5.3', ['auth.signature-verified', 'auth.foreign-key-refused', 'auth.invalid-signature-code'])(
    'signature-unchecked',
    {
      summary: 'Signatures are never looked at.',
      acceptsSignature: always(true),
      decodeSignature: amended((answer) => answer ?? new Uint8Array()),
    },
  ),
  violating('5.3', ['auth.query-signed'])('signature-unchecked-with-query', {
    summary: 'A request with a query string is neither compared with the signed path nor verified.',
    acceptsSignature: alsoOn(({ hasQuery }) => hasQuery),
    acceptsPath: alsoOn(({ hasQuery }) => hasQuery),
  }),
  signatureVerified('signature-last-bit-ignored', {
    summary: 'One bit of the last byte of a signature does not count.',
    acceptsSignature: (honest) => (trial, context) =>
      honest(trial, context) || honest({ ...trial, signature: withLastBitFlipped(trial.signature) }, context),
  }),
  violating('5', ['auth.foreign-key-refused'])('signature-by-any-known-key', {
    summary: 'A signature by any registered key is accepted for every key.',
    acceptsSignature: instead((trial) => trial.verifyWithAnyKey(trial.signature, trial.payload)),
  }),
  violating('5.3', ['auth.signature-over-text-refused'])('signature-over-text-accepted', {
    summary: 'A signature over the base64url text of SVC-DATA is accepted beside the right one.',
    acceptsSignature: alsoWhere((trial) =>
      [trial.data, padded(trial.data)].some((text) => trial.verify(trial.signature, Buffer.from(text))),
    ),
  }),
  signatureVerified('signature-attached-accepted', {
    summary: 'Bytes behind the 64 of a signature are ignored.',
    acceptsSignature: readAs((trial) => ({ ...trial, signature: trial.signature.subarray(0, 64) })),
  }),
  signatureUnpadded('signature-decoded-leniently', {
    summary: 'SVC-SIGN is decoded by a lenient library: padding and the standard alphabet pass.',
    decodeSignature: () => lenient,
  }),
  violating('5.1', ['auth.signature-url-alphabet'])('signature-standard-alphabet-only-on-limits', {
    summary: 'The limits call decodes SVC-SIGN in the standard alphabet, so that - and _ break it.',
    decodeSignature: insteadWhere((text, context) => isLimits(context) && /[-_]/.test(text), undefined),
  }),
  violating('5.3', ['auth.signature-verified'])('signature-unchecked-for-known-data', {
    summary: 'SVC-DATA that was verified once is not verified again, whatever signature comes with it.',
    acceptsSignature: (honest) => {
      const verified = new Set<string>();
      return (trial, context) => {
        if (verified.has(trial.data)) return true;
        const valid = honest(trial, context);
        if (valid) verified.add(trial.data);
        return valid;
      };
    },
  }),
  signatureVerified('signature-known-from-other-data-accepted', {
    summary: 'A signature that was verified once is not verified again, whatever SVC-DATA it comes with.',
    acceptsSignature: (honest) => {
      const verified = new Set<string>();
      return (trial, context) => {
        const text = Buffer.from(trial.signature).toString('base64url');
        if (verified.has(text)) return true;
        const valid = honest(trial, context);
        if (valid) verified.add(text);
        return valid;
      };
    },
    // A guard against repeated requests does not notice either.
    replayMark: amended((answer, trial) => `${trial.data} ${answer}`),
  }),
  violating('5.3', ['auth.data-unpadded', 'auth.data-standard-alphabet-refused', 'auth.data-is-json-object'])(
    'data-decoded-leniently',
    {
      summary: 'SVC-DATA is decoded by a lenient library: padding and the standard alphabet pass.',
      // That a lenient reading is refused is not said: 5.3, rule 2 binds the sender.
      level: 'should',
      decodeData: () => lenient,
    },
  ),
  violating('5.1', ['auth.data-url-alphabet'])('data-standard-alphabet-only', {
    summary: 'SVC-DATA is decoded in the standard alphabet, so that - and _ break it.',
    decodeData: insteadWhere((text) => /[-_]/.test(text), undefined),
  }),
  violating('5.1', ['auth.data-is-json-object', 'auth.encoding-code'])('data-hex-accepted', {
    summary: 'SVC-DATA in hexadecimal is accepted too.',
    decodeData: amended((answer, text) => (/^(?:[0-9a-f]{2})+$/.test(text) ? Buffer.from(text, 'hex') : answer)),
  }),
];

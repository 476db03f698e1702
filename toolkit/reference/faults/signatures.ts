// Faults of SVC-SIGN and SVC-DATA: what is verified, over which bytes, in which encoding (interface 5.1, 5.3, rules 1 and 2).
import type { RequestContext } from '../rules/context.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const isLimits = ({ operation }: RequestContext): boolean => operation === 'limits';
const lenient = (text: string): Uint8Array => Buffer.from(text, 'base64url');

export const signatureFaults: readonly Fault[] = [
  fault(
    'signature-unchecked',
    '5.3',
    ['auth.signature-verified', 'auth.foreign-key-refused', 'auth.invalid-signature-code'],
    'Signatures are never looked at.',
    together(
      changing('acceptsSignature', () => () => true),
      changing('decodeSignature', (honest) => (text, context) => honest(text, context) ?? new Uint8Array()),
    ),
  ),
  fault(
    'signature-unchecked-with-query',
    '5.3',
    ['auth.query-signed'],
    'A request with a query string is neither compared with the signed path nor verified.',
    together(
      changing('acceptsSignature', (honest) => (trial, context) => context.hasQuery || honest(trial, context)),
      changing(
        'acceptsPath',
        (honest) => (signed, target, context) => context.hasQuery || honest(signed, target, context),
      ),
    ),
  ),
  fault(
    'signature-last-bit-ignored',
    '5.1',
    ['auth.signature-verified'],
    'One bit of the last byte of a signature does not count.',
    changing(
      'acceptsSignature',
      (honest) => (trial, context) =>
        honest(trial, context) || honest({ ...trial, signature: withLastBitFlipped(trial.signature) }, context),
    ),
  ),
  fault(
    'signature-by-any-known-key',
    '5',
    ['auth.foreign-key-refused'],
    'A signature by any registered key is accepted for every key.',
    changing('acceptsSignature', () => (trial) => trial.verifyWithAnyKey(trial.signature, trial.payload)),
  ),
  fault(
    'signature-over-text-accepted',
    '5.3',
    ['auth.signature-over-text-refused'],
    'A signature over the base64url text of SVC-DATA is accepted beside the right one.',
    changing(
      'acceptsSignature',
      (honest) => (trial, context) =>
        honest(trial, context) ||
        [trial.data, padded(trial.data)].some((text) => trial.verify(trial.signature, Buffer.from(text))),
    ),
  ),
  fault(
    'signature-attached-accepted',
    '5.1',
    ['auth.signature-verified'],
    'Bytes behind the 64 of a signature are ignored.',
    changing(
      'acceptsSignature',
      (honest) => (trial, context) => honest({ ...trial, signature: trial.signature.subarray(0, 64) }, context),
    ),
  ),
  fault(
    'signature-decoded-leniently',
    '5.3',
    ['auth.signature-unpadded', 'auth.signature-standard-alphabet-refused'],
    'SVC-SIGN is decoded by a lenient library: padding and the standard alphabet pass.',
    changing('decodeSignature', () => lenient),
  ),
  fault(
    'signature-standard-alphabet-only-on-limits',
    '5.1',
    ['auth.signature-url-alphabet'],
    'The limits call decodes SVC-SIGN in the standard alphabet, so that - and _ break it.',
    changing(
      'decodeSignature',
      (honest) => (text, context) => (isLimits(context) && /[-_]/.test(text) ? undefined : honest(text, context)),
    ),
  ),
  fault(
    'signature-unchecked-for-known-data',
    '5.3',
    ['auth.signature-verified'],
    'SVC-DATA that was verified once is not verified again, whatever signature comes with it.',
    changing('acceptsSignature', (honest) => {
      const verified = new Set<string>();
      return (trial, context) => {
        if (verified.has(trial.data)) return true;
        const valid = honest(trial, context);
        if (valid) verified.add(trial.data);
        return valid;
      };
    }),
  ),
  fault(
    'signature-known-from-other-data-accepted',
    '5.1',
    ['auth.signature-verified'],
    'A signature that was verified once is not verified again, whatever SVC-DATA it comes with.',
    together(
      changing('acceptsSignature', (honest) => {
        const verified = new Set<string>();
        return (trial, context) => {
          const text = Buffer.from(trial.signature).toString('base64url');
          if (verified.has(text)) return true;
          const valid = honest(trial, context);
          if (valid) verified.add(text);
          return valid;
        };
      }),
      // A guard against repeated requests does not notice either.
      changing('replayMark', (honest) => (trial, context) => `${trial.data} ${honest(trial, context)}`),
    ),
  ),
  fault(
    'data-decoded-leniently',
    '5.3',
    ['auth.data-unpadded', 'auth.data-standard-alphabet-refused', 'auth.data-is-json-object'],
    'SVC-DATA is decoded by a lenient library: padding and the standard alphabet pass.',
    changing('decodeData', () => lenient),
  ),
  fault(
    'data-standard-alphabet-only',
    '5.1',
    ['auth.data-url-alphabet'],
    'SVC-DATA is decoded in the standard alphabet, so that - and _ break it.',
    changing('decodeData', (honest) => (text, context) => (/[-_]/.test(text) ? undefined : honest(text, context))),
  ),
  fault(
    'data-hex-accepted',
    '5.1',
    ['auth.data-is-json-object', 'auth.encoding-code'],
    'SVC-DATA in hexadecimal is accepted too.',
    changing(
      'decodeData',
      (honest) => (text, context) =>
        /^(?:[0-9a-f]{2})+$/.test(text) ? Buffer.from(text, 'hex') : honest(text, context),
    ),
  ),
];

function withLastBitFlipped(signature: Uint8Array): Uint8Array {
  const flipped = Uint8Array.from(signature);
  flipped[63] = (flipped[63] ?? 0) ^ 1;
  return flipped;
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

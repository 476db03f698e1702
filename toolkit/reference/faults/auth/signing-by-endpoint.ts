// Faults of single endpoints that verify less than the others (interface 5: every request is signed alike).
import type { Operation } from '../../domain.js';
import { alsoOn, alsoWhere } from '../algebra/edits.js';
import { type Edits, type Fault, on, violating } from '../algebra/index.js';

/** SVC-SIGN may be missing on these endpoints, and is verified where it is there. */
export function signatureOptional(...operations: readonly Operation[]): Edits {
  const isMeant = on(...operations);
  return {
    acceptsHeaderCount: alsoWhere((count, role, context) => count === 0 && role === 'signature' && isMeant(context)),
    acceptsSignature: alsoOn((context) => isMeant(context) && context.lacks.includes('signature')),
  };
}

const METHODS = [
  ['method-unchecked-on-status', 'status', 'operationStatus', 'auth.signed-operation-status'],
  ['method-unchecked-on-openings', 'openings', 'openPosition', 'auth.signed-open-position'],
  ['method-unchecked-on-ticks', 'ticks', 'ticksStream', 'auth.signed-ticks-handshake'],
] as const;

export const endpointSigningFaults: readonly Fault[] = [
  violating('5', [
    'auth.signed-account',
    'auth.signed-instruments',
    'auth.signed-conditions',
    'auth.signature-header-required',
  ])('signature-header-optional-on-configuration', {
    summary: 'Account, instruments and conditions are read with every header but SVC-SIGN.',
    ...signatureOptional('account', 'instruments', 'conditions'),
  }),
  ...METHODS.map(([id, word, operation, signed]) =>
    violating('5.2', [signed, 'auth.method-matches'])(id, {
      summary: `The signed method is not compared on ${word}.`,
      acceptsMethod: alsoOn(on(operation)),
    }),
  ),
  violating('5', ['auth.signed-operation-status', 'auth.signature-header-required'])(
    'signature-header-optional-on-status',
    { summary: 'An operation status is read with every header but SVC-SIGN.', ...signatureOptional('operationStatus') },
  ),
  violating('5', ['auth.signed-open-position', 'auth.signature-header-required'])(
    'signature-header-optional-on-openings',
    { summary: 'A position is opened by a request without SVC-SIGN.', ...signatureOptional('openPosition') },
  ),
  violating('5', ['auth.signed-ticks-handshake', 'auth.signature-header-required', 'auth.handshake-headers-required'])(
    'signature-header-optional-on-ticks',
    { summary: 'The ticks stream opens without SVC-SIGN.', ...signatureOptional('ticksStream') },
  ),
  violating('5.3', ['auth.signed-open-position', 'auth.signature-verified'])('signature-unchecked-on-openings', {
    summary: 'Any 64 bytes pass as the signature of an opening.',
    acceptsSignature: alsoOn(on('openPosition')),
  }),
  violating('5.2', ['auth.signed-open-position', 'auth.path-matches'])('path-unchecked-on-openings', {
    summary: 'The path that was signed for an opening is not compared.',
    acceptsPath: alsoOn(on('openPosition')),
  }),
  violating('5.2', ['auth.signed-open-position', 'auth.body-hash-matches', 'auth.body-bytes-protected'])(
    'body-hash-unchecked-on-openings',
    {
      summary: 'The body of an opening is not compared with its signed hash.',
      acceptsBodyHash: alsoOn(on('openPosition')),
    },
  ),
  violating('5.3', ['auth.signed-open-position', 'auth.timestamp-past-refused', 'auth.timestamp-future-refused'])(
    'timestamp-unchecked-on-openings',
    { summary: 'An opening that was signed hours ago is carried out.', acceptsTimestamp: alsoOn(on('openPosition')) },
  ),
  violating('5.3', ['auth.signed-instruments'])('timestamp-unchecked-on-instruments', {
    summary: 'A read of the instruments that was signed hours ago is answered.',
    acceptsTimestamp: alsoOn(on('instruments')),
  }),
  violating('5.3', ['auth.signed-instruments'])('signature-over-text-accepted-on-instruments', {
    summary: 'The text of SVC-DATA may be signed in place of its bytes where the instruments are read.',
    acceptsSignature: alsoWhere(
      (trial, context) => on('instruments')(context) && trial.verify(trial.signature, Buffer.from(trial.data)),
    ),
  }),
  violating('5.3', ['auth.signed-ticks-handshake', 'auth.signature-verified'])('signature-unchecked-on-ticks', {
    summary: 'Any 64 bytes pass as the signature of a handshake of the ticks stream.',
    acceptsSignature: alsoOn(on('ticksStream')),
  }),
  violating('4.5', [
    'auth.signed-ticks-handshake',
    'auth.handshake-path-exact',
    'auth.path-matches',
    'ticks.path-signed',
  ])('path-unchecked-on-ticks', {
    summary: 'The ticks stream opens whatever path was signed.',
    acceptsHandshakePath: alsoOn(on('ticksStream')),
  }),
  violating('5.3', ['auth.signed-ticks-handshake', 'auth.empty-body-hash-required'])('body-hash-unchecked-on-ticks', {
    summary: 'The ticks stream opens whatever body hash was signed.',
    acceptsBodyHash: alsoOn(on('ticksStream')),
  }),
  violating('9', ['versioning.handshake-version', 'auth.sign-version-other-refused'])(
    'sign-version-two-accepted-on-handshakes',
    {
      summary: 'Handshakes accept signature version 2 and verify it like version 1.',
      supportsSignVersion: alsoWhere((signed, { isHandshake }) => signed === 2 && isHandshake),
    },
  ),
];

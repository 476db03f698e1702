// Faults of single endpoints that verify less than the others (interface 5: every request is signed alike).

import type { Operation } from '../../domain.js';
import { alsoOn, alsoWhere } from '../algebra/edits.js';
import { type Change, changing, editing, type Fault, violating } from '../algebra/index.js';

const signedOperationStatus = violating('5', ['auth.signed-operation-status', 'auth.signature-header-required']);
const signedOpenPosition = violating('5', ['auth.signed-open-position', 'auth.signature-header-required']);
const handshakeVersion = violating('9', ['versioning.handshake-version', 'auth.sign-version-other-refused']);

/** SVC-SIGN may be missing on these endpoints, and is verified where it is there. */
function signatureOptional(operations: readonly Operation[]): Change {
  return editing({
    acceptsHeaderCount: alsoWhere(
      (count, role, context) => count === 0 && role === 'signature' && operations.includes(context.operation),
    ),
    acceptsSignature: alsoOn(({ operation, lacks }) => operations.includes(operation) && lacks.includes('signature')),
  });
}

/** What one endpoint leaves out of the verification. */
function leavingOut(
  rule:
    | 'acceptsSignature'
    | 'acceptsMethod'
    | 'acceptsPath'
    | 'acceptsHandshakePath'
    | 'acceptsBodyHash'
    | 'acceptsTimestamp',
  operation: Operation,
): Change {
  switch (rule) {
    case 'acceptsSignature':
      return changing(rule, (honest) => (trial, context) => context.operation === operation || honest(trial, context));
    case 'acceptsTimestamp':
      return changing(
        rule,
        (honest) => (timestampMs, nowMs, windowMs, context) =>
          context.operation === operation || honest(timestampMs, nowMs, windowMs, context),
      );
    default:
      return changing(
        rule,
        (honest) => (signed, actual, context) => context.operation === operation || honest(signed, actual, context),
      );
  }
}

export const endpointSigningFaults: readonly Fault[] = [
  violating('5', [
    'auth.signed-account',
    'auth.signed-instruments',
    'auth.signed-conditions',
    'auth.signature-header-required',
  ])('signature-header-optional-on-configuration', {
    summary: 'Account, instruments and conditions are read with every header but SVC-SIGN.',
    change: signatureOptional(['account', 'instruments', 'conditions']),
  }),
  ...(
    [
      ['status', 'operationStatus', 'auth.signed-operation-status'],
      ['openings', 'openPosition', 'auth.signed-open-position'],
      ['ticks', 'ticksStream', 'auth.signed-ticks-handshake'],
    ] as const
  ).map(([word, operation, signed]) =>
    violating('5.2', [signed, 'auth.method-matches'])(`method-unchecked-on-${word}`, {
      summary: `The signed method is not compared on ${word}.`,
      change: leavingOut('acceptsMethod', operation),
    }),
  ),
  signedOperationStatus('signature-header-optional-on-status', {
    summary: 'An operation status is read with every header but SVC-SIGN.',
    change: signatureOptional(['operationStatus']),
  }),
  signedOpenPosition('signature-header-optional-on-openings', {
    summary: 'A position is opened by a request without SVC-SIGN.',
    change: signatureOptional(['openPosition']),
  }),
  violating('5', ['auth.signed-ticks-handshake', 'auth.signature-header-required', 'auth.handshake-headers-required'])(
    'signature-header-optional-on-ticks',
    { summary: 'The ticks stream opens without SVC-SIGN.', change: signatureOptional(['ticksStream']) },
  ),
  violating('5.3', ['auth.signed-open-position', 'auth.signature-verified'])('signature-unchecked-on-openings', {
    summary: 'Any 64 bytes pass as the signature of an opening.',
    change: leavingOut('acceptsSignature', 'openPosition'),
  }),
  violating('5.2', ['auth.signed-open-position', 'auth.path-matches'])('path-unchecked-on-openings', {
    summary: 'The path that was signed for an opening is not compared.',
    change: leavingOut('acceptsPath', 'openPosition'),
  }),
  violating('5.2', ['auth.signed-open-position', 'auth.body-hash-matches', 'auth.body-bytes-protected'])(
    'body-hash-unchecked-on-openings',
    {
      summary: 'The body of an opening is not compared with its signed hash.',
      change: leavingOut('acceptsBodyHash', 'openPosition'),
    },
  ),
  violating('5.3', ['auth.signed-open-position', 'auth.timestamp-past-refused', 'auth.timestamp-future-refused'])(
    'timestamp-unchecked-on-openings',
    {
      summary: 'An opening that was signed hours ago is carried out.',
      change: leavingOut('acceptsTimestamp', 'openPosition'),
    },
  ),
  violating('5.3', ['auth.signed-ticks-handshake', 'auth.signature-verified'])('signature-unchecked-on-ticks', {
    summary: 'Any 64 bytes pass as the signature of a handshake of the ticks stream.',
    change: leavingOut('acceptsSignature', 'ticksStream'),
  }),
  violating('4.5', [
    'auth.signed-ticks-handshake',
    'auth.handshake-path-exact',
    'auth.path-matches',
    'ticks.path-signed',
  ])('path-unchecked-on-ticks', {
    summary: 'The ticks stream opens whatever path was signed.',
    change: leavingOut('acceptsHandshakePath', 'ticksStream'),
  }),
  violating('5.3', ['auth.signed-ticks-handshake', 'auth.empty-body-hash-required'])('body-hash-unchecked-on-ticks', {
    summary: 'The ticks stream opens whatever body hash was signed.',
    change: leavingOut('acceptsBodyHash', 'ticksStream'),
  }),
  handshakeVersion('sign-version-two-accepted-on-handshakes', {
    summary: 'Handshakes accept signature version 2 and verify it like version 1.',
    supportsSignVersion: alsoWhere((signed, context) => signed === 2 && context.isHandshake),
  }),
];

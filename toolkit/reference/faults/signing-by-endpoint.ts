// Faults of single endpoints that verify less than the others (interface 5: every request is signed alike).
import type { Operation } from '../domain.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

/** SVC-SIGN may be missing on these endpoints, and is verified where it is there. */
function signatureOptional(operations: readonly Operation[]): Fault['change'] {
  return together(
    changing(
      'acceptsHeaderCount',
      (honest) => (count, role, context) =>
        (count === 0 && role === 'signature' && operations.includes(context.operation)) || honest(count, role, context),
    ),
    changing(
      'acceptsSignature',
      (honest) => (trial, context) =>
        (operations.includes(context.operation) && context.lacks.includes('signature')) || honest(trial, context),
    ),
  );
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
): Fault['change'] {
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
  fault(
    'signature-header-optional-on-configuration',
    '5',
    ['auth.signed-account', 'auth.signed-instruments', 'auth.signed-conditions', 'auth.signature-header-required'],
    'Account, instruments and conditions are read with every header but SVC-SIGN.',
    signatureOptional(['account', 'instruments', 'conditions']),
  ),
  ...(
    [
      ['status', 'operationStatus', 'auth.signed-operation-status'],
      ['openings', 'openPosition', 'auth.signed-open-position'],
      ['ticks', 'ticksStream', 'auth.signed-ticks-handshake'],
    ] as const
  ).map(([word, operation, signed]) =>
    fault(
      `method-unchecked-on-${word}`,
      '5.2',
      [signed, 'auth.method-matches'],
      `The signed method is not compared on ${word}.`,
      leavingOut('acceptsMethod', operation),
    ),
  ),
  fault(
    'signature-header-optional-on-status',
    '5',
    ['auth.signed-operation-status', 'auth.signature-header-required'],
    'An operation status is read with every header but SVC-SIGN.',
    signatureOptional(['operationStatus']),
  ),
  fault(
    'signature-header-optional-on-openings',
    '5',
    ['auth.signed-open-position', 'auth.signature-header-required'],
    'A position is opened by a request without SVC-SIGN.',
    signatureOptional(['openPosition']),
  ),
  fault(
    'signature-header-optional-on-ticks',
    '5',
    ['auth.signed-ticks-handshake', 'auth.signature-header-required', 'auth.handshake-headers-required'],
    'The ticks stream opens without SVC-SIGN.',
    signatureOptional(['ticksStream']),
  ),
  fault(
    'signature-unchecked-on-openings',
    '5.3',
    ['auth.signed-open-position', 'auth.signature-verified'],
    'Any 64 bytes pass as the signature of an opening.',
    leavingOut('acceptsSignature', 'openPosition'),
  ),
  fault(
    'path-unchecked-on-openings',
    '5.2',
    ['auth.signed-open-position', 'auth.path-matches'],
    'The path that was signed for an opening is not compared.',
    leavingOut('acceptsPath', 'openPosition'),
  ),
  fault(
    'body-hash-unchecked-on-openings',
    '5.2',
    ['auth.signed-open-position', 'auth.body-hash-matches', 'auth.body-bytes-protected'],
    'The body of an opening is not compared with its signed hash.',
    leavingOut('acceptsBodyHash', 'openPosition'),
  ),
  fault(
    'timestamp-unchecked-on-openings',
    '5.3',
    ['auth.signed-open-position', 'auth.timestamp-past-refused', 'auth.timestamp-future-refused'],
    'An opening that was signed hours ago is carried out.',
    leavingOut('acceptsTimestamp', 'openPosition'),
  ),
  fault(
    'signature-unchecked-on-ticks',
    '5.3',
    ['auth.signed-ticks-handshake', 'auth.signature-verified'],
    'Any 64 bytes pass as the signature of a handshake of the ticks stream.',
    leavingOut('acceptsSignature', 'ticksStream'),
  ),
  fault(
    'path-unchecked-on-ticks',
    '4.5',
    ['auth.signed-ticks-handshake', 'auth.handshake-path-exact', 'auth.path-matches', 'ticks.path-signed'],
    'The ticks stream opens whatever path was signed.',
    leavingOut('acceptsHandshakePath', 'ticksStream'),
  ),
  fault(
    'body-hash-unchecked-on-ticks',
    '5.3',
    ['auth.signed-ticks-handshake', 'auth.empty-body-hash-required'],
    'The ticks stream opens whatever body hash was signed.',
    leavingOut('acceptsBodyHash', 'ticksStream'),
  ),
  fault(
    'sign-version-two-accepted-on-handshakes',
    '9',
    ['versioning.handshake-version', 'auth.sign-version-other-refused'],
    'Handshakes accept signature version 2 and verify it like version 1.',
    changing(
      'supportsSignVersion',
      (honest) => (signed, context) => (signed === 2 && context.isHandshake) || honest(signed, context),
    ),
  ),
];

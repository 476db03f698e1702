// Faults that refuse what is right (interface 5): the accepted twins of all refusals.
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

export const acceptanceFaults: readonly Fault[] = [
  fault(
    'right-signature-refused',
    '5',
    ['auth.own-key-accepted', 'auth.signature-over-payload-bytes'],
    'No signature ever verifies.',
    changing('acceptsSignature', () => () => false),
  ),
  fault(
    'sign-version-one-refused',
    '5.1',
    ['auth.sign-version-one'],
    'Only signature version 2 is supported.',
    changing('supportsSignVersion', () => (signed) => signed === 2),
  ),
  fault(
    'empty-body-hash-refused',
    '5.3',
    ['auth.empty-body-hash-accepted'],
    'A read must not sign the hash of the empty byte sequence.',
    changing(
      'acceptsBodyHash',
      (honest) => (signed, actual, context) => context.isMutating && honest(signed, actual, context),
    ),
  ),
  fault(
    'read-key-required',
    '5.3',
    ['auth.read-idempotency-header-empty-accepted'],
    'A read needs an idempotency key as if it changed something.',
    changing('acceptsReadKey', () => (key) => key !== ''),
  ),
  fault(
    'timestamp-in-seconds-expected',
    '5.3',
    ['auth.timestamp-near-accepted'],
    'The service compares milliseconds with its own clock in seconds.',
    changing(
      'acceptsTimestamp',
      (honest) => (timestampMs, nowMs, windowMs, context) =>
        honest(timestampMs, Math.floor(nowMs / 1000), windowMs, context),
    ),
  ),
  fault(
    'timestamp-on-time-refused',
    '5.3',
    ['auth.timestamp-near-accepted'],
    'A timestamp must lie at least ten seconds in the past.',
    changing('acceptsTimestamp', () => (timestampMs, nowMs) => nowMs - timestampMs >= 10_000),
  ),
  fault(
    'limits-read-refused',
    '5.5',
    ['auth.signed-get-accepted', 'configuration.limits-readable', 'limits.quota-readable'],
    'The read of the limits expects a body hash of a JSON object although it has no body.',
    changing(
      'acceptsBodyHash',
      (honest) => (signed, actual, context) => context.operation !== 'limits' && honest(signed, actual, context),
    ),
  ),
  fault(
    'orders-refused',
    '5.5',
    ['auth.signed-post-accepted', 'orders.limit-accepted'],
    'A placement must sign the hash of an empty body.',
    changing(
      'bodyHashOf',
      (honest) => (body, context) => honest(context.operation === 'placeOrder' ? new Uint8Array() : body, context),
    ),
  ),
  fault(
    'handshake-path-with-host',
    '4.5',
    ['auth.handshake-path-accepted', 'domain.server-events-over-websocket'],
    'A handshake must sign a full URL.',
    changing('acceptsHandshakePath', () => (signed) => String(signed).startsWith('ws')),
  ),
  fault(
    'ticks-handshake-refused',
    '4.6',
    ['ticks.stream-opens'],
    'The handshake of the ticks stream is never accepted.',
    changing(
      'acceptsHandshakePath',
      (honest) => (signed, target, context) => context.operation !== 'ticksStream' && honest(signed, target, context),
    ),
  ),
  fault(
    'limits-timestamp-on-time-refused',
    '5.3',
    ['auth.timestamp-near-accepted'],
    'The read of the limits wants a timestamp that lies ten seconds in the past.',
    changing(
      'acceptsTimestamp',
      (honest) => (timestampMs, nowMs, windowMs, context) =>
        (context.operation !== 'limits' || nowMs - timestampMs >= 10_000) &&
        honest(timestampMs, nowMs, windowMs, context),
    ),
  ),
];

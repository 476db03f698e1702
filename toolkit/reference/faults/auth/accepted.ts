// Faults that refuse what is right (interface 5): the accepted twins of all refusals.
import { always, exceptOn, instead, onlyOn, onlyWhere, readAs } from '../algebra/edits.js';
import { type Fault, mutations, on, violating } from '../algebra/index.js';
import { afterABadOneFaults } from './after-a-bad-one.js';

const timestampNearAccepted = violating('5.3', ['auth.timestamp-near-accepted']);
const handshakePathAccepted = violating('4.5', ['auth.handshake-path-accepted', 'domain.server-events-over-websocket']);

export const acceptanceFaults: readonly Fault[] = [
  violating('5', ['auth.own-key-accepted', 'auth.signature-over-payload-bytes'])('right-signature-refused', {
    summary: 'No signature ever verifies.',
    acceptsSignature: always(false),
  }),
  violating('5.1', ['auth.sign-version-one'])('sign-version-one-refused', {
    summary: 'Only signature version 2 is supported.',
    supportsSignVersion: instead((signed) => signed === 2),
  }),
  violating('5.3', ['auth.empty-body-hash-accepted'])('empty-body-hash-refused', {
    summary: 'A read must not sign the hash of the empty byte sequence.',
    acceptsBodyHash: onlyOn(mutations),
  }),
  violating('5.3', ['auth.read-idempotency-header-empty-accepted'])('read-key-required', {
    summary: 'A read needs an idempotency key as if it changed something.',
    acceptsReadKey: instead((key) => key !== ''),
  }),
  timestampNearAccepted('timestamp-in-seconds-expected', {
    summary: 'The service compares milliseconds with its own clock in seconds.',
    acceptsTimestamp: (honest) => (timestampMs, nowMs, windowMs, context) =>
      honest(timestampMs, Math.floor(nowMs / 1000), windowMs, context),
  }),
  timestampNearAccepted('timestamp-on-time-refused', {
    summary: 'A timestamp must lie at least ten seconds in the past.',
    acceptsTimestamp: instead((timestampMs, nowMs) => nowMs - timestampMs >= 10_000),
  }),
  violating('5.5', ['auth.signed-get-accepted', 'configuration.limits-readable', 'limits.quota-readable'])(
    'limits-read-refused',
    {
      summary: 'The read of the limits expects a body hash of a JSON object although it has no body.',
      acceptsBodyHash: exceptOn(on('limits')),
    },
  ),
  violating('5.5', ['auth.signed-post-accepted', 'orders.limit-accepted'])('orders-refused', {
    summary: 'A placement must sign the hash of an empty body.',
    bodyHashOf: readAs((body, context) => (context.operation === 'placeOrder' ? new Uint8Array() : body)),
  }),
  handshakePathAccepted('handshake-path-with-host', {
    summary: 'A handshake must sign a full URL.',
    acceptsHandshakePath: instead((signed) => String(signed).startsWith('ws')),
  }),
  violating('4.6', ['ticks.stream-opens'])('ticks-handshake-refused', {
    summary: 'The handshake of the ticks stream is never accepted.',
    acceptsHandshakePath: exceptOn(on('ticksStream')),
  }),
  timestampNearAccepted('limits-timestamp-on-time-refused', {
    summary: 'The read of the limits wants a timestamp that lies ten seconds in the past.',
    acceptsTimestamp: onlyWhere(
      (timestampMs, nowMs, _windowMs, context) => context.operation !== 'limits' || nowMs - timestampMs >= 10_000,
    ),
  }),
  ...afterABadOneFaults,
];

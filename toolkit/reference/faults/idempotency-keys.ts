// Faults of the form of idempotency keys and of their echo (interface 2.1, 2.2, 4.3; 5.3, rules 6 and 7; 8).
import type { OperationKind } from '../domain.js';
import type { EchoSurface } from '../rules/trading/idempotency.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

/** Leaves the key out of the echo, or spells another one. */
function echoing(
  surface: EchoSurface,
  kind: OperationKind | 'any',
  write: (key: string) => string | undefined,
): Fault['change'] {
  return changing('echo', (honest) => (key, on, context) => {
    const echoed = honest(key, on, context);
    return on === surface && (kind === 'any' || kind === context.kind) && echoed !== undefined ? write(echoed) : echoed;
  });
}

export const idempotencyKeyFaults: readonly Fault[] = [
  fault(
    'key-four-characters-accepted',
    '8',
    ['idempotency.key-too-short-refused', 'positions.idempotency-key-grammar'],
    'A key of 4 characters is accepted.',
    changing(
      'acceptsMutatingKey',
      (honest) => (key, context) => honest(key, context) || (key.length === 4 && honest(`${key}x`, context)),
    ),
  ),
  fault(
    'key-five-characters-refused',
    '8',
    ['idempotency.key-shortest-accepted', 'positions.idempotency-key-grammar'],
    'The lower bound of the length is exclusive.',
    changing('acceptsMutatingKey', (honest) => (key, context) => key.length > 5 && honest(key, context)),
  ),
  fault(
    'key-129-characters-accepted',
    '8',
    ['idempotency.key-too-long-refused', 'positions.idempotency-key-grammar'],
    'A key of 129 characters is accepted.',
    changing(
      'acceptsMutatingKey',
      (honest) => (key, context) => honest(key.length === 129 ? key.slice(1) : key, context),
    ),
  ),
  fault(
    'key-128-characters-refused',
    '8',
    ['idempotency.key-longest-accepted', 'positions.idempotency-key-grammar'],
    'The upper bound of the length is exclusive.',
    changing('acceptsMutatingKey', (honest) => (key, context) => key.length < 128 && honest(key, context)),
  ),
  fault(
    'key-tilde-refused',
    '8',
    ['idempotency.key-marks-accepted', 'positions.idempotency-key-grammar'],
    'The tilde is missing among the permitted characters.',
    changing('acceptsMutatingKey', (honest) => (key, context) => !key.includes('~') && honest(key, context)),
  ),
  fault(
    'key-must-not-begin-upper-case',
    '8',
    ['idempotency.key-letters-digits-accepted'],
    'A key may not begin with a letter of upper case.',
    changing('acceptsMutatingKey', (honest) => (key, context) => !/^[A-Z]/.test(key) && honest(key, context)),
  ),
  fault(
    'key-any-characters-accepted',
    '8',
    ['idempotency.key-other-characters-refused', 'idempotency.key-blank-refused', 'positions.idempotency-key-grammar'],
    'Only the length of a key is checked.',
    changing('acceptsMutatingKey', () => (key) => key.length >= 5 && key.length <= 128),
  ),
  fault(
    'key-letters-of-any-script-accepted',
    '8',
    ['idempotency.key-other-characters-refused'],
    'Letters and digits of every script pass.',
    changing(
      'acceptsMutatingKey',
      (honest) => (key, context) =>
        honest(
          Buffer.from(key, 'latin1')
            .toString('utf8')
            .replaceAll(/[\p{L}\p{No}]/gu, 'x'),
          context,
        ) || honest(key.replaceAll(/[\p{L}\p{No}]/gu, 'x'), context),
    ),
  ),
  fault(
    'key-optional-on-orders',
    '5.3',
    ['idempotency.key-required'],
    'A placement may carry an empty key.',
    changing(
      'acceptsMutatingKey',
      (honest) => (key, context) => (key === '' && context.operation === 'placeOrder') || honest(key, context),
    ),
  ),
  fault(
    'key-optional-on-positions',
    '4.2',
    ['positions.idempotency-key-required'],
    'An opening may carry an empty key.',
    changing(
      'acceptsMutatingKey',
      (honest) => (key, context) => (key === '' && context.operation === 'openPosition') || honest(key, context),
    ),
  ),
  fault(
    'key-grammar-unchecked-on-positions',
    '4.2',
    ['positions.idempotency-key-grammar'],
    'The form of the key is checked on the orders call alone.',
    changing(
      'acceptsMutatingKey',
      (honest) => (key, context) => (key !== '' && context.operation === 'openPosition') || honest(key, context),
    ),
  ),
  ...(['closePosition', 'cancelOrder'] as const).map((operation) =>
    fault(
      `key-form-unchecked-on-${operation === 'closePosition' ? 'closes' : 'cancellations'}`,
      '8',
      [
        'idempotency.key-required',
        'idempotency.key-too-short-refused',
        'idempotency.key-too-long-refused',
        'idempotency.key-other-characters-refused',
      ],
      `A ${operation === 'closePosition' ? 'close' : 'cancellation'} may carry any key, an empty one too.`,
      changing(
        'acceptsMutatingKey',
        (honest) => (key, context) => context.operation === operation || honest(key, context),
      ),
    ),
  ),
  fault(
    'read-key-accepted',
    '5.2',
    ['auth.read-idempotency-key-empty'],
    'A read may carry a key.',
    changing('acceptsReadKey', () => () => true),
  ),
  fault(
    'read-key-must-not-be-empty',
    '5.3',
    ['auth.read-idempotency-header-empty-accepted', 'configuration.account-readable'],
    'The account read needs a key as if it changed something.',
    changing('acceptsReadKey', (honest) => (key, context) => context.operation !== 'account' && honest(key, context)),
  ),
  fault(
    'ack-without-key',
    '2.1',
    ['ack.client-request-id-echo'],
    'The ACK of a placement does not echo the key.',
    echoing('ack', 'placeOrder', () => undefined),
  ),
  fault(
    'ack-without-key-on-positions',
    '4.2',
    ['positions.ack-client-request-id', 'ack.client-request-id-echo'],
    'The ACK of an opening does not echo the key.',
    echoing('ack', 'openPosition', () => undefined),
  ),
  fault(
    'ack-without-key-for-repeats',
    '8',
    ['ack.client-request-id-echo'],
    'The ACK of a repeat does not echo the key.',
    changing(
      'echo',
      (honest) => (key, surface, context) =>
        surface === 'ack' && context.duplicate ? undefined : honest(key, surface, context),
    ),
  ),
  fault(
    'ack-with-key-in-lower-case',
    '2.1',
    ['ack.client-request-id-echo'],
    'The ACK echoes the key in lower case.',
    echoing('ack', 'any', (key) => key.toLowerCase()),
  ),
  fault(
    'event-without-key',
    '2.2',
    ['transactions.client-request-id-echo'],
    'Transaction events do not echo the key.',
    echoing('event', 'any', () => undefined),
  ),
  fault(
    'event-without-key-on-positions',
    '2.2',
    ['transactions.client-request-id-echo'],
    'The event of an opening does not echo the key.',
    echoing('event', 'openPosition', () => undefined),
  ),
  fault(
    'status-without-key',
    '4.3',
    ['operations.client-request-id-echo'],
    'Operation status does not show the key.',
    echoing('status', 'any', () => undefined),
  ),
  fault(
    'status-with-empty-key',
    '4.3',
    ['operations.client-request-id-echo'],
    "Operation status shows the reading request's empty key.",
    echoing('status', 'any', () => ''),
  ),
  ...(
    [
      ['ack', '2.1', 'ack.client-request-id-echo', 'The ACK'],
      ['event', '2.2', 'transactions.client-request-id-echo', 'An event'],
      ['status', '4.3', 'operations.client-request-id-echo', 'Operation status'],
    ] as const
  ).map(([surface, section, requirement, words]) =>
    fault(
      `${surface}-with-key-cut`,
      section,
      [requirement],
      `${words} echoes the first 64 characters of the key.`,
      echoing(surface, 'any', (key) => key.slice(0, 64)),
    ),
  ),
  fault(
    'event-with-key-escaped',
    '2.2',
    ['transactions.client-request-id-echo'],
    'An event echoes the key with its tildes escaped.',
    echoing('event', 'any', (key) => key.replaceAll('~', '%7E')),
  ),
];

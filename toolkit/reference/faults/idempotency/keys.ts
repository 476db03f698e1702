// Faults of the form of idempotency keys and of their echo (interface 2.1, 2.2, 4.3; 5.3, rules 6 and 7; 8).
import type { OperationKind } from '../../domain.js';
import type { EchoSurface } from '../../rules/trading/idempotency.js';
import {
  alsoOn,
  alsoWhere,
  always,
  amended,
  exceptOn,
  exceptWhere,
  instead,
  insteadWhere,
  onlyWhere,
  readAs,
} from '../algebra/edits.js';
import { type Edits, type Fault, on, violating } from '../algebra/index.js';

const keyTooShortRefused = violating('8', ['idempotency.key-too-short-refused', 'positions.idempotency-key-grammar']);
const keyShortestAccepted = violating('8', ['idempotency.key-shortest-accepted', 'positions.idempotency-key-grammar']);
const keyTooLongRefused = violating('8', ['idempotency.key-too-long-refused', 'positions.idempotency-key-grammar']);
const keyLongestAccepted = violating('8', ['idempotency.key-longest-accepted', 'positions.idempotency-key-grammar']);
const echoInAck = violating('2.1', ['ack.client-request-id-echo']);
const echoInEvent = violating('2.2', ['transactions.client-request-id-echo']);
const echoInStatus = violating('4.3', ['operations.client-request-id-echo']);

/** Leaves the key out of the echo, or spells another one. */
function echoing(surface: EchoSurface, kind: OperationKind | 'any', write: (key: string) => string | undefined): Edits {
  return {
    echo: amended((echoed, _key, on, context) =>
      on === surface && (kind === 'any' || kind === context.kind) && echoed !== undefined ? write(echoed) : echoed,
    ),
  };
}

export const idempotencyKeyDefects: readonly Fault[] = [
  keyTooShortRefused('key-four-characters-accepted', {
    summary: 'A key of 4 characters is accepted.',
    acceptsMutatingKey: (honest) => (key, context) =>
      honest(key, context) || (key.length === 4 && honest(`${key}x`, context)),
  }),
  keyShortestAccepted('key-five-characters-refused', {
    summary: 'The lower bound of the length is exclusive.',
    acceptsMutatingKey: onlyWhere((key) => key.length > 5),
  }),
  keyTooLongRefused('key-129-characters-accepted', {
    summary: 'A key of 129 characters is accepted.',
    acceptsMutatingKey: readAs((key) => (key.length === 129 ? key.slice(1) : key)),
  }),
  keyLongestAccepted('key-128-characters-refused', {
    summary: 'The upper bound of the length is exclusive.',
    acceptsMutatingKey: onlyWhere((key) => key.length < 128),
  }),
  violating('8', ['idempotency.key-marks-accepted', 'positions.idempotency-key-grammar'])('key-tilde-refused', {
    summary: 'The tilde is missing among the permitted characters.',
    acceptsMutatingKey: exceptWhere((key) => key.includes('~')),
  }),
  violating('8', ['idempotency.key-letters-digits-accepted', 'positions.idempotency-key-grammar'])(
    'key-must-not-begin-upper-case',
    {
      summary: 'A key may not begin with a letter of upper case.',
      acceptsMutatingKey: exceptWhere((key) => /^[A-Z]/.test(key)),
    },
  ),
  violating('8', [
    'idempotency.key-other-characters-refused',
    'idempotency.key-blank-refused',
    'positions.idempotency-key-grammar',
  ])('key-any-characters-accepted', {
    summary: 'Only the length of a key is checked.',
    acceptsMutatingKey: instead((key) => key.length >= 5 && key.length <= 128),
  }),
  violating('8', ['idempotency.key-other-characters-refused'])('key-letters-of-any-script-accepted', {
    summary: 'Letters and digits of every script pass.',
    acceptsMutatingKey: (honest) => (key, context) =>
      honest(
        Buffer.from(key, 'latin1')
          .toString('utf8')
          .replaceAll(/[\p{L}\p{No}]/gu, 'x'),
        context,
      ) || honest(key.replaceAll(/[\p{L}\p{No}]/gu, 'x'), context),
  }),
  violating('5.3', ['idempotency.key-required'])('key-optional-on-orders', {
    summary: 'A placement may carry an empty key.',
    acceptsMutatingKey: alsoWhere((key, context) => key === '' && context.operation === 'placeOrder'),
  }),
  violating('4.2', ['positions.idempotency-key-required'])('key-optional-on-positions', {
    summary: 'An opening may carry an empty key.',
    acceptsMutatingKey: alsoWhere((key, context) => key === '' && context.operation === 'openPosition'),
  }),
  violating('4.2', ['positions.idempotency-key-grammar'])('key-grammar-unchecked-on-positions', {
    summary: 'The form of the key is checked on the orders call alone.',
    acceptsMutatingKey: alsoWhere((key, context) => key !== '' && context.operation === 'openPosition'),
  }),
  ...(['closePosition', 'cancelOrder'] as const).map((operation) =>
    violating('8', [
      'idempotency.key-required',
      'idempotency.key-too-short-refused',
      'idempotency.key-too-long-refused',
      'idempotency.key-other-characters-refused',
    ])(`key-form-unchecked-on-${operation === 'closePosition' ? 'closes' : 'cancellations'}`, {
      summary: `A ${operation === 'closePosition' ? 'close' : 'cancellation'} may carry any key, an empty one too.`,
      // Calls that the interface does not show.
      level: 'should',
      acceptsMutatingKey: alsoOn(on(operation)),
    }),
  ),
  violating('5.2', ['auth.read-idempotency-key-empty'])('read-key-accepted', {
    summary: 'A read may carry a key.',
    acceptsReadKey: always(true),
  }),
  violating('5.3', ['auth.read-idempotency-header-empty-accepted', 'configuration.account-readable'])(
    'read-key-must-not-be-empty',
    { summary: 'The account read needs a key as if it changed something.', acceptsReadKey: exceptOn(on('account')) },
  ),
  echoInAck('ack-without-key', {
    summary: 'The ACK of a placement does not echo the key.',
    ...echoing('ack', 'placeOrder', () => undefined),
  }),
  violating('4.2', ['positions.ack-client-request-id', 'ack.client-request-id-echo'])('ack-without-key-on-positions', {
    summary: 'The ACK of an opening does not echo the key.',
    ...echoing('ack', 'openPosition', () => undefined),
  }),
  violating('8', ['ack.client-request-id-echo'])('ack-without-key-for-repeats', {
    summary: 'The ACK of a repeat does not echo the key.',
    echo: insteadWhere((_key, surface, context) => surface === 'ack' && context.duplicate, undefined),
  }),
  echoInAck('ack-without-key-for-repeated-openings', {
    summary: 'The ACK of a repeated opening does not echo the key.',
    echo: insteadWhere(
      (_key, surface, { duplicate, kind }) => surface === 'ack' && duplicate && kind === 'openPosition',
      undefined,
    ),
  }),
  echoInAck('ack-without-key-for-repeated-endings', {
    summary: 'The ACK of a repeated close or cancellation does not echo the key.',
    // Calls that the interface does not show.
    level: 'should',
    echo: insteadWhere(
      (_key, surface, { duplicate, kind }) =>
        surface === 'ack' && duplicate && (kind === 'closePosition' || kind === 'cancelOrder'),
      undefined,
    ),
  }),
  echoInAck('ack-with-key-in-lower-case', {
    summary: 'The ACK echoes the key in lower case.',
    ...echoing('ack', 'any', (key) => key.toLowerCase()),
  }),
  echoInEvent('event-without-key', {
    summary: 'Transaction events do not echo the key.',
    ...echoing('event', 'any', () => undefined),
  }),
  echoInEvent('event-without-key-on-positions', {
    summary: 'The event of an opening does not echo the key.',
    ...echoing('event', 'openPosition', () => undefined),
  }),
  echoInStatus('status-without-key', {
    summary: 'Operation status does not show the key.',
    ...echoing('status', 'any', () => undefined),
  }),
  echoInStatus('status-with-empty-key', {
    summary: "Operation status shows the reading request's empty key.",
    ...echoing('status', 'any', () => ''),
  }),
  ...(
    [
      ['ack', '2.1', 'ack.client-request-id-echo', 'The ACK'],
      ['event', '2.2', 'transactions.client-request-id-echo', 'An event'],
      ['status', '4.3', 'operations.client-request-id-echo', 'Operation status'],
    ] as const
  ).map(([surface, section, requirement, words]) =>
    violating(section, [requirement])(`${surface}-with-key-cut`, {
      summary: `${words} echoes the first 64 characters of the key.`,
      ...echoing(surface, 'any', (key) => key.slice(0, 64)),
    }),
  ),
  echoInEvent('event-with-key-escaped', {
    summary: 'An event echoes the key with its tildes escaped.',
    ...echoing('event', 'any', (key) => key.replaceAll('~', '%7E')),
  }),
  echoInEvent('event-with-key-without-its-last-marks', {
    summary: 'An event echoes the key without the marks that it ends in.',
    ...echoing('event', 'any', (key) => key.replace(/[._~-]+$/, '')),
  }),
  violating('8', ['idempotency.key-blank-refused', 'positions.idempotency-key-grammar'])('key-of-blanks-accepted', {
    summary: 'A key of blanks alone is taken, for an order and for an opening.',
    idempotencyKeyAgrees: alsoWhere(
      (header, signed, context) =>
        context.isMutating && header === '' && typeof signed === 'string' && signed.trim() === '',
    ),
    acceptsMutatingKey: alsoWhere((key, context) => key.trim() === '' && !context.lacks.includes('idempotencyKey')),
  }),
];

// Signers that put wrong values into headers or payload: key, version, idempotency key, timestamp, method (interface 5.1, 5.2, 8).
import type { JsonValue } from '../../payload/json.js';
import { HEADER, type HeaderName } from '../../signing/headers.js';
import type { SigningStages, StageInput } from '../../signing/signing-stages.js';
import type { SlipId } from '../../signing/slips/slips.js';
import type { WrongSigner } from '../wrong-implementation.js';

type Change = Partial<SigningStages>;

/** Only the payload has the wrong value. */
const inPayload = (name: string, value: (old: JsonValue, input: StageInput) => JsonValue): Change => ({
  payload: (fields, input) => ({ ...fields, [name]: value(fields[name] ?? null, input) }),
});

/** Only the header has it. */
const inHeader = (header: HeaderName, value: (old: string, input: StageInput) => string): Change => ({
  headers: (headers, input) => headers.map(([name, old]) => [name, name === header ? value(old, input) : old]),
});

/** Both have it. */
const inBoth = (name: string, header: HeaderName, value: (input: StageInput) => string | number): Change => ({
  ...inPayload(name, (_, input) => value(input)),
  ...inHeader(header, (_, input) => String(value(input))),
});

const withoutHeader = (drop: (name: string, value: string) => boolean): Change => ({
  headers: (headers) => headers.filter(([name, value]) => !drop(name, value)),
});

const timestamp = (value: (ms: number) => string | number): Change =>
  inBoth('timestamp', HEADER.timestamp, (input) => value(input.timestampMs));

const wrong = (id: string, cause: SlipId, sentence: string, change: Change): WrongSigner => ({
  id,
  cause,
  sentence,
  change,
});

const HOUR_MS = 3_600_000;

export const VALUE_SIGNERS: readonly WrongSigner[] = [
  wrong(
    'drops-empty-header',
    'idempotency-header-dropped',
    'leaves a header with an empty value out',
    withoutHeader((_, value) => value === ''),
  ),
  wrong(
    'omits-version-header',
    'header-missing',
    'does not send SVC-SIGN-VERSION',
    withoutHeader((name) => name === HEADER.signVersion),
  ),
  wrong(
    'omits-api-key-header',
    'header-missing',
    'does not send SVC-API-KEY, since SVC-DATA has it too',
    withoutHeader((name) => name === HEADER.apiKey),
  ),
  wrong('sends-signature-twice', 'header-doubled', 'adds SVC-SIGN again in a middleware', {
    headers: (headers) => [...headers, ...headers.slice(-1)],
  }),
  wrong(
    'blanks-timestamp-header',
    'header-empty',
    'sends SVC-TIMESTAMP empty',
    inHeader(HEADER.timestamp, () => ''),
  ),
  wrong(
    'keeps-line-end-of-api-key',
    'api-key-white-space',
    'signs the identifier with the line end of the file it was read from',
    inPayload('api_key', (old) => `${String(old)}\n`),
  ),
  wrong(
    'quotes-api-key',
    'api-key-quoted',
    'keeps the quotation marks of a configuration value',
    inBoth('api_key', HEADER.apiKey, (input) => `"${input.apiKey}"`),
  ),
  wrong(
    'sends-public-key',
    'api-key-is-public-key',
    'sends the public key instead of its identifier',
    inBoth('api_key', HEADER.apiKey, (input) => Buffer.from(input.signer.publicKey).toString('base64url')),
  ),
  wrong(
    'upper-cases-api-key',
    'api-key-case',
    'sends the identifier in upper case',
    inBoth('api_key', HEADER.apiKey, (input) => input.apiKey.toUpperCase()),
  ),
  wrong(
    'signs-previous-api-key',
    'api-key-mismatch',
    'signs the identifier of the key before the last rotation',
    inPayload('api_key', () => 'key-of-last-year'),
  ),
  wrong(
    'sends-unknown-api-key',
    'api-key-unknown',
    'sends an identifier of another environment',
    inBoth('api_key', HEADER.apiKey, () => 'key-of-production'),
  ),
  wrong(
    'writes-version-as-text',
    'sign-version-text',
    'writes sign_version as text',
    inPayload('sign_version', (old) => String(old)),
  ),
  wrong(
    'sends-version-2',
    'sign-version-unsupported',
    'sends version 2',
    inBoth('sign_version', HEADER.signVersion, () => 2),
  ),
  wrong(
    'sends-version-0',
    'sign-version-unsupported',
    'sends version 0, the default of its integer type',
    inBoth('sign_version', HEADER.signVersion, () => 0),
  ),
  wrong(
    'prefixes-version-header',
    'sign-version-mismatch',
    'sends v1 in SVC-SIGN-VERSION',
    inHeader(HEADER.signVersion, (old) => `v${old}`),
  ),
  wrong(
    'writes-null-idempotency-key',
    'idempotency-key-null',
    'writes null for idempotency_key when there is none',
    inPayload('idempotency_key', (old) => (old === '' ? null : old)),
  ),
  wrong(
    'keys-every-request',
    'idempotency-key-on-get',
    'makes an idempotency key for a GET too',
    inBoth('idempotency_key', HEADER.idempotencyKey, (input) =>
      input.method === 'GET' ? 'a3f1c2d4-0001' : input.idempotencyKey,
    ),
  ),
  wrong(
    'keys-no-request',
    'idempotency-key-missing',
    'sends no idempotency key with a mutating request',
    inBoth('idempotency_key', HEADER.idempotencyKey, () => ''),
  ),
  wrong(
    'cuts-idempotency-key',
    'idempotency-key-too-short',
    'cuts the idempotency key to 4 characters',
    inBoth('idempotency_key', HEADER.idempotencyKey, (input) => input.idempotencyKey.slice(0, 4)),
  ),
  wrong(
    'stretches-idempotency-key',
    'idempotency-key-too-long',
    'fills the idempotency key up to 129 characters',
    inBoth('idempotency_key', HEADER.idempotencyKey, (input) =>
      input.idempotencyKey === '' ? '' : input.idempotencyKey.padEnd(129, '0'),
    ),
  ),
  wrong(
    'braces-idempotency-key',
    'idempotency-key-characters',
    'writes the idempotency key between braces, as some UUID types do',
    inBoth('idempotency_key', HEADER.idempotencyKey, (input) =>
      input.idempotencyKey === '' ? '' : `{${input.idempotencyKey}}`,
    ),
  ),
  wrong(
    'makes-idempotency-key-twice',
    'idempotency-key-mismatch',
    'makes one key for the header and another for the payload',
    inHeader(HEADER.idempotencyKey, (old) => (old === '' ? '' : `${old}-2`)),
  ),
  wrong(
    'reads-clock-twice',
    'timestamp-mismatch',
    'reads the clock once for the payload and again for the header',
    inHeader(HEADER.timestamp, (old) => String(Number(old) + 1)),
  ),
  wrong(
    'writes-timestamp-as-text',
    'timestamp-text',
    'writes timestamp as text',
    inPayload('timestamp', (old) => String(old)),
  ),
  wrong(
    'sends-fraction-of-millisecond',
    'timestamp-fraction',
    'sends milliseconds with a fraction',
    timestamp((ms) => ms + 0.25),
  ),
  wrong(
    'formats-timestamp-as-double',
    'timestamp-exponent',
    'prints the timestamp of the header from a floating-point number',
    inHeader(HEADER.timestamp, (old) => Number(old).toExponential().toUpperCase().replace('+', '')),
  ),
  wrong(
    'groups-timestamp-digits',
    'timestamp-format',
    'prints the timestamp of the header with grouped digits',
    inHeader(HEADER.timestamp, (old) => old.replace(/\B(?=(\d{3})+$)/g, ',')),
  ),
  wrong(
    'sends-date-time',
    'timestamp-date-time',
    'sends a date-time text for the timestamp',
    timestamp((ms) => new Date(ms).toISOString()),
  ),
  wrong(
    'sends-seconds',
    'timestamp-seconds',
    'sends seconds',
    timestamp((ms) => Math.floor(ms / 1000)),
  ),
  wrong(
    'sends-microseconds',
    'timestamp-microseconds',
    'sends microseconds',
    timestamp((ms) => ms * 1000),
  ),
  wrong('sends-nanoseconds', 'timestamp-nanoseconds', 'sends nanoseconds', {
    ...inHeader(HEADER.timestamp, (old) => `${old}000000`),
    payloadText: (text) => text.replace(/("timestamp":\d+)/, '$1000000'),
  }),
  wrong(
    'sends-local-time',
    'timestamp-local-time',
    'takes the local time of a zone 5:30 ahead for UTC',
    timestamp((ms) => ms + 5.5 * HOUR_MS),
  ),
  wrong(
    'keeps-first-timestamp',
    'timestamp-stale',
    'keeps the timestamp of the first request',
    timestamp((ms) => ms - 3_712_345),
  ),
  wrong(
    'runs-ahead',
    'timestamp-future',
    'adds the network delay with the wrong sign and unit',
    timestamp((ms) => ms + 431_000),
  ),
  wrong(
    'lower-cases-method',
    'method-lower-case',
    'signs the method in lower case',
    inPayload('method', (old) => String(old).toLowerCase()),
  ),
  wrong(
    'signs-get-always',
    'method-mismatch',
    'signs GET whatever the method is',
    inPayload('method', () => 'GET'),
  ),
  wrong(
    'signs-request-line',
    'method-request-line',
    'signs method and path in the member method',
    inPayload('method', (old, input) => `${String(old)} ${input.path}`),
  ),
];

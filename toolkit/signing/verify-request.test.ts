import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portableHashing } from './hashing.js';
import { HEADER, type HeaderName } from './headers.js';
import { PrivateKey } from './keys/private-key.js';
import { nodeHashing } from './node-hashing.js';
import type { ReceivedRequest } from './received.js';
import { createSigner, createVerifier, signRequest } from './sign.js';
import type { SigningInput } from './signing-stages.js';
import { SIGNING_STAGES, SLIPS, type SlipId } from './slips/slips.js';
import { firstBroken } from './stage-result.js';
import { inspectRequest, type VerificationContext } from './verify-request.js';

const signer = createSigner(new PrivateKey(new Uint8Array(32).fill(5)));
const verifier = createVerifier(signer.publicKey);
const NOW = 1714564800123;

const context: VerificationContext = {
  hashing: nodeHashing,
  keyOf: (apiKey) => (apiKey === 'key-1' ? verifier : apiKey === 'old' ? 'api-key-expired' : 'api-key-unknown'),
  clock: { nowMs: NOW, windowMs: 5000 },
  access: (_, request) => (request.path.includes('/accounts/2/') ? 'account-not-permitted' : undefined),
};

const POST: SigningInput = {
  apiKey: 'key-1',
  idempotencyKey: 'order-1',
  timestampMs: NOW,
  method: 'POST',
  path: '/v1/trading/accounts/1/orders?b=2&a=1',
  body: Buffer.from('{"volume": "0.10"}'),
};

function received(input: SigningInput): ReceivedRequest {
  const { headers } = signRequest(signer, input);
  return { method: input.method, path: input.path, headers, body: input.body ?? new Uint8Array() };
}

function causeOf(request: ReceivedRequest): SlipId | undefined {
  return firstBroken(inspectRequest(request, context))?.cause;
}

function withHeader(name: HeaderName, value: string | undefined): ReceivedRequest {
  const request = received(POST);
  const headers = request.headers.filter(([other]) => other !== name);
  return { ...request, headers: value === undefined ? headers : [...headers, [name, value]] };
}

/** Signs any payload bytes, so that only what they hold is wrong. */
function withPayload(payload: string | Uint8Array, headers: Partial<Record<HeaderName, string>> = {}): ReceivedRequest {
  const bytes = Buffer.from(payload);
  return {
    ...received(POST),
    headers: Object.entries({
      ...Object.fromEntries(received(POST).headers),
      [HEADER.data]: bytes.toString('base64url'),
      [HEADER.signature]: Buffer.from(signer.sign(bytes)).toString('base64url'),
      ...headers,
    }),
  };
}

function withFields(
  change: Readonly<Record<string, unknown>>,
  headers: Partial<Record<HeaderName, string>> = {},
): ReceivedRequest {
  return withPayload(JSON.stringify({ ...signRequest(signer, POST).fields, ...change }), headers);
}

const { data, signature, payload, fields } = signRequest(signer, POST);
const sign64 = Buffer.from(signature, 'base64url');

describe('a correct request', () => {
  it('is ok at every stage, in the order of the stages', () => {
    const results = inspectRequest(received(POST), context);
    expect(results.map(({ stage }) => stage)).toEqual(SIGNING_STAGES);
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['ok']));
  });

  it('is never accused, whatever its method, path, body, key and free choices', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9._~-]{5,40}$/);
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'DELETE'),
        word,
        fc.uniqueArray(fc.tuple(word, fc.webQueryParameters()), { selector: ([name]) => name, maxLength: 3 }),
        fc.uint8Array({ maxLength: 100 }),
        fc.integer({ min: -5000, max: 5000 }),
        fc.shuffledSubarray(Object.keys(fields), { minLength: 7 }),
        fc.constantFrom(0, 2),
        (method, key, query, body, skew, order, space) => {
          const path = `/v1/trading/accounts/1/orders?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
          const input = {
            ...POST,
            method,
            path,
            body,
            timestampMs: NOW + skew,
            idempotencyKey: method === 'GET' ? '' : key,
          };
          const given = signRequest(signer, input).fields as unknown as Record<string, unknown>; // read by name below
          const text = JSON.stringify(Object.fromEntries(order.map((name) => [name, given[name]])), undefined, space);
          const other = withPayload(text, Object.fromEntries(signRequest(signer, input).headers.slice(0, 4)));
          expect(causeOf({ ...received(input) })).toBeUndefined();
          expect(causeOf({ ...received(input), headers: other.headers })).toBeUndefined();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('may spell its header names in any case and hold further members', () => {
    const request = withFields({ extra: { nested: true } });
    const headers = request.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
    expect(causeOf({ ...request, headers })).toBeUndefined();
  });
});

const NONE = new Uint8Array();
const GET = received({ ...POST, method: 'GET', idempotencyKey: '', body: NONE });

describe('a damaged request', () => {
  it.each<[SlipId, ReceivedRequest]>([
    ['header-missing', withHeader(HEADER.signature, undefined)],
    ['header-empty', withHeader(HEADER.timestamp, '')],
    ['header-doubled', { ...received(POST), headers: [...received(POST).headers, [HEADER.data, data]] }],
    ['idempotency-header-dropped', { ...GET, headers: GET.headers.filter(([name]) => name !== HEADER.idempotencyKey) }],
    ['data-padded', withHeader(HEADER.data, `${data}==`)],
    ['data-standard-alphabet', withHeader(HEADER.data, `${data.slice(0, -2)}+/`)],
    ['data-white-space', withHeader(HEADER.data, `${data.slice(0, 76)}\r\n${data.slice(76)}`)],
    ['data-percent-encoded', withHeader(HEADER.data, `${data}%3D`)],
    ['data-quoted', withHeader(HEADER.data, `"${data}"`)],
    ['data-hex', withHeader(HEADER.data, Buffer.from(payload).toString('hex'))],
    ['data-raw-json', withHeader(HEADER.data, JSON.stringify(fields))],
    ['data-double-base64', withHeader(HEADER.data, Buffer.from(data).toString('base64url'))],
    [
      'data-base64-of-hex',
      withHeader(HEADER.data, Buffer.from(Buffer.from(payload).toString('hex')).toString('base64url')),
    ],
    ['data-jws', withHeader(HEADER.data, `eyJhbGciOiJFZERTQSJ9.${data}.${signature}`)],
    ['data-truncated', withHeader(HEADER.data, data.slice(0, 100))],
    ['data-not-base64url', withHeader(HEADER.data, `${data}!`)],
    ['payload-byte-order-mark', withPayload(`\ufeff${JSON.stringify(fields)}`)],
    ['payload-utf-16', withPayload(Buffer.from(JSON.stringify(fields), 'utf16le'))],
    ['payload-latin-1', withPayload(Buffer.from(JSON.stringify({ ...fields, path: '/é' }), 'latin1'))],
    ['payload-not-json', withPayload(`${JSON.stringify(fields).slice(0, -1)},}`)],
    ['payload-trailing-text', withPayload(`${JSON.stringify(fields)}}`)],
    ['payload-form-encoded', withPayload('api_key=key-1&idempotency_key=order-1')],
    ['payload-not-object', withPayload('[1]')],
    ['payload-json-twice', withPayload(JSON.stringify(JSON.stringify(fields)))],
    ['payload-wrapped', withPayload(JSON.stringify({ data: fields }))],
    ['payload-member-missing', withFields({ path: undefined })],
    ['payload-member-renamed', withFields({ body_hash: undefined, bodyHash: fields.body_hash })],
    ['payload-member-type', withFields({ path: 1 })],
    ['sign-version-text', withFields({ sign_version: '1' })],
    ['sign-version-mismatch', withFields({ sign_version: 2 })],
    ['sign-version-unsupported', withFields({ sign_version: 2 }, { [HEADER.signVersion]: '2' })],
    ['api-key-mismatch', withFields({ api_key: 'key-2' })],
    ['api-key-white-space', withFields({ api_key: 'key-1\n' })],
    ['api-key-quoted', withFields({ api_key: '"key-1"' }, { [HEADER.apiKey]: '"key-1"' })],
    ['api-key-unknown', withFields({ api_key: 'key-2' }, { [HEADER.apiKey]: 'key-2' })],
    ['api-key-expired', withFields({ api_key: 'old' }, { [HEADER.apiKey]: 'old' })],
    ['idempotency-key-null', withFields({ idempotency_key: null }, { [HEADER.idempotencyKey]: '' })],
    ['idempotency-key-mismatch', withFields({ idempotency_key: null })],
    ['idempotency-key-mismatch', withFields({ idempotency_key: 'order-2' })],
    ['idempotency-key-missing', received({ ...POST, idempotencyKey: '' })],
    ['idempotency-key-on-get', received({ ...POST, method: 'GET' })],
    ['idempotency-key-too-short', received({ ...POST, idempotencyKey: 'abcd' })],
    ['idempotency-key-too-long', received({ ...POST, idempotencyKey: 'a'.repeat(129) })],
    ['idempotency-key-characters', received({ ...POST, idempotencyKey: 'a/b/c' })],
    ['timestamp-text', withFields({ timestamp: String(NOW) })],
    ['timestamp-date-time', withFields({ timestamp: '2024-05-01T12:00:00Z' })],
    ['timestamp-fraction', withFields({ timestamp: NOW + 0.5 }, { [HEADER.timestamp]: `${NOW}.5` })],
    ['timestamp-exponent', withHeader(HEADER.timestamp, '1.714564800123E12')],
    ['timestamp-format', withHeader(HEADER.timestamp, `${NOW}ms`)],
    ['timestamp-leading-zero', withHeader(HEADER.timestamp, `0${NOW}`)],
    ['timestamp-mismatch', withHeader(HEADER.timestamp, `0${NOW + 1}`)],
    ['payload-member-number', withFields({ idempotency_key: 12345 }, { [HEADER.idempotencyKey]: '12345' })],
    ['path-handshake-query', received({ ...POST, path: '/v1/server-events/accounts/1/ws/events?a=1' })],
    ['timestamp-mismatch', withHeader(HEADER.timestamp, String(NOW + 1))],
    ['timestamp-seconds', received({ ...POST, timestampMs: Math.floor(NOW / 1000) })],
    ['timestamp-microseconds', received({ ...POST, timestampMs: NOW * 1000 })],
    ['timestamp-nanoseconds', withFields({ timestamp: NOW * 1_000_000 }, { [HEADER.timestamp]: `${NOW}000000` })],
    ['timestamp-local-time', received({ ...POST, timestampMs: NOW + 5.5 * 3_600_000 })],
    ['timestamp-stale', received({ ...POST, timestampMs: NOW - 5001 })],
    ['timestamp-future', received({ ...POST, timestampMs: NOW + 5001 })],
    ['method-lower-case', withFields({ method: 'post' })],
    ['method-request-line', withFields({ method: 'POST /v1/' })],
    ['method-mismatch', withFields({ method: 'PUT' })],
    ['path-mismatch', { ...received(POST), path: '/v1/trading/accounts/1/orders?a=1&b=2' }],
    ['path-query-duplicate', received({ ...POST, path: '/v1/x?a=1&a=1' })],
    ['body-hash-mismatch', { ...received(POST), body: Buffer.from('{"volume":"0.10"}') }],
    ['body-hash-blank', withFields({ body_hash: '' })],
    ['sign-padded', withHeader(HEADER.signature, `${signature}==`)],
    ['sign-standard-alphabet', withHeader(HEADER.signature, `+/${signature.slice(2)}`)],
    ['sign-trailing-bits', withHeader(HEADER.signature, `${signature.slice(0, -1)}B`)],
    ['sign-white-space', withHeader(HEADER.signature, `${signature}\n`)],
    ['sign-quoted', withHeader(HEADER.signature, `"${signature}"`)],
    ['sign-percent-encoded', withHeader(HEADER.signature, `${signature}%3D`)],
    ['sign-not-base64url', withHeader(HEADER.signature, `${signature}!`)],
    ['sign-prefixed', withHeader(HEADER.signature, `ed25519:${signature}`)],
    ['sign-jws', withHeader(HEADER.signature, `eyJ..${signature}`)],
    ['sign-hex', withHeader(HEADER.signature, sign64.toString('hex'))],
    ['sign-double-base64', withHeader(HEADER.signature, Buffer.from(signature).toString('base64url'))],
    ['sign-base64-of-hex', withHeader(HEADER.signature, Buffer.from(sign64.toString('hex')).toString('base64url'))],
    ['sign-truncated', withHeader(HEADER.signature, signature.slice(0, 84))],
    ['sign-hmac', withHeader(HEADER.signature, sign64.subarray(0, 32).toString('base64url'))],
    ['sign-rsa', withHeader(HEADER.signature, Buffer.alloc(256, 0xfe).toString('base64url'))],
    [
      'sign-ecdsa',
      withHeader(HEADER.signature, Buffer.concat([Buffer.of(0x30, 69), Buffer.alloc(69, 0xfe)]).toString('base64url')),
    ],
    ['sign-attached', withHeader(HEADER.signature, Buffer.concat([sign64, payload]).toString('base64url'))],
    ['sign-length', withHeader(HEADER.signature, Buffer.concat([sign64, Buffer.of(0)]).toString('base64url'))],
    [
      'signature-unexplained',
      withHeader(HEADER.signature, Buffer.from(signer.sign(Buffer.from(data))).toString('base64url')),
    ],
    ['account-not-permitted', received({ ...POST, path: '/v1/trading/accounts/2/orders' })],
  ])('is broken by %s alone', (cause, request) => {
    const broken = inspectRequest(request, context).filter(({ state }) => state === 'broken');
    expect(broken.map((result) => result.cause)).toEqual([cause]);
    expect(broken[0]?.stage).toBe(SLIPS[cause].stage);
  });
});

it('leaves unknown what rests on a broken stage', () => {
  const results = inspectRequest(withHeader(HEADER.data, 'AA=='), context);
  const states = Object.fromEntries(results.map(({ stage, state }) => [stage, state]));
  expect(states).toMatchObject({
    headers: 'ok',
    'data-encoding': 'broken',
    payload: 'unknown',
    path: 'unknown',
    signature: 'unknown',
  });
});

it('gives the same results with the portable hashing, and never throws for any texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.json(), (dataText, signText, json) => {
      for (const request of [
        withHeader(HEADER.data, dataText),
        withHeader(HEADER.signature, signText),
        withPayload(json),
      ]) {
        const portable = inspectRequest(request, { ...context, hashing: portableHashing });
        expect(portable).toEqual(inspectRequest(request, context));
        expect(firstBroken(portable)).toBeDefined();
      }
    }),
    { numRuns: 200 },
  );
});

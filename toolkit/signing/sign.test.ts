import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64url } from './base64url.js';
import { nobleSigner, nobleVerifier } from './ed25519/noble-backend.js';
import { portableHashing } from './hashing.js';
import { HEADER, SIGNED_HEADERS } from './headers.js';
import { idempotencyKeyDefect, isIdempotencyKey } from './idempotency-key.js';
import { PrivateKey } from './keys/private-key.js';
import { nodeHashing } from './node-hashing.js';
import { EMPTY_BODY_HASH } from './payload.js';
import { bodyHash, createSigner, createVerifier, signRequest } from './sign.js';
import { signRequestWith } from './sign-request.js';
import type { SigningInput } from './signing-stages.js';

const key = new PrivateKey(new Uint8Array(32).fill(3));
const signer = createSigner(key);

const POST: SigningInput = {
  apiKey: 'key-1',
  idempotencyKey: 'order-1',
  timestampMs: 1714564800123,
  method: 'POST',
  path: '/v1/trading/accounts/1/orders?b=2&a=1',
  body: Buffer.from('{"volume": "0.10"}'),
};

describe('a signed request', () => {
  const signed = signRequest(signer, POST);
  const headers = Object.fromEntries(signed.headers);

  it('carries the six headers in the order of the interface', () => {
    expect(signed.headers.map(([name]) => name)).toEqual(SIGNED_HEADERS);
    expect(headers).toMatchObject({
      [HEADER.apiKey]: 'key-1',
      [HEADER.idempotencyKey]: 'order-1',
      [HEADER.timestamp]: '1714564800123',
      [HEADER.signVersion]: '1',
    });
  });

  it('encodes in SVC-DATA the payload with method, path, query and body hash as sent', () => {
    expect(JSON.parse(Buffer.from(decodeBase64url(headers[HEADER.data] ?? '')).toString())).toEqual({
      api_key: 'key-1',
      idempotency_key: 'order-1',
      timestamp: 1714564800123,
      sign_version: 1,
      method: 'POST',
      path: '/v1/trading/accounts/1/orders?b=2&a=1',
      body_hash: bodyHash(Buffer.from('{"volume": "0.10"}')),
    });
  });

  it('signs the decoded payload bytes, not the text of SVC-DATA', () => {
    const signature = decodeBase64url(headers[HEADER.signature] ?? '');
    const data = headers[HEADER.data] ?? '';
    expect(createVerifier(signer.publicKey).verify(signature, decodeBase64url(data))).toBe(true);
    expect(createVerifier(signer.publicKey).verify(signature, Buffer.from(data))).toBe(false);
  });

  it('has the printed hash of the empty body when there is none', () => {
    const { body: _, ...withoutBody } = { ...POST, method: 'GET', idempotencyKey: '' };
    expect(signRequest(signer, withoutBody).bodyHash).toBe(EMPTY_BODY_HASH);
    expect(signRequest(signer, { ...withoutBody, body: new Uint8Array() }).bodyHash).toBe(EMPTY_BODY_HASH);
    expect(bodyHash(new Uint8Array())).toBe(EMPTY_BODY_HASH);
  });

  it('keeps an idempotency header with an empty value for a GET', () => {
    const get = signRequest(signer, { ...POST, method: 'GET', idempotencyKey: '' });
    expect(get.headers).toContainEqual([HEADER.idempotencyKey, '']);
  });

  it.each([Number.NaN, 1.5, 2 ** 60])('needs a whole number of milliseconds, not %d', (timestampMs) => {
    expect(() => signRequest(signer, { ...POST, timestampMs })).toThrow(RangeError);
  });

  it.each(['a\r\nX: y', ' a', 'a ', 'é', '\0'])('does not put %j into a header', (text) => {
    expect(() => signRequest(signer, { ...POST, apiKey: text })).toThrow(TypeError);
    expect(() => signRequest(signer, { ...POST, idempotencyKey: text })).toThrow(TypeError);
  });

  it('is the same from the portable stages and backend', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 200 }), (path, body) => {
        const input = { ...POST, path, body };
        const portable = signRequestWith(portableHashing, nobleSigner(key), input);
        const native = signRequest(signer, input);
        expect(portable.headers).toEqual(native.headers);
        expect(nobleVerifier(signer.publicKey).verify(decodeBase64url(native.signature), native.payload)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('hashing', () => {
  it('is the same in both forms', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }), (bytes, text) => {
        expect(Buffer.from(nodeHashing.sha256(bytes))).toEqual(Buffer.from(portableHashing.sha256(bytes)));
        expect(nodeHashing.bodyHash(bytes)).toBe(portableHashing.bodyHash(bytes));
        expect(nodeHashing.encodeBase64url(bytes)).toBe(portableHashing.encodeBase64url(bytes));
        expect(Buffer.from(nodeHashing.encodeUtf8(text))).toEqual(Buffer.from(portableHashing.encodeUtf8(text)));
      }),
    );
  });
});

describe('the idempotency key', () => {
  it.each(['abcde', '.-_~.', 'A'.repeat(128), '00000', 'aZ09._-~'])('may be %s', (text) => {
    expect(isIdempotencyKey(text)).toBe(true);
  });

  it.each([
    ['', 'too-short'],
    ['abcd', 'too-short'],
    ['A'.repeat(129), 'too-long'],
    ['abc/de', 'characters'],
    ['abc+de', 'characters'],
    ['abc de', 'characters'],
    ['abc:de', 'characters'],
    ['abcdé', 'characters'],
    ['abcde\n', 'characters'],
    ['ab=', 'characters'],
  ])('may not be %j: %s', (text, defect) => {
    expect(idempotencyKeyDefect(text)).toBe(defect);
  });
});

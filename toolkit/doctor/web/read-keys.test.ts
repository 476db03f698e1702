import { describe, expect, test } from 'vitest';
import { parsePrivateKey, privateKeyPem, publicKeyJwk, publicKeyPem } from '../../signing/index.js';
import { createSigner } from '../../signing/sign.js';
import { holdsPrivateKey, readKeys } from './read-keys.js';

const { publicKey } = createSigner(parsePrivateKey('33'.repeat(32)));
const url = Buffer.from(publicKey).toString('base64url');
const pem = publicKeyPem(publicKey);

describe('pasted keys', () => {
  test.each([
    [url, [undefined]],
    [`  ${Buffer.from(publicKey).toString('hex')}\n`, [undefined]],
    [pem, [undefined]],
    [JSON.stringify(publicKeyJwk(publicKey)), [undefined]],
    [`key-1 = ${url}\nkey-2=${url}`, ['key-1', 'key-2']],
    [`key-1 =\n${pem}\nkey-2 = ${JSON.stringify(publicKeyJwk(publicKey))}`, ['key-1', 'key-2']],
    [`${pem}${pem}`, [undefined, undefined]],
    ['', []],
  ])('are read with their identifiers: %#', (text, ids) => {
    const keys = readKeys(text);
    expect(keys.map(({ id }) => id)).toEqual(ids);
    expect(keys.every((key) => Buffer.from(key.publicKey).equals(publicKey))).toBe(true);
  });

  test('may start with a hyphen', () => {
    expect(readKeys(`-${url.slice(1)}`)).toHaveLength(1);
  });

  test('are refused when they are none, without being repeated', () => {
    expect(() => readKeys('not-a-key-at-all')).toThrow(/expected a 32-byte public key/);
    expect(() => readKeys(pem.slice(0, 50))).toThrow(/PEM/);
  });

  test('are recognised when they are private', () => {
    expect(holdsPrivateKey(privateKeyPem(parsePrivateKey('33'.repeat(32))))).toBe(true);
    expect(holdsPrivateKey('{"kty":"OKP","d":"x"}')).toBe(true);
    expect(holdsPrivateKey(pem)).toBe(false);
  });
});

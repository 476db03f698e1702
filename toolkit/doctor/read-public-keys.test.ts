import { createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeBase64url, publicKeyJwk, publicKeyPem } from '../signing/index.js';
import { signer } from './capture/captures.test.aid.js';
import { readPublicKeys } from './read-public-keys.js';

const { publicKey } = signer;
const pem = publicKeyPem(publicKey);
const der = createPublicKey(pem).export({ format: 'der', type: 'spki' });
const hex = Buffer.from(publicKey).toString('hex');
const base64 = Buffer.from(publicKey).toString('base64');
const wire = Buffer.concat([Buffer.from('0000000b7373682d6564323535313900000020', 'hex'), publicKey]).toString(
  'base64',
);
const jwk = publicKeyJwk(publicKey);

test.each<readonly [string, string | Uint8Array]>([
  ['PEM', pem],
  ['PEM on one line', pem.replaceAll('\n', ' ')],
  ['PEM with \\n', pem.replaceAll('\n', '\\n')],
  ['JWK', JSON.stringify(jwk)],
  ['JWKS', JSON.stringify({ keys: [{ kty: 'RSA', kid: 'r' }, jwk] })],
  ['OpenSSH', `ssh-ed25519 ${wire} me@host`],
  ['DER', new Uint8Array(der)],
  ['DER in base64', der.toString('base64')],
  ['DER in hexadecimal', der.toString('hex')],
  ['standard base64', base64],
  ['base64url', encodeBase64url(publicKey)],
  ['hexadecimal', hex],
  ['hexadecimal with 0x', `0x${hex}`],
  ['hexadecimal with colons', hex.match(/../g)?.join(':') ?? ''],
  ['bytes', JSON.stringify([...publicKey])],
])('a public key is read from %s', (_name, text) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  expect(readPublicKeys(new Uint8Array(bytes)).map((one) => Buffer.from(one.publicKey).toString('hex'))).toEqual([hex]);
});

test('a key set gives each key its identifier', () => {
  expect(readPublicKeys(Buffer.from(JSON.stringify({ keys: [{ ...jwk, kid: 'key-1' }] })))).toMatchObject([
    { id: 'key-1' },
  ]);
});

test.each([
  ['ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB me', /SSH key of the kind ssh-rsa/],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----', /private key/],
  ['nonsense', /expected a 32-byte public key/],
])('another thing is refused by its form: %s', (text, message) => {
  expect(() => readPublicKeys(Buffer.from(text))).toThrow(message);
});

import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { encodeBase64url } from '../base64url.js';
import { nobleSigner } from '../ed25519/noble-backend.js';
import { nodeSigner } from '../ed25519/node-backend.js';
import { hex } from './der.js';
import { privateKeyPem, publicKeyJwk, publicKeyPem } from './key-export.js';
import { parsePrivateKey, parsePublicKey } from './keys.js';
import { PrivateKey } from './private-key.js';

const pair = generateKeyPairSync('ed25519');
const jwk = pair.privateKey.export({ format: 'jwk' });
const seed = Buffer.from(jwk.d ?? '', 'base64url');
const publicBytes = Buffer.from(jwk.x ?? '', 'base64url');
const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const publicPem = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString();

/** PKCS#8 version 2: the private key followed by the public one (RFC 8410, section 7). */
function version2(publicKey: Uint8Array): string {
  const der = Buffer.concat([
    Buffer.from('3051020101300506032b657004220420', 'hex'),
    seed,
    Buffer.from('812100', 'hex'),
    publicKey,
  ]);
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
}

describe('private keys', () => {
  it.each([
    ['a PKCS#8 PEM', pem],
    ['a PEM with carriage returns and blanks around it', `\n  ${pem.replaceAll('\n', '\r\n')}  `],
    ['a PKCS#8 version 2 PEM', version2(publicBytes)],
    ['a JWK', JSON.stringify(jwk)],
    ['a JWK without its public part', JSON.stringify({ kty: 'OKP', crv: 'Ed25519', d: jwk.d })],
    ['a base64url seed', seed.toString('base64url')],
    ['a hexadecimal seed with a line end', `${seed.toString('hex')}\n`],
    ['a hexadecimal seed in capitals', seed.toString('hex').toUpperCase()],
  ])('are read from %s', (_, text) => {
    const key = parsePrivateKey(text);
    expect(hex(key.exposeSeed())).toBe(seed.toString('hex'));
    expect(nodeSigner(key).publicKey).toEqual(Uint8Array.from(publicBytes));
  });

  it('are written as OpenSSL writes them', () => {
    const key = new PrivateKey(seed);
    expect(privateKeyPem(key)).toBe(pem);
    expect(publicKeyPem(publicBytes)).toBe(publicPem);
    expect(publicKeyJwk(publicBytes)).toEqual(pair.publicKey.export({ format: 'jwk' }));
  });

  it('are different each time one is made', () => {
    expect(hex(PrivateKey.generate().exposeSeed())).not.toBe(hex(PrivateKey.generate().exposeSeed()));
  });

  it('are never shown by the object that holds them', () => {
    const key = new PrivateKey(seed);
    for (const shown of [inspect(key), inspect({ key }, { showHidden: true }), JSON.stringify({ key }), `${key}`]) {
      expect(shown).toContain('[private key]');
      expect(shown).not.toContain(seed.toString('hex').slice(0, 8));
      expect(shown).not.toContain(String(seed[0]).concat(','));
    }
    expect(inspect(nodeSigner(key), { depth: 5, showHidden: true })).not.toContain(seed.toString('hex').slice(0, 8));
  });

  it('are refused when another public key stands beside them', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const wrong = [JSON.stringify({ ...jwk, x: other.x }), version2(Buffer.from(other.x ?? '', 'base64url'))];
    for (const text of wrong) {
      expect(() => nodeSigner(parsePrivateKey(text))).toThrow(/belong to it/);
      expect(() => nobleSigner(parsePrivateKey(text))).toThrow(/belong to it/);
    }
  });
});

describe('public keys', () => {
  it.each([
    ['an SPKI PEM', publicPem],
    ['a JWK', JSON.stringify(pair.publicKey.export({ format: 'jwk' }))],
    ['base64url', publicBytes.toString('base64url')],
    ['hexadecimal', publicBytes.toString('hex')],
  ])('are read from %s', (_, text) => {
    expect(parsePublicKey(text)).toEqual(Uint8Array.from(publicBytes));
  });

  it('are not taken from a private key', () => {
    expect(() => parsePublicKey(pem)).toThrow(/got a private key; give the public key/);
    expect(() => parsePublicKey(JSON.stringify(jwk))).toThrow(/private JWK/);
  });
});

const secret = encodeBase64url(seed);
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;

describe('unusable private keys', () => {
  it.each([
    ['nothing', '', /got 0 characters/],
    ['a seed that is too short', secret.slice(1), /got 42 characters/],
    ['a padded seed', `${secret}=`, /remove the = at the end/],
    ['seed and public key in one', Buffer.concat([seed, publicBytes]).toString('hex'), /the first 32 bytes/],
    ['a seed in another alphabet', `+${secret.slice(1)}`, /standard alphabet/],
    ['a PEM with written line breaks', pem.replaceAll('\n', '\\n'), /two characters \\ and n/],
    ['a PEM that is cut off', pem.slice(0, 90), /cut off/],
    ['a PEM with a damaged structure', pem.replace('MC4CAQAw', 'MC4CAQEx'), /structure of a key/],
    ['a PEM with half its content', pem.replace(/MC4CAQAwBQYDK2VwBCIEI/, 'MC4CAQAwBQYDK2VwBCIEIA'), /got/],
    ['a public key', publicPem, /got a public key; give the private one/],
    ['an RSA key', rsa.export({ format: 'pem', type: 'pkcs8' }).toString(), /got a key for RSA/],
    ['an RSA key in its own format', rsa.export({ format: 'pem', type: 'pkcs1' }).toString(), /an RSA key; create/],
    ['an elliptic curve key', ec.export({ format: 'pem', type: 'pkcs8' }).toString(), /an elliptic curve other than/],
    [
      'an X25519 key',
      generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      /X25519/,
    ],
    [
      'an encrypted key',
      pair.privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'p' }).toString(),
      /an encrypted private key; decrypt/,
    ],
    ['a JWK of another curve', JSON.stringify({ ...jwk, crv: 'Ed448' }), /JWK of another kind/],
    ['a JWK without a secret', JSON.stringify({ ...jwk, d: undefined }), /text member "d"/],
    ['a JWK with a padded secret', JSON.stringify({ ...jwk, d: `${secret}=` }), /padded/],
    ['a JWK with a short secret', JSON.stringify({ ...jwk, d: secret.slice(0, 42) + 'A'.slice(1) }), /expected/],
    ['broken JSON', `{"kty":"OKP","d":"${secret}`, /none/],
  ])('are refused with a reason and without their content: %s', (_, text, reason) => {
    const refused = (): unknown => parsePrivateKey(text);
    expect(refused).toThrow(reason);
    expect(refused).toThrow(expect.objectContaining({ code: 'key-invalid' }));
    const shown = inspect(caught(refused), { depth: 10 });
    for (const leak of [secret, seed.toString('hex'), seed.toString('base64'), text.slice(-60, -30)].filter(Boolean)) {
      expect(shown.replace(/\n {4}at .*/g, '')).not.toContain(leak);
    }
  });
});

function caught(refused: () => unknown): unknown {
  try {
    return refused();
  } catch (error) {
    return error;
  }
}

// Two steps in a row, and three of the commonest, are told without a row of their own: of the payload, of the body and of a private key.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSigner, encodeBase64url, HEADER, parsePrivateKey } from '../../signing/index.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import { capture, keys, native, payloadOf, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import type { DiagnosedStage } from '../diagnosis.js';
import { derivationsOf, misreadingsOf } from './misread-keys.js';
import { searchBodyHash } from './search-body-hash.js';
import { takenFurther } from './steps.js';

const SEED = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7 + 1));
const own = createSigner(parsePrivateKey(SEED.toString('hex')));
const order = capture({ by: own });
const payload = Buffer.from(JSON.stringify(payloadOf(order)));
const hashed = (name: string, bytes: Uint8Array | string): Buffer => createHash(name).update(bytes).digest();
const options = {
  ...native,
  keys: [
    {
      id: keys[0]?.id ?? '',
      publicKey: own.publicKey,
      misreadings: misreadingsOf(SEED),
      derivations: derivationsOf(SEED),
    },
  ],
};

/** Enough for keys, which are tried behind all messages; a whole search takes seconds. */
const FEW = 2500;

function told(message: Uint8Array | string, seed: Uint8Array = SEED, most?: number): DiagnosedStage | undefined {
  const by = createSigner(parsePrivateKey(Buffer.from(seed).toString('hex')));
  const wrong = withHeader(order, HEADER.signature, encodeBase64url(by.sign(Buffer.from(message))));
  const bounded = most === undefined ? options : { ...options, verifications: most };
  return diagnose(wrong, bounded).stages.find(({ stage }) => stage === 'signature');
}

test.each<readonly [how: string, message: Uint8Array | string]>([
  ['written in UTF-16, then hashed with SHA-512', hashed('sha512', Buffer.from(payload.toString(), 'utf16le'))],
  ['written in hexadecimal, then written as a text of JSON', `"${payload.toString('hex')}"`],
  [
    'hashed with SHA-256, then written in hexadecimal, then ended with CRLF',
    `${hashed('sha256', payload).toString('hex')}\r\n`,
  ],
])('the payload, %s', (how, message) => {
  expect(told(message)).toMatchObject({ how: expect.stringContaining(how) });
});

test('what no steps lead to stays unexplained', () => {
  expect(told('something else', SEED, FEW)?.cause).toBe('signature-unexplained');
});

test.each<readonly [how: string, cause: string, body: Uint8Array | string]>([
  ['ended with CRLF, then put behind a byte order mark', 'body-hash-of-other-bytes', `\ufeff{"volume":"0.10"}\r\n`],
  ['then written in base64', 'body-hash-of-other-bytes', Buffer.from('"{\\"volume\\":\\"0.10\\"}"').toString('base64')],
])('the body %s', (how, cause, bytes) => {
  const sent = Buffer.from('{"volume":"0.10"}');
  const place = {
    path: '/v1/x',
    method: 'POST',
    apiKey: 'key-1',
    idempotencyKey: 'order-1',
    timestamp: '1714564800123',
  };
  const found = searchBodyHash(nodeHashing, nodeHashing.bodyHash(Buffer.from(bytes)), sent, place);
  expect(found).toMatchObject({ cause, how: expect.stringContaining(how) });
  const other = searchBodyHash(nodeHashing, nodeHashing.bodyHash(Buffer.from('{"volume":"0.20"}')), sent, place);
  expect(other.cause).toBe('body-hash-mismatch');
});

test('another body by another function of the same length is two causes', () => {
  const sent = Buffer.from('{"volume":"0.10"}');
  const place = {
    path: '/v1/x',
    method: 'POST',
    apiKey: 'key-1',
    idempotencyKey: 'order-1',
    timestamp: '1714564800123',
  };
  const hash = encodeBase64url(hashed('sha3-256', '{\n  "volume": "0.10"\n}'));
  expect(searchBodyHash(nodeHashing, hash, sent, place)).toMatchObject({
    cause: 'body-hash-pretty',
    also: 'body-hash-sha3-256',
  });
});

test('a seed that was changed twice is told, with a second mistake in the message too', () => {
  const clamped = Uint8Array.from(hashed('sha256', SEED));
  clamped[0] = (clamped[0] ?? 0) & 0xf8;
  clamped[31] = ((clamped[31] ?? 0) & 0x7f) | 0x40;
  expect(told(payload, clamped, FEW)?.how).toContain('hashed with SHA-256, and the outcome was clamped');
  const swapped = Uint8Array.from(SEED, (_byte, at) => SEED[at - (at % 4) + 3 - (at % 4)] ?? 0);
  expect(told(hashed('sha256', payload), swapped, FEW)).toMatchObject({ also: { cause: 'signed-sha-256' } });
});

test('no outcome comes twice, none is the beginning, and there are few thousand', () => {
  const texts = Array.from(takenFurther(payload), ({ bytes }) => encodeBase64url(bytes));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).not.toContain(encodeBase64url(payload));
  expect(texts.length).toBeLessThan(2500);
});

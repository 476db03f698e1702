import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HEADER } from '../../signing/headers.js';
import { createSigner, encodeBase64url, parsePrivateKey, type Signer } from '../../signing/index.js';
import { capture, keys, native, payloadOf, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import type { DiagnosedStage } from '../diagnosis.js';
import { misreadingsOf } from './misread-keys.js';

// No two of its bytes are alike, so that whatever is misread shows.
const SEED = Array.from({ length: 32 }, (_, at) => (at * 7 + 1).toString(16).padStart(2, '0')).join('');
const signer = createSigner(parsePrivateKey(SEED));
const order = capture({ by: signer });
const payload = Buffer.from(JSON.stringify(payloadOf(order)));
const body = Buffer.from(order.body ?? []).toString();
const at = String(payloadOf(order)['timestamp']);
const seconds = at.slice(0, -3);
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const seed = Buffer.from(SEED, 'hex');
const options = {
  ...native,
  keys: [{ id: keys[0]?.id ?? '', publicKey: signer.publicKey, misreadings: misreadingsOf(seed) }],
};

/** What is said of a request whose signature is over other bytes, or by another key. */
function told(message: Uint8Array, by: Signer = signer): DiagnosedStage | undefined {
  const wrong = withHeader(order, HEADER.signature, encodeBase64url(by.sign(message)));
  return diagnose(wrong, options).stages.find(({ stage }) => stage === 'signature');
}

describe('the scheme of another interface is told by its name', () => {
  const target = `${order.method}${order.path}`;
  test.each([
    ['Kraken', Buffer.concat([Buffer.from(order.path), sha256(`${at}${body}`)])],
    ['Deribit', Buffer.from(`${at}\norder-0001\n${order.method}\n${order.path}\n${body}\n`)],
    ['Slack', Buffer.from(`v0:${seconds}:${body}`)],
    ['Stripe', Buffer.from(`${seconds}.${body}`)],
    ['OKX', Buffer.from(`${seconds}${target}${body}`)],
    ['Cavage', Buffer.from(`(request-target): ${order.method.toLowerCase()} ${order.path}`)],
  ])('%s', (name, message) => {
    expect(told(message)).toMatchObject({ cause: 'signed-concatenation', how: expect.stringContaining(name) });
  });
});

describe('a member that came or went after signing is told', () => {
  test.each([
    ['body_hash came', JSON.stringify({ ...payloadOf(order), body_hash: undefined })],
    ['an empty signature went', JSON.stringify({ ...payloadOf(order), signature: '' })],
    ['an empty sign went', JSON.stringify({ ...payloadOf(order), sign: null })],
  ])('%s', (_how, text) => {
    expect(told(Buffer.from(text))?.cause).toBe('signed-without-members');
  });
});

describe('a private key that was misread is told', () => {
  const seeds: readonly (readonly [string, Buffer])[] = [
    ['hashed', createHash('sha256').update(seed).digest()],
    ['hexadecimal text', Buffer.from(SEED.slice(0, 32))],
    ['hexadecimal was decoded as base64', Buffer.from(SEED, 'base64').subarray(0, 32)],
    ['low digit', Buffer.from(seed.map((byte) => (byte >> 4) | (byte << 4)))],
    ['hashed with SHA-512', createHash('sha512').update(seed).digest().subarray(0, 32)],
  ];
  test.each(seeds)('%s', (_how, misread) => {
    const by = createSigner(parsePrivateKey(misread.toString('hex')));
    expect(told(payload, by)).toMatchObject({ cause: 'signed-by-misread-key' });
    expect(told(sha256(payload.toString()), by)).toMatchObject({
      cause: 'signed-by-misread-key',
      also: { cause: 'signed-sha-256' },
    });
  });
});

test('a digest signed in reverse is two mistakes', () => {
  const reversed = Uint8Array.from(signer.sign(sha256(payload.toString()))).reverse();
  const wrong = withHeader(order, HEADER.signature, encodeBase64url(reversed));
  expect(diagnose(wrong, options).stages.find(({ stage }) => stage === 'signature')).toMatchObject({
    cause: 'signed-sha-256',
    also: { cause: 'signature-reversed' },
  });
});

test('a signature over nothing that is known is said to be so', () => {
  expect(told(Buffer.from('something else'))?.cause).toBe('signature-unexplained');
});

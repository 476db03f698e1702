// What a client puts into an address is told, but for what opens doors.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Note, type Reference, startReference } from '../index.js';
import { noteCleaner } from './without-secrets.js';

const request = (target: string): Note => ({
  kind: 'request',
  at: '2026-01-01T00:00:00+00:00',
  method: 'GET',
  target,
  status: 404,
  durationMs: 1,
});
const key = randomBytes(32);
const sent = randomBytes(64);
const cleaner = noteCleaner([key.toString('hex')]);
cleaner.learnSignature(sent.toString('base64url'));

describe('a note', () => {
  it.each([
    ['a key', `/v1/x?key=${key.toString('base64url')}`],
    ['a key in hexadecimal', `/v1/${key.toString('hex')}`],
    ['a signature that was sent', `/v1/x?sign=${encodeURIComponent(sent.toString('base64'))}`],
    ['a signature that was sent, split', `/v1/x?sign=${[...sent.toString('base64url')].join('%20')}`],
    ['a signature of a key that nobody here holds', `/v1/x?sign=${randomBytes(64).toString('base64url')}`],
    ['the same in hexadecimal', `/v1/x?sign=${randomBytes(64).toString('hex')}`],
  ])('holds no %s', (_what, target) => {
    const secret = target.slice(target.search(/[=/][^=/]*$/) + 9, -9);
    const clean = cleaner.clean(request(target));
    expect(JSON.stringify(clean)).not.toContain(secret);
    expect(clean).toMatchObject({ kind: 'request', status: 404, target: expect.stringMatching(/^\/v1\//) });
  });

  it('stays the same without any', () => {
    const note = request(`/v1/trading/accounts/1000001/operations/${'a-'.repeat(30)}?limit=10`);
    expect(cleaner.clean(note)).toBe(note);
  });
});

describe('the log of a sandbox', () => {
  const told: string[] = [];
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference({ accounts: 1, log: (line, note) => told.push(line, JSON.stringify(note)) });
  });
  afterAll(() => reference.close());

  it('holds neither the key nor the signature that a client puts into the address', async () => {
    const { baseUrl, keys } = reference.profile;
    const signature = sent.toString('base64url');
    await fetch(`${baseUrl}/v1/x/${keys.main.privateKey}?s=${signature}`, { headers: { 'SVC-SIGN': signature } });
    expect(told.join('\n')).toContain('/v1/x/');
    expect(told.join('\n')).not.toContain(keys.main.privateKey.slice(4, 60));
    expect(told.join('\n')).not.toContain(signature.slice(8, 70));
  });
});

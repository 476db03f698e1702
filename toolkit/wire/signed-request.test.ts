import { describe, expect, test } from 'vitest';
import { createSigner, parsePrivateKey, signRequest } from '../signing/index.js';
import type { RequestSpec } from './exchange.js';
import { TEST_SEED } from './http/raw-peer.test.aid.js';
import type { SigningContext } from './signed-request.js';
import { signInStages } from './signed-request.js';

const signer = createSigner(parsePrivateKey(TEST_SEED));
const spec: RequestSpec = {
  name: 'placeOrder',
  accountId: 'a',
  method: 'POST',
  path: '/v1/trading/accounts/a/orders?x=%7e',
  body: '{"note":"é"}',
};
const context = (): SigningContext => {
  let timestampMs = 1_700_000_000_000;
  return {
    key: { id: 'key-1', signer },
    idempotencyKey: 'key-of-order',
    nextTimestampMs: () => timestampMs++,
    plainHeaders: [['Accept', '*/*']],
  };
};

describe('signing in stages', () => {
  test('gives what signing gives when nothing is damaged', () => {
    const signed = signRequest(signer, {
      apiKey: 'key-1',
      idempotencyKey: 'key-of-order',
      timestampMs: 1_700_000_000_000,
      method: 'POST',
      path: spec.path,
      body: Buffer.from('{"note":"é"}'),
    });
    expect(signInStages(spec, context())).toEqual({
      method: 'POST',
      path: spec.path,
      headers: [...signed.headers, ['Content-Type', 'application/json'], ['Accept', '*/*']],
      body: Buffer.from('{"note":"é"}'),
    });
  });

  test('varies the timestamp until a damage shows', () => {
    const damage = { name: 'rare', needs: ({ signature }: { signature: string }) => signature.startsWith('-') };
    const wire = signInStages({ ...spec, damage }, context());
    expect(wire.headers.find(([name]) => name === 'SVC-SIGN')?.[1]).toMatch(/^-/);
  });

  test('varies blanks of the body or of the payload where the damage says so', () => {
    const body = signInStages(
      { ...spec, damage: { name: 'b', vary: 'body', needs: ({ bodyHash }) => bodyHash.startsWith('A') } },
      context(),
    );
    expect(Buffer.from(body.body).toString()).toMatch(/^\{"note":"é"\} +$/);
    const payload = signInStages(
      {
        ...spec,
        damage: { name: 'p', vary: 'payloadText', needs: ({ payloadText }) => payloadText.startsWith('{  "') },
      },
      context(),
    );
    const data = payload.headers.find(([name]) => name === 'SVC-DATA')?.[1] ?? '';
    expect(Buffer.from(data, 'base64url').toString()).toMatch(/^\{ {2}"api_key"/);
  });

  test('says when no form of the request can show the damage', () => {
    const damage = { name: 'impossible', needs: () => false };
    expect(() => signInStages({ ...spec, damage }, context())).toThrow(/"impossible" to change some form of POST/);
  });
});

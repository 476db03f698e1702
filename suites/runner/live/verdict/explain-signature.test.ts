import { describe, expect, it } from 'vitest';
import { createSigner, parsePrivateKey } from '../../../../toolkit/signing/index.js';
import { damageOf } from '../../../../toolkit/wire/damage/library.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { signInStages } from '../../../../toolkit/wire/signed-request.js';
import { explainSignature, type SignatureExplanation } from './explain-signature.js';
import { SentRequests } from './sent-requests.js';

const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const KEYS = { main: { id: 'key-main', privateKey: SEED } };
const NOW_MS = 1_714_564_800_123;

const ORDER: RequestSpec = {
  name: 'placeOrder',
  accountId: '1',
  method: 'POST',
  path: '/v1/trading/accounts/1/orders',
  body: '{"volume":"0.01"}',
};

function exchangeOf(spec: RequestSpec, status: number, record = 7): HttpExchange {
  const sent = signInStages(spec, {
    key: { id: KEYS.main.id, signer: createSigner(parsePrivateKey(SEED)) },
    idempotencyKey: 'once-0001',
    nextTimestampMs: () => NOW_MS + (spec.shiftMs ?? 0),
    plainHeaders: [],
  });
  const answer = { status, headers: {}, bytes: new Uint8Array(), body: undefined };
  return { request: spec, idempotencyKey: 'once-0001', sent, invoke: record - 1, record, answer, durationMs: 1 };
}

function explained(spec: RequestSpec, status: number): SignatureExplanation | undefined {
  const exchange = exchangeOf(spec, status);
  return explainSignature({ exchange, atMs: NOW_MS }, { error: {}, keys: KEYS, signedPath: (path) => path });
}

describe('explaining how a signed request was judged', () => {
  it('says of a sound request that was refused that every stage checks out, and names them', () => {
    const found = explained(ORDER, 401);
    expect(found).toMatchObject({ record: 7, verdict: 'correct' });
    expect(found?.summary).toContain('finds nothing wrong with the signature');
    expect(found?.summary).toMatch(
      /right are six headers, .*body hash, encoding of SVC-SIGN, signature; not judged: access/,
    );
    expect(found?.summary).toContain('Look at how the target verifies it');
    expect(found?.stages.filter(({ state }) => state === 'ok')).toHaveLength(12);
    expect(found?.prepared).toBeUndefined();
  });

  it('names the damage and the stage where it shows, for a request that should have been refused', () => {
    const { damage } = damageOf('body-byte-changed');
    const found = explained({ ...ORDER, damage }, 202);
    expect(found).toMatchObject({ verdict: 'broken', prepared: damage.name });
    expect(found?.summary).toContain(`A verifier must refuse this request (the suite sent it with: ${damage.name})`);
    const broken = found?.stages.filter(({ state }) => state === 'broken');
    expect(broken).toHaveLength(1);
    expect(broken?.[0]).toMatchObject({ stage: 'body-hash', expected: expect.any(String), actual: expect.any(String) });
  });

  it('gives an implementer of a service no advice for signers', () => {
    const damaged = { ...ORDER, damage: damageOf('body-byte-changed').damage };
    expect(explained(damaged, 202)?.summary).not.toContain('Hash the exact bytes');
  });

  it('knows a planned timestamp and a key that no target knows', () => {
    expect(explained({ ...ORDER, shiftMs: -3_600_000 }, 202)).toMatchObject({
      verdict: 'broken',
      prepared: 'a timestamp 3600000 ms before the clock',
    });
    const stranger = {
      ...KEYS,
      unregistered: { id: 'key-main', privateKey: '01'.repeat(32) },
      main: { ...KEYS.main, id: 'other' },
    };
    const found = explainSignature(
      { exchange: exchangeOf({ ...ORDER, key: 'unregistered' }, 202), atMs: NOW_MS },
      { error: {}, keys: stranger, signedPath: (path) => path },
    );
    expect(found).toMatchObject({ verdict: 'broken', prepared: 'the key of role unregistered' });
    expect(found?.stages.find(({ state }) => state === 'broken')?.stage).toBe('api-key');
  });

  it('leaves what a key may do to the target', () => {
    expect(explained(ORDER, 403)?.summary).toContain('What the key may do is known to the target alone');
  });

  it('has nothing to say where a sound request was accepted', () => {
    expect(explained(ORDER, 202)).toBeUndefined();
  });

  it('holds no signature and no private key, whatever was damaged', () => {
    for (const id of ['sign-over-text', 'sign-hex', 'sign-padded', 'header-sign-doubled'] as const) {
      const { damage } = damageOf(id);
      const exchange = exchangeOf({ ...ORDER, damage }, 202);
      // What the interface leaves open may be accepted, and then needs no explanation.
      const text = JSON.stringify(
        explainSignature({ exchange, atMs: NOW_MS }, { error: {}, keys: KEYS, signedPath: (path) => path }) ?? null,
      );
      for (const [name, value] of exchange.sent?.headers ?? []) {
        if (name === 'SVC-SIGN' && value !== '') expect(text).not.toContain(value);
      }
      expect(text).not.toContain(SEED);
    }
  });
});

describe('the requests that a failure may have to explain', () => {
  it('keeps every request of an auth check, and of others what was refused as unauthorised', () => {
    const auth = new SentRequests('auth.rule/check');
    const other = new SentRequests('orders.rule/check');
    for (const kept of [auth, other]) {
      kept.add(exchangeOf(ORDER, 202, 3), NOW_MS);
      kept.add(exchangeOf(ORDER, 401, 5), NOW_MS);
    }
    expect(auth.among([9, 3, 5])?.exchange.record).toBe(3);
    expect(other.among([9, 3, 5])?.exchange.record).toBe(5);
    expect(other.among([3])).toBeUndefined();
  });

  it('forgets the oldest of very many', () => {
    const kept = new SentRequests('auth.rule/check');
    const exchange = exchangeOf(ORDER, 401);
    for (let record = 1; record <= 300; record += 1) kept.add({ ...exchange, record }, NOW_MS);
    expect(kept.among([1])).toBeUndefined();
    expect(kept.among([300])).toBeDefined();
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { readStrictJson } from '../../payload/strict-json.js';
import {
  base64urlDefect,
  createSigner,
  createVerifier,
  decodeBase64url,
  HEADER,
  parsePrivateKey,
} from '../../signing/index.js';
import type { RequestSpec, WireRequest } from '../exchange.js';
import { TEST_SEED } from '../http/raw-peer.test.aid.js';
import { signInStages } from '../signed-request.js';
import { DAMAGES, type DamageEntry, type DamageSubject, damageOf, damagesOn, signedBy } from './library.js';

const NOW_MS = 1_750_000_000_123;
const signer = createSigner(parsePrivateKey(TEST_SEED));
const verifier = createVerifier(signer.publicKey);

const SPECS: Readonly<Record<DamageSubject, RequestSpec>> = {
  mutating: {
    name: 'placeOrder',
    accountId: 'acc-1',
    method: 'POST',
    path: '/v1/trading/accounts/acc-1/orders',
    body: '{"type":"limit","volume":"1.50"}',
  },
  read: { name: 'limits', accountId: 'acc-1', method: 'GET', path: '/v1/configuration/accounts/acc-1/limits' },
  handshake: {
    name: 'eventsStream',
    accountId: 'acc-1',
    method: 'GET',
    path: '/v1/server-events/accounts/acc-1/ws/events',
  },
};

function signed(subject: DamageSubject, entry?: DamageEntry, damaged = true): WireRequest {
  const spec = SPECS[subject];
  let timestampMs = NOW_MS;
  return signInStages(
    {
      ...spec,
      path: entry?.query === undefined ? spec.path : `${spec.path}?${entry.query}`,
      ...(damaged && entry !== undefined ? { damage: entry.damage } : {}),
    },
    {
      key: { id: 'key-main', signer },
      idempotencyKey: subject === 'mutating' ? `fresh-key-1${entry?.keyEnding ?? ''}` : '',
      nextTimestampMs: () => timestampMs++,
      plainHeaders: [],
    },
  );
}

/** A strict server in a few lines, written from interface 5 and not from the code under test: everything wrong with a request. */
function defects({ method, path, headers, body }: WireRequest): readonly string[] {
  const found: string[] = [];
  const check = (holds: boolean, defect: string): void => void (holds || found.push(defect));
  const values = (name: string): readonly string[] =>
    headers.filter(([known]) => known.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  for (const name of Object.values(HEADER)) {
    check(values(name).length === 1, `${name} ${values(name).length} times`);
  }
  const only = (name: string): string => values(name)[0] ?? '';
  const bytesOf = (text: string): Uint8Array =>
    base64urlDefect(text) === undefined ? decodeBase64url(text) : new Uint8Array();
  check(base64urlDefect(only(HEADER.data)) === undefined, 'encoding of SVC-DATA');
  check(base64urlDefect(only(HEADER.signature)) === undefined, 'encoding of SVC-SIGN');
  const payload = bytesOf(only(HEADER.data));
  check(verifier.verify(bytesOf(only(HEADER.signature)), payload), 'signature');
  const json = readStrictJson(payload);
  check(json.defects.length === 0, `payload ${json.defects[0]?.kind}`);
  const isObject = typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value);
  check(isObject, 'payload is no object');
  const fields = (isObject ? json.value : {}) as JsonObject;
  check(fields['api_key'] === only(HEADER.apiKey) && fields['api_key'] === 'key-main', 'api_key');
  check(fields['idempotency_key'] === only(HEADER.idempotencyKey), 'idempotency_key');
  check(method !== 'POST' || /^[A-Za-z0-9._~-]{5,128}$/.test(only(HEADER.idempotencyKey)), 'key grammar');
  check(String(fields['timestamp']) === only(HEADER.timestamp), 'timestamp header');
  check(Number.isSafeInteger(fields['timestamp']), 'timestamp type');
  check(Math.abs(Number(fields['timestamp']) - NOW_MS) < 60_000, 'timestamp window');
  check(fields['sign_version'] === 1 && only(HEADER.signVersion) === '1', 'sign_version');
  check(fields['method'] === method, 'method');
  check(fields['path'] === path, 'path');
  check(fields['body_hash'] === createHash('sha256').update(body).digest('base64url'), 'body_hash');
  return found;
}

const cases = DAMAGES.flatMap((entry) => entry.on.map((subject) => [entry.id, subject, entry] as const));

describe('the library of damages', () => {
  test.each(Object.keys(SPECS) as DamageSubject[])('starts from a %s request without a defect', (subject) => {
    expect(defects(signed(subject))).toEqual([]);
  });

  test.each(cases)('%s makes a %s request wrong, and only that', (_id, subject, entry) => {
    expect(defects(signed(subject, entry, false))).toEqual([]);
    expect(defects(signed(subject, entry)), entry.damage.name).not.toEqual([]);
  });

  test('leaves the path alone where it is the query that is damaged', () => {
    const path = '/v1/accounts/a%7e%2F+zeta=1/limits';
    for (const { id, query, damage } of DAMAGES.filter((entry) => entry.query !== undefined)) {
      const sent = damage.wire?.({ ...signed('read'), path: `${path}?${query}` });
      expect(sent?.path.split('?')[0] ?? path, id).toBe(path);
    }
  });

  test('gives every damage an id and a name of its own', () => {
    const areas = DAMAGES.map((entry) => `${entry.id}`);
    expect(new Set(areas).size).toBe(DAMAGES.length);
    expect(areas.every((id) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toBe(true);
    expect(DAMAGES.length).toBeGreaterThan(150);
  });

  test('leaves signature and payload right where only a header changes', () => {
    expect(defects(signed('mutating', damageOf('header-idempotency-key-mismatching')))).toEqual(['idempotency_key']);
    expect(defects(signed('mutating', damageOf('header-timestamp-mismatching')))).toEqual(['timestamp header']);
  });

  test('signs a wrong payload correctly', () => {
    expect(defects(signed('mutating', damageOf('payload-method-wrong')))).toEqual(['method']);
    expect(defects(signed('read', damageOf('timestamp-hours-before')))).toEqual(['timestamp window']);
    expect(defects(signed('handshake', damageOf('path-trailing-slash-on-handshake')))).toEqual(['path']);
    expect(defects(signed('read', damageOf('query-reordered')))).toEqual(['path']);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('signs another method than %s', (method) => {
    for (const { damage } of ['method-put', 'payload-method-wrong'].map(damageOf)) {
      const spec = { ...SPECS.mutating, method, damage };
      const { headers } = signInStages(spec, {
        key: { id: 'key-main', signer },
        idempotencyKey: 'fresh-key-1',
        nextTimestampMs: () => NOW_MS,
        plainHeaders: [],
      });
      const data = headers.find(([name]) => name === HEADER.data)?.[1] ?? '';
      expect(JSON.parse(Buffer.from(data, 'base64url').toString())['method'], damage.name).not.toBe(method);
    }
  });

  test('changes the bytes that it is about', () => {
    expect(defects(signed('mutating', damageOf('data-standard-alphabet')))).toContain('encoding of SVC-DATA');
    expect(defects(signed('read', damageOf('sign-padded')))).toContain('encoding of SVC-SIGN');
    expect(defects(signed('mutating', damageOf('sign-large-s')))).toEqual(['signature']);
    expect(defects(signed('mutating', damageOf('body-space-added')))).toEqual(['body_hash']);
  });

  test('can sign with another key of the caller’s', () => {
    const other = createSigner(parsePrivateKey('22'.repeat(32)));
    const entry = { ...damageOf('sign-zero'), damage: signedBy(other, 'signed by the second key') };
    const wire = signed('read', entry);
    expect(defects(wire)).toEqual(['signature']);
    const value = (name: string): Uint8Array =>
      decodeBase64url(wire.headers.find(([known]) => known === name)?.[1] ?? '');
    expect(createVerifier(other.publicKey).verify(value(HEADER.signature), value(HEADER.data))).toBe(true);
  });

  test('finds entries by id and by kind of request', () => {
    expect(() => damageOf('no-such')).toThrow(RangeError);
    expect(damagesOn('handshake').length).toBeGreaterThan(100);
    expect(damagesOn('read').every((entry) => entry.on.includes('read'))).toBe(true);
  });
});

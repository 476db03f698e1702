import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createVerifier, decodeBase64url } from '../../signing/index.js';
import { createPacing } from '../pacing.js';
import { context, place, read, httpRig as rig } from './http-rig.test.aid.js';
import { jsonAnswer, wireOptions } from './raw-peer.test.aid.js';

const headOf = (request: string): readonly (readonly [string, string])[] =>
  (request.split('\r\n\r\n')[0] ?? '')
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()] as const);

describe('what the client sends', () => {
  test('a GET carries SVC-IDEMPOTENCY-KEY present and empty on the wire', async () => {
    const { client, peer } = await rig((socket) => socket.write(jsonAnswer('{}')));
    const exchange = await client.send(read, context);
    expect(exchange.answer?.status).toBe(200);
    expect(exchange.idempotencyKey).toBe('');
    expect(peer.received[0]).toMatch(/^GET \/v1\/configuration\/accounts\/a-1\/limits HTTP\/1\.1\r\n/);
    expect(peer.received[0]).toMatch(/\r\nSVC-IDEMPOTENCY-KEY: \r\n/);
    expect(peer.received[0]).toMatch(/\r\nAccept-Encoding: identity\r\n/);
    expect(peer.received[0]).not.toMatch(/content-type|content-length|transfer-encoding/i);
  });

  test('the headers in the order of the interface, and a signature that verifies', async () => {
    const { client, peer } = await rig((socket) => socket.write(jsonAnswer('{}')));
    await client.send(place, context);
    const headers = headOf(peer.received[0] ?? '');
    expect(headers.map(([name]) => name).filter((name) => name.startsWith('SVC-'))).toEqual([
      'SVC-API-KEY',
      'SVC-IDEMPOTENCY-KEY',
      'SVC-TIMESTAMP',
      'SVC-SIGN-VERSION',
      'SVC-DATA',
      'SVC-SIGN',
    ]);
    const value = (name: string): string => headers.find(([known]) => known === name)?.[1] ?? '';
    const payload = decodeBase64url(value('SVC-DATA'));
    const verifier = createVerifier(wireOptions().keys['main']?.signer.publicKey ?? new Uint8Array());
    expect(verifier.verify(decodeBase64url(value('SVC-SIGN')), payload)).toBe(true);
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
      api_key: value('SVC-API-KEY'),
      idempotency_key: value('SVC-IDEMPOTENCY-KEY'),
      timestamp: Number(value('SVC-TIMESTAMP')),
      method: 'POST',
      path: place.path,
    });
  });

  test('path, query, method and body exactly as they stand in the spec', async () => {
    const { client, peer } = await rig((socket) => socket.write(jsonAnswer('{}')));
    const path = '/v1/x/../y/%2e%2E//z?b=2&a=1&a=%7e&c=%20+é'.replace('é', '%C3%A9');
    const body = Uint8Array.from([0xff, 0x00, 0x0d, 0x0a]);
    await client.send({ ...place, path, method: 'post', body }, context);
    expect(peer.received[0]?.startsWith(`post ${path} HTTP/1.1\r\n`)).toBe(true);
    expect(peer.received[0]?.endsWith('\r\n\r\n\xff\x00\r\n')).toBe(true);
  });

  test('a header as often and in the order that a damage says, empty ones included', async () => {
    const { client, peer } = await rig((socket) => socket.write(jsonAnswer('{}')));
    const damage = {
      name: 'header SVC-API-KEY three times',
      headers: (headers: readonly (readonly [string, string])[]) =>
        [['SVC-API-KEY', ''] as const, ...headers, ['svc-api-key', 'other'] as const].filter(
          ([name]) => name !== 'SVC-DATA',
        ),
    };
    await client.send({ ...read, damage }, context);
    const headers = headOf(peer.received[0] ?? '');
    expect(headers.filter(([name]) => /^svc-(api-key|data)$/i.test(name))).toEqual([
      ['SVC-API-KEY', ''],
      ['SVC-API-KEY', 'key-main'],
      ['svc-api-key', 'other'],
    ]);
  });

  test('header text beyond ASCII as Latin-1, and beyond that as UTF-8', async () => {
    const { client, peer } = await rig((socket) => socket.write(jsonAnswer('{}')));
    await client.send({ ...place, idempotencyKey: 'schlüssel' }, context);
    await client.send({ ...place, idempotencyKey: 'ключ1' }, context);
    const all = peer.received.join('');
    expect(all).toContain('SVC-IDEMPOTENCY-KEY: schl\xfcssel\r\n');
    expect(all).toContain(`SVC-IDEMPOTENCY-KEY: ${Buffer.from('ключ1').toString('latin1')}\r\n`);
  });

  test('never the same timestamp twice with one key, and no sleep for it', async () => {
    const { client, peer } = await rig((socket) => socket.write(jsonAnswer('{}')));
    await Promise.all(Array.from({ length: 50 }, () => client.send(read, context)));
    const stamps = [...peer.received.join('').matchAll(/SVC-TIMESTAMP: (\d+)/g)].map(([, stamp]) => Number(stamp));
    expect(new Set(stamps).size).toBe(50);
    expect(Math.max(...stamps) - Math.min(...stamps)).toBeLessThan(3_000);
  });

  test('a mutating request gets a fresh key, a named one is used as it is', async () => {
    const { client } = await rig((socket) => socket.write(jsonAnswer('{}')));
    const [first, second, named] = await Promise.all([
      client.send(place, context),
      client.send(place, context),
      client.send({ ...place, idempotencyKey: 'mine-1' }, context),
    ]);
    expect(first?.idempotencyKey).toMatch(/^[A-Za-z0-9._~-]{5,128}$/);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
    expect(named?.idempotencyKey).toBe('mine-1');
  });
});

describe('what the client leaves in the journal', () => {
  test('an invoke before sending and an ok with the view of the dialect', async () => {
    const seen: number[] = [];
    const rigged = await rig((socket) => {
      seen.push(rigged.journal.records.length);
      socket.write(jsonAnswer('{"operation_id":7}', '202 Accepted'));
    });
    const { client, journal } = rigged;
    const exchange = await client.send(place, {
      ...context,
      read: (name, status) => ({ operationId: 7, from: `${name} ${status}` }),
    });
    expect(seen).toEqual([1]);
    expect(journal.at(exchange.invoke)).toMatchObject({
      kind: 'invoke',
      actor: 'suite',
      conn: 'http',
      check: 'area.rule/slug',
      account: 'a-1',
      client_request_id: exchange.idempotencyKey,
      raw: '{"volume":"1"}',
      parsed: { request: 'placeOrder', method: 'POST', path: place.path },
    });
    expect(journal.at(exchange.record)).toMatchObject({
      kind: 'ok',
      actor: 'target',
      cause: exchange.invoke,
      operation_id: '7',
      raw: '{"operation_id":7}',
      parsed: { request: 'placeOrder', status: 202, body: { operation_id: 7 }, view: { from: 'placeOrder 202' } },
    });
    expect(JSON.stringify(journal.records)).toContain('[signature of 86 characters');
    expect(exchange.sent?.headers.find(([name]) => name === 'SVC-SIGN')?.[1]).toHaveLength(86);
  });

  test('a fail when nothing can have been sent, an info when the outcome is unknown', async () => {
    const { client, journal, peer } = await rig((socket) => socket.destroy());
    const cut = await client.send(place, context);
    expect(cut.error).toMatchObject({ code: 'reset', sent: true });
    expect(journal.at(cut.record)).toMatchObject({ kind: 'info', error: { code: 'reset' }, cause: cut.invoke });
    await peer.close();
    const refused = await client.send(place, context);
    expect(refused.error).toMatchObject({ code: 'unreachable', sent: false });
    expect(journal.at(refused.record)).toMatchObject({ kind: 'fail', error: { code: 'unreachable' } });
  });

  test('a dialect that throws shows in the record and hurts nobody', async () => {
    const { client, journal } = await rig((socket) => socket.write(jsonAnswer('{}')));
    const exchange = await client.send(read, {
      ...context,
      read: () => {
        throw new Error('no such member');
      },
    });
    expect(exchange.answer?.status).toBe(200);
    expect(journal.at(exchange.record)?.error).toEqual({ code: 'dialect-failed', message: 'no such member' });
  });
});

describe('giving up', () => {
  test('before its turn sends nothing', async () => {
    const { client, peer, journal } = await rig(() => undefined, { connections: 1, pacing: createPacing(0) });
    const blocking = client.send({ ...read, timeoutMs: 2_000 }, context);
    await expect.poll(() => peer.received.length).toBe(1);
    const controller = new AbortController();
    const waiting = client.send({ ...place, signal: controller.signal }, context);
    controller.abort(new Error('the check is over'));
    const exchange = await waiting;
    expect(exchange.error).toMatchObject({ code: 'pacing', sent: false });
    expect(exchange.error?.message).toMatch(/the check is over/);
    expect(journal.at(exchange.record)?.kind).toBe('fail');
    await client.close();
    expect((await blocking).error).toMatchObject({ code: 'aborted', sent: true });
  });

  test('while the answer is awaited cuts the connection', async () => {
    const { client, peer } = await rig(() => undefined);
    const controller = new AbortController();
    const pending = client.send({ ...read, signal: controller.signal }, context);
    await expect.poll(() => peer.connections.size).toBe(1);
    const [socket] = peer.connections;
    await expect.poll(() => peer.received[0]).toMatch(/SVC-SIGN/);
    controller.abort(new Error('enough'));
    expect((await pending).error).toMatchObject({ code: 'aborted', sent: true });
    if (socket !== undefined && !socket.destroyed) await once(socket, 'close');
  });

  test('on an unknown key role is the caller’s mistake', async () => {
    const { client } = await rig(() => undefined);
    await expect(client.send({ ...read, key: 'nobody' }, context)).rejects.toThrow(
      /key: expected one of main, got nobody/,
    );
  });
});

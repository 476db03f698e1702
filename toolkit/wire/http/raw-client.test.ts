import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { MemoryJournal } from '../../journal/memory.js';
import type { RequestSpec } from '../exchange.js';
import { closePayload, OPCODE, readFrames, renderFrame } from '../streams/websocket-frames.js';
import type { RawClient } from './raw-client.js';
import { createRawClient } from './raw-client.js';
import type { RawPeer } from './raw-peer.test.aid.js';
import { acceptUpgrade, jsonAnswer, serverFrame, startRawPeer, wireOptions } from './raw-peer.test.aid.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const context = { check: 'area.rule/slug', actor: 'suite' };
const read: RequestSpec = { name: 'limits', accountId: 'a', method: 'GET', path: '/v1/x' };
const place: RequestSpec = {
  name: 'placeOrder',
  accountId: 'a',
  method: 'POST',
  path: '/v1/orders',
  body: '{"v":"1"}',
};
const stream: RequestSpec = { name: 'eventsStream', accountId: 'a', method: 'GET', path: '/v1/ws/events' };

async function rig(
  answer: (socket: Socket, request: string) => void,
  answerMs = 2_000,
): Promise<{ readonly peer: RawPeer; readonly client: RawClient; readonly journal: MemoryJournal }> {
  const peer = await startRawPeer(answer);
  const options = wireOptions({ answerMs });
  const client = createRawClient({ ...options, baseUrl: peer.url, streamUrl: peer.url.replace('http', 'ws') });
  open.push(client, peer);
  return { peer, client, journal: options.journal };
}

describe('raw requests', () => {
  test('go out byte for byte, with targets that no library sends', async () => {
    const { client, peer } = await rig((socket) => socket.end(jsonAnswer('{"ok":true}')));
    const target = 'v1/no slash?é={}|\\^';
    const damage = { name: 'odd', wire: (wire: { path: string }) => ({ ...wire, path: target }) };
    const exchange = await client.send({ ...read, damage: damage as never }, context);
    expect(exchange.answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(peer.received[0]?.startsWith(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:`)).toBe(true);
    expect(peer.received[0]).toMatch(/\r\nSVC-IDEMPOTENCY-KEY: \r\n/);
  });

  test.each([
    ['a stated length', jsonAnswer('{"a":1}')],
    ['chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n'],
    ['the end of the connection', 'HTTP/1.1 200 OK\r\n\r\n{"a":1}'],
    ['interim answers before it', `HTTP/1.1 100 Continue\r\n\r\n${jsonAnswer('{"a":1}')}`],
  ])('read an answer by %s', async (_what, answer) => {
    const { client } = await rig((socket) => socket.end(answer));
    expect((await client.send(place, context)).answer?.body).toEqual({ a: 1 });
  });

  test.each([
    ['silence', (): void => undefined, 'timeout', true],
    ['garbage', (socket: Socket) => void socket.end('SMTP\r\n\r\n'), 'not-http', true],
    ['a cut', (socket: Socket) => void socket.destroy(), 'reset', true],
    [
      'half a body',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
      'reset',
      true,
    ],
  ])('turn %s into an outcome', async (_what, answer, code, sent) => {
    const { client, journal } = await rig(answer, 200);
    const exchange = await client.send(place, context);
    expect(exchange.error).toMatchObject({ code, sent });
    expect(journal.at(exchange.record)?.kind).toBe('info');
  });

  test('stop reading at the bound', async () => {
    const { client } = await rig((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const timer = setInterval(() => socket.write(Buffer.alloc(1 << 20)), 1);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await client.send(read, context)).error?.code).toBe('body-too-large');
  });

  test('to nobody were never sent', async () => {
    const { client, peer, journal } = await rig(() => undefined);
    await peer.close();
    const exchange = await client.sendAndCut(place, context);
    expect(exchange.error).toMatchObject({ code: 'unreachable', sent: false });
    expect(journal.at(exchange.record)?.kind).toBe('fail');
  });

  test('can be sent whole and their answer never read', async () => {
    const { client, peer, journal } = await rig(() => undefined);
    const exchange = await client.sendAndCut(place, context);
    await expect.poll(() => peer.received[0]).toMatch(/\r\n\r\n\{"v":"1"\}$/);
    await expect.poll(() => peer.connections.size).toBe(0);
    expect(exchange.error).toMatchObject({ code: 'reset', sent: true });
    expect(journal.at(exchange.record)).toMatchObject({ kind: 'info', client_request_id: exchange.idempotencyKey });
  });

  test('can be given up', async () => {
    const { client, peer } = await rig(() => undefined);
    const controller = new AbortController();
    const pending = client.send({ ...read, signal: controller.signal }, context);
    await expect.poll(() => peer.received[0]).toBeDefined();
    controller.abort(new Error('over'));
    expect((await pending).error?.code).toBe('aborted');
  });
});

describe('raw streams', () => {
  test('open by a signed handshake and show what the server sends', async () => {
    const { client, journal, peer } = await rig((socket, request) =>
      socket.write(Buffer.concat([Buffer.from(acceptUpgrade(request)), serverFrame('{"hello":1}')])),
    );
    const { exchange, stream: raw } = await client.openStream(stream, context);
    expect(exchange.answer?.status).toBe(101);
    expect(peer.received[0]).toMatch(/SVC-SIGN: /);
    const frame = await raw?.next((one) => one.opcode === OPCODE.text);
    expect(frame?.payload.toString()).toBe('{"hello":1}');
    expect(journal.records.map((record) => record.kind)).toEqual(['invoke', 'ok', 'open']);
    expect(await raw?.ended(30)).toBeUndefined();
    raw?.destroy();
  });

  test('that are refused yield the answer', async () => {
    const { client } = await rig((socket) => socket.end(jsonAnswer('{"error":1}', '401 Unauthorized')));
    const { exchange, stream: raw } = await client.openStream(stream, context);
    expect(raw).toBeUndefined();
    expect(exchange.answer).toMatchObject({ status: 401, body: { error: 1 } });
  });

  test('with a wrong accept header are no streams', async () => {
    const { client } = await rig((socket) => socket.write(acceptUpgrade('Sec-WebSocket-Key: other\r\n')));
    expect((await client.openStream(stream, context)).exchange.error?.code).toBe('not-http');
  });

  test.each([
    ['bad UTF-8', { opcode: OPCODE.text, payload: Uint8Array.from([0xff]) }, 1007],
    ['no mask', { opcode: OPCODE.text, payload: 'x', masked: false }, 1002],
    ['a reserved bit', { opcode: OPCODE.text, payload: 'x', reserved: 2 }, 1002],
    ['an unknown opcode', { opcode: 5 }, 1002],
    ['a close code that may not travel', { opcode: OPCODE.close, payload: closePayload(1006) }, 1002],
    ['a message beyond the limit', { opcode: OPCODE.text, payload: 'x'.repeat(2_000) }, 1009],
    ['a length beyond reason', { opcode: OPCODE.text, payload: 'x', statedLength: 2 ** 40 }, 1009],
    ['an orderly close', { opcode: OPCODE.close, payload: closePayload(1000) }, 1000],
  ])('show how a server takes %s', async (_what, frame, code) => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 1_000 });
    server.on('connection', (socket) => socket.on('error', () => undefined));
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const options = wireOptions();
    const client = createRawClient({
      ...options,
      baseUrl: `http://127.0.0.1:${port}`,
      streamUrl: `ws://127.0.0.1:${port}`,
    });
    open.push(client, server);
    const { stream: raw } = await client.openStream(stream, context);
    const sent = await raw?.sendFrame(frame);
    expect(options.journal.at(sent ?? 0)).toMatchObject({ kind: 'send', conn: 'raw-1' });
    const end = await raw?.ended();
    expect(end?.code).toBe(code);
    expect(options.journal.at(end?.record ?? 0)).toMatchObject({ kind: 'close', parsed: { code } });
  });
});

describe('frames', () => {
  test.each([0, 1, 125, 126, 65_535, 65_536, 70_000])('of %i bytes come back as they were written', (length) => {
    const payload = 'x'.repeat(length);
    const bytes = renderFrame({ opcode: OPCODE.text, payload, masked: false });
    const frame = { opcode: 1, fin: true, masked: false, reserved: 0, payload: Buffer.from(payload) };
    expect(readFrames(bytes).frames).toEqual([frame]);
    expect(readFrames(bytes.subarray(0, -1)).frames).toEqual([]);
  });
});

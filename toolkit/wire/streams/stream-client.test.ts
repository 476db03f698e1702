import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { memberOf } from '../../payload/json-kind.js';
import { acceptUpgrade, jsonAnswer, serverFrame } from '../http/raw-peer.test.aid.js';
import { accepting, path, streamRig as rig } from './stream-rig.test.aid.js';

describe('the handshake', () => {
  test('is a signed GET of exactly the path, with the six headers', async () => {
    const { peer, opened } = await rig(accepting());
    const { exchange, connection } = await opened();
    expect(exchange.answer?.status).toBe(101);
    expect(connection?.isOpen).toBe(true);
    const request = peer.received[0] ?? '';
    expect(request.startsWith(`GET ${path} HTTP/1.1\r\n`)).toBe(true);
    expect(request).toMatch(/\r\nSVC-IDEMPOTENCY-KEY: \r\n/);
    for (const name of ['SVC-API-KEY', 'SVC-TIMESTAMP', 'SVC-SIGN-VERSION', 'SVC-DATA', 'SVC-SIGN']) {
      expect(request).toMatch(new RegExp(`\\r\\n${name}: \\S+\\r\\n`));
    }
    expect(request).not.toMatch(/sec-websocket-extensions/i);
  });

  test('takes every damage of headers, path and method onto the wire', async () => {
    const { peer, opened } = await rig((socket) => socket.end(jsonAnswer('{}', '401 Unauthorized')));
    await opened({
      damage: {
        name: 'everything',
        headers: (headers) => [
          ...headers.filter(([name]) => name !== 'SVC-SIGN'),
          ['SVC-API-KEY', ''],
          ['SVC-API-KEY', 'é'],
        ],
        wire: (request) => ({ ...request, method: 'get', path: `${path}/%2e%2E//?` }),
      },
    });
    const request = peer.received[0] ?? '';
    expect(request.startsWith(`get ${path}/%2e%2E//? HTTP/1.1\r\n`)).toBe(true);
    expect(request).not.toMatch(/SVC-SIGN:/);
    expect(request).toContain('SVC-API-KEY: key-main\r\nSVC-API-KEY: \r\nSVC-API-KEY: \xe9\r\n');
  });

  test('that is refused yields the status and the body', async () => {
    const body = '{"error":{"code":1001},"error_message":"AUTH_INVALID_SIGNATURE"}';
    const { opened, journal } = await rig((socket) => socket.end(jsonAnswer(body, '401 Unauthorized')));
    const { exchange, connection } = await opened();
    expect(connection).toBeUndefined();
    expect(exchange.answer).toMatchObject({ status: 401, body: JSON.parse(body) });
    expect(journal.records.map((record) => record.kind)).toEqual(['invoke', 'ok']);
    expect(journal.at(exchange.record)).toMatchObject({ conn: 'ws-1', parsed: { status: 401 }, raw: body });
  });

  test('is journalled as invoke, ok, open, and the frames after them', async () => {
    const { connection, journal } = await rig(accepting('{"t":"tx","op":5}'));
    const stream = await connection();
    await stream.next(() => true);
    expect(journal.records.map((record) => [record.kind, record.conn, record.cause])).toEqual([
      ['invoke', 'ws-1', null],
      ['ok', 'ws-1', 1],
      ['open', 'ws-1', 2],
      ['event', 'ws-1', 3],
    ]);
  });

  const slow = { answerMs: 300 };
  test.each([
    ['is never answered', (): void => undefined, 'timeout'],
    [
      'is answered in drips',
      (socket: Socket): void => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\n');
        const timer = setInterval(() => socket.write('x: y\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      },
      'timeout',
    ],
    ['is cut', (socket: Socket) => void socket.destroy(), 'reset'],
    ['is answered by garbage', (socket: Socket) => void socket.end('what?\r\n\r\n'), 'not-http'],
    [
      'is answered by a huge head',
      (socket: Socket) => void socket.write(`HTTP/1.1 101 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`),
      'headers-too-large',
    ],
    [
      'is accepted with a wrong key',
      (socket: Socket, request: string) => void socket.write(acceptUpgrade(request.replace(/(key: *)\S+/i, '$1wrong'))),
      'not-http',
    ],
    [
      'is refused with a body that never ends',
      (socket: Socket): void => {
        socket.write('HTTP/1.1 401 Unauthorized\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      },
      'timeout',
    ],
    [
      'is refused with an endless flood',
      (socket: Socket): void => {
        socket.write('HTTP/1.1 401 Unauthorized\r\n\r\n');
        const timer = setInterval(() => socket.write(Buffer.alloc(2 << 20)), 1);
        socket.on('close', () => clearInterval(timer));
      },
      'body-too-large',
    ],
  ])('that %s is an outcome, not an exception', async (_what, answer, code) => {
    const { opened, journal } = await rig(answer, code === 'body-too-large' ? {} : slow);
    const started = performance.now();
    const { exchange, connection } = await opened();
    expect(exchange.error).toMatchObject({ code, sent: true });
    expect(connection).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(journal.at(exchange.record)?.kind).toBe('info');
  });

  test('to nobody was never sent', async () => {
    const { opened, peer } = await rig(accepting());
    await peer.close();
    const { exchange } = await opened();
    expect(exchange.error).toMatchObject({ code: 'unreachable', sent: false });
  });

  test('is not redirected', async () => {
    const { opened, peer } = await rig((socket) => socket.end(jsonAnswer('', '302 Found', 'location: /elsewhere\r\n')));
    expect((await opened()).exchange.answer?.status).toBe(302);
    expect(peer.received).toHaveLength(1);
  });

  test('can be given up', async () => {
    const { opened } = await rig(() => undefined);
    const controller = new AbortController();
    const pending = opened({ signal: controller.signal });
    controller.abort(new Error('the check is over'));
    const { exchange } = await pending;
    expect(exchange.error?.message).toMatch(/the check is over/);
  });
});

describe('an open stream', () => {
  test('puts a message together that comes three bytes at a time', async () => {
    const text = `{"t":"tx","op":"${'7'.repeat(60_000)}"}`;
    const parts = Array.from({ length: Math.ceil(text.length / 3) }, (_none, n) => text.slice(3 * n, 3 * n + 3));
    const frames = parts.map((part, n) => serverFrame(part, n === 0 ? 1 : 0, n === parts.length - 1));
    const { connection } = await rig(accepting(...frames));
    const message = await (await connection()).next(() => true);
    expect(memberOf(message?.message, 'op')).toHaveLength(60_000);
  });

  test('loses no frame that was glued to the 101', async () => {
    const { connection } = await rig(accepting('{"t":"tx","op":1}', '{"t":"tx","op":2}'));
    const stream = await connection();
    await stream.next((message) => memberOf(message.message, 'op') === 2);
    expect(stream.received.map((message) => memberOf(message.message, 'op'))).toEqual([1, 2]);
  });

  test('keeps the bytes of a frame once and points its further messages to them', async () => {
    const text = '[{"t":"tx","op":1},{"t":"tx","op":2},{"t":"?"}]';
    const { connection, journal } = await rig(accepting(text));
    const stream = await connection();
    await stream.next((message) => message.kind === 'unknown');
    const events = journal.of('event');
    expect(events.map((record) => [record.raw, record.operation_id])).toEqual([
      [text, '1'],
      [null, '2'],
      [null, null],
    ]);
    expect(events.map((record) => record.cause)).toEqual([3, events[0]?.i, events[0]?.i]);
    expect(events[1]?.parsed).toEqual({
      kind: 'transaction_event',
      message: { t: 'tx', op: 2 },
      view: { operationId: 2 },
    });
  });

  test('finds messages of the past and of the future, and only after a record when asked', async () => {
    const { connection, peer } = await rig(accepting('{"op":1}'));
    const stream = await connection();
    const first = await stream.next(() => true);
    const [socket] = peer.connections;
    const second = stream.next(() => true, { after: first?.record ?? 0 });
    socket?.write(serverFrame('{"op":2}'));
    expect(memberOf((await second)?.message, 'op')).toBe(2);
    expect(await stream.next(() => false, { withinMs: 30 })).toBeUndefined();
    const controller = new AbortController();
    const given = stream.next(() => false, { signal: controller.signal });
    controller.abort();
    expect(await given).toBeUndefined();
    await expect(
      stream.next(() => {
        throw new Error('bad predicate');
      }),
    ).rejects.toThrow('bad predicate');
  });

  test('journals what is sent, and sends it', async () => {
    const { connection, journal, peer } = await rig(accepting());
    const stream = await connection();
    const record = stream.send('{"event":"hmr"}');
    expect(journal.at(record)).toMatchObject({ kind: 'send', raw: '{"event":"hmr"}', cause: 3, error: null });
    await expect.poll(() => (peer.received[0] ?? '').split('\r\n\r\n')[1]?.length).toBe(6 + 15);
    await stream.close();
    expect(journal.at(stream.send('late'))?.error?.code).toBe('not-open');
  });

  test('ends cleanly when both sides say so', async () => {
    const { connection, journal, client } = await rig((socket, request) => {
      accepting()(socket, request);
      socket.on('data', (chunk: Buffer) => {
        if (((chunk[0] ?? 0) & 0x0f) === 8) socket.end(serverFrame(Buffer.from([0x03, 0xe8]), 8));
      });
    });
    const stream = await connection();
    expect(client.connections.size).toBe(1);
    await stream.close();
    const end = await stream.closed;
    expect(end).toMatchObject({ code: 1000, clean: true });
    expect(journal.at(end.record)).toMatchObject({ kind: 'close', parsed: { code: 1000, clean: true }, cause: 3 });
    await expect.poll(() => client.connections.size).toBe(0);
  });

  test('tells whoever waits when it ends', async () => {
    const { connection, peer } = await rig(accepting());
    const stream = await connection();
    const waiting = stream.next(() => true, { withinMs: 60_000 });
    for (const socket of peer.connections) {
      socket.destroy();
    }
    expect(await waiting).toBeUndefined();
    expect(await stream.closed).toMatchObject({ code: 1006, clean: false });
  });
});

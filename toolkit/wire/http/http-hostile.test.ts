// What holds against a hostile HTTP peer: one raw server per behaviour.
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { HttpExchange } from '../exchange.js';
import { context, place, read, httpRig as rig } from './http-rig.test.aid.js';
import { jsonAnswer } from './raw-peer.test.aid.js';

describe('a hostile target', () => {
  const bounds = { answerMs: 300, maxBodyBytes: 10_000, maxHeaderBytes: 4_096 };
  const outcome = async (answer: (socket: Socket) => void): Promise<HttpExchange> => {
    const { client } = await rig((socket) => answer(socket), bounds);
    return client.send(read, context);
  };
  const drip = (socket: Socket, first: string, again: string): void => {
    socket.write(first);
    const timer = setInterval(() => socket.write(again), 20);
    socket.on('close', () => clearInterval(timer));
  };

  test.each([
    ['is silent', (): void => undefined, 'timeout'],
    ['stops within the head', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nx'), 'timeout'],
    ['drips its head', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'), 'timeout'],
    [
      'drips its body',
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n', 'x'),
      'timeout',
    ],
    [
      'sends interim answers without end',
      (socket: Socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'),
      'timeout',
    ],
    [
      'sends a body without end',
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(4_000)),
      'body-too-large',
    ],
    [
      'announces a huge body',
      (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 20000\r\n\r\n${'x'.repeat(20_000)}`),
      'body-too-large',
    ],
    [
      'sends a huge header',
      (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(9_000)}\r\n\r\n`),
      'headers-too-large',
    ],
    [
      'sends headers without end',
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', `x: ${'y'.repeat(900)}\r\n`),
      'headers-too-large',
    ],
    ['speaks another protocol', (socket: Socket) => void socket.write('220 mail.example ESMTP\r\n'), 'not-http'],
    ['sends garbage', (socket: Socket) => void socket.end(Buffer.from([0, 1, 2, 3, 255])), 'not-http'],
    ['cuts the connection', (socket: Socket) => void socket.destroy(), 'reset'],
    [
      'cuts the body short',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort'),
      'reset',
    ],
  ])('that %s is an outcome, not an exception', async (_what, answer, code) => {
    const started = performance.now();
    const exchange = await outcome(answer);
    expect(exchange.error).toMatchObject({ code, sent: true });
    expect(exchange.answer).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  test('that sends a gzip bomb has sent only the bytes of the bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const exchange = await outcome((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    expect(exchange.answer?.bytes.length).toBe(bomb.length);
    expect(exchange.answer?.body).toBeUndefined();
    expect(exchange.answer?.bodyFault).toBeDefined();
  });

  test('that redirects is not followed', async () => {
    const { client, peer } = await rig((socket) =>
      socket.write(jsonAnswer('', '302 Found', 'location: /elsewhere\r\n')),
    );
    const exchange = await client.send(read, context);
    expect(exchange.answer).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
    expect(peer.received.join('').match(/GET /g)).toHaveLength(1);
  });

  test('that closes a kept connection is not asked again on another', async () => {
    const { client, peer } = await rig((socket) => socket.end(jsonAnswer('{}')));
    await client.send(read, context);
    await client.send(place, context);
    expect(peer.received.join('').match(/POST /g)).toHaveLength(1);
  });

  test.each([
    ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), undefined, /UTF-8/],
    ['doubles a member', Buffer.from('{"a":1,"a":2}'), { a: 2 }, /a/],
    ['holds a number beyond a double', Buffer.from('[1e400]'), [Number.MAX_VALUE], /./],
    ['is nested without end', Buffer.from('['.repeat(5_000)), undefined, /./],
    ['is cut off', Buffer.from('{"a":'), undefined, /./],
    ['is HTML', Buffer.from('<html>'), undefined, /./],
  ])('whose body %s is read strictly', async (_what, bytes, body, defect) => {
    const exchange = await outcome((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes);
    });
    expect(exchange.answer?.body).toEqual(body);
    expect(exchange.answer?.bodyFault).toMatch(defect);
  });

  test('that names a member __proto__ changes no prototype', async () => {
    const exchange = await outcome((socket) => void socket.write(jsonAnswer('{"__proto__":{"admin":true}}')));
    const body: object = Object(exchange.answer?.body);
    expect(Object.hasOwn(body, '__proto__')).toBe(true);
    expect('admin' in body || 'constructor' in body).toBe(false);
  });

  test('that repeats a header has its values joined', async () => {
    const exchange = await outcome((socket) => void socket.write(jsonAnswer('{}', '200 OK', 'X-A: 1\r\nx-a: 2\r\n')));
    expect(exchange.answer?.headers['x-a']).toBe('1, 2');
  });
});

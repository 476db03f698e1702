// What the parser gets of a connection in one turn of the event loop, whatever stands in one packet.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { admitting } from './admission.js';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let server: Server;
/** Calls for each event of a turn. */
let count = 0;
let most = 0;
const counted = (): void => {
  if (count === 0) void turn().then(() => (count = 0));
  count += 1;
  most = Math.max(most, count);
};

beforeEach(async () => {
  [count, most] = [0, 0];
  server = createServer((request, response) => {
    counted();
    admission.request(request, response, () => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        counted();
        body += chunk.toString('latin1');
      });
      request.on('end', () => response.end(body));
    });
  });
  const admission = admitting(server, { connections: 10, connectionsPerAddress: 10, pipelined: 64 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function sent(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.write(bytes);
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

it('hears few chunks in a turn, and all of them in the end', async () => {
  const chunks = '1\r\nx\r\n'.repeat(5000);
  const answer = await sent(`${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  expect(answer.split('x').length - 1).toBe(5000);
  expect(most).toBeLessThan(400);
});

it('hears of no more requests than stand in one part, once the connection is cut', async () => {
  const all = await sent(`${HEAD}\r\n`.repeat(2000));
  expect(all.split('HTTP/1.1 200').length - 1).toBeLessThan(64);
  expect(most).toBeLessThan(100);
});

it('goes on with a connection that the server paused, since its answers were not read', async () => {
  const size = 30_000;
  const request = `${HEAD}Content-Length: ${size}\r\n\r\n${'y'.repeat(size)}`;
  const answer = await sent(`${request.repeat(20)}${HEAD}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  expect(answer.split('y').length - 1).toBe(20 * size);
});

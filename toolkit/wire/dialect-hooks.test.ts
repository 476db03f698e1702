// What the dialect may ask of the wire besides requests: another signed path, and replies to messages such as pings.
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createSigner, parsePrivateKey } from '../signing/index.js';
import { TEST_SEED, wireOptions } from './http/raw-peer.test.aid.js';
import { signInStages } from './signed-request.js';
import { createStreamClient } from './streams/stream-client.js';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

test('signs the path that the dialect names and sends the other', () => {
  const wire = signInStages(
    { name: 'account', accountId: 'a', method: 'GET', path: '/gateway/v1/x' },
    {
      key: { id: 'key-1', signer: createSigner(parsePrivateKey(TEST_SEED)) },
      idempotencyKey: '',
      nextTimestampMs: () => 1,
      plainHeaders: [],
      signedPath: '/v1/x',
    },
  );
  const data = wire.headers.find(([name]) => name === 'SVC-DATA')?.[1] ?? '';
  expect(JSON.parse(Buffer.from(data, 'base64url').toString())).toMatchObject({ path: '/v1/x' });
  expect(wire.path).toBe('/gateway/v1/x');
});

test('sends back what the dialect answers to a message', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const pong = new Promise<string>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => resolve(data.toString()));
      socket.send('{"ping":7}');
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const client = createStreamClient({
    ...wireOptions(),
    streamUrl: `ws://127.0.0.1:${port}`,
    readFrame: (message) => [{ kind: 'ignored', message, view: {} }],
    replyTo: ({ message }) => `{"pong":${JSON.stringify(message)}}`,
  });
  open.push(
    () => client.close(),
    () => new Promise((resolve) => server.close(() => resolve())),
  );
  const spec = { name: 'eventsStream', accountId: 'a', method: 'GET', path: '/events' } as const;
  await client.open(spec, { check: null, actor: 'suite' });
  expect(await pong).toBe('{"pong":{"ping":7}}');
});

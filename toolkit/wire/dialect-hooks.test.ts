// What the dialect may ask of the wire besides requests: another signed path, and replies to messages such as pings.
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { MemoryJournal } from '../journal/memory.js';
import { createSigner, parsePrivateKey } from '../signing/index.js';
import { TEST_SEED, wireOptions } from './http/raw-peer.test.aid.js';
import { Intake } from './intake.js';
import { signInStages } from './signed-request.js';
import { createStreamClient, type StreamClient, type StreamClientOptions } from './streams/stream-client.js';

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
  const { client, heard } = await pinged(['{"ping":7}']);
  await client.open(EVENTS, { check: null, actor: 'suite' });
  await expect.poll(() => heard).toEqual(['{"pong":{"ping":7}}']);
});

test('counts what it sends back, and cuts a target that asks for too much', async () => {
  const journal = new MemoryJournal();
  const pings = Array.from({ length: 8 }, () => JSON.stringify({ ping: 'x'.repeat(100_000) }));
  const { client, heard } = await pinged(pings, { journal, intake: new Intake({ megabytes: 1 }) });
  const { connection } = await client.open(EVENTS, { check: null, actor: 'suite' });
  await connection?.closed;
  expect(heard.length).toBeLessThan(6);
  expect(journal.records.find(({ kind }) => kind === 'close')?.error).toMatchObject({ code: 'over-budget' });
});

const EVENTS = { name: 'eventsStream', accountId: 'a', method: 'GET', path: '/events' } as const;

/** A client whose dialect answers each message of a target, which sends these. */
async function pinged(
  pings: readonly string[],
  more: Partial<StreamClientOptions> = {},
): Promise<{ readonly client: StreamClient; readonly heard: readonly string[] }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const heard: string[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => heard.push(data.toString()));
    for (const ping of pings) socket.send(ping);
  });
  await new Promise((resolve) => server.once('listening', resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const client = createStreamClient({
    ...wireOptions(),
    streamUrl: `ws://127.0.0.1:${port}`,
    readFrame: (message) => [{ kind: 'ignored', message, view: {} }],
    replyTo: ({ message }) => `{"pong":${JSON.stringify(message)}}`,
    ...more,
  });
  open.push(
    () => client.close(),
    () => new Promise((resolve) => server.close(() => resolve())),
  );
  return { client, heard };
}

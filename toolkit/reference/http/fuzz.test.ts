// Whatever bytes a peer sends, the service answers or hangs up, and goes on. A seeded search over damaged requests and commands.

import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../index.js';
import { OrdinaryClient } from '../sandbox/ordinary-client.test.aid.js';

let reference: Reference;
let client: OrdinaryClient;
let base: Buffer;
let serial = 0;

beforeAll(async () => {
  reference = await startReference({
    accounts: 1,
    limits: { headersTimeoutMs: 100, requestTimeoutMs: 200, timeoutCheckMs: 20, keepAliveMs: 50, closeMs: 100 },
  });
  client = new OrdinaryClient(reference.profile);
  const path = `/v1/trading/accounts/${client.accountId}/orders`;
  const body = '{"type":"limit","instrument":"EURUSD","side":"buy","volume":"0.10","price":"0.90000"}';
  const headers = Object.entries(client.sign('POST', path, body)).map(([name, value]) => `${name}: ${value}\r\n`);
  base = Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
});
afterAll(() => reference.close());

/** What came back before the service, or its patience, ended the connection. */
function answerTo(bytes: Uint8Array): Promise<string> {
  const socket = connect(Number(new URL(reference.baseUrl).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => socket.destroy());
  socket.write(bytes);
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

const damage = fc.array(
  fc.record({
    at: fc.nat({ max: 1000 }),
    remove: fc.nat({ max: 20 }),
    insert: fc.uint8Array({ maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function damaged(changes: readonly { at: number; remove: number; insert: Uint8Array }[]): Buffer {
  return changes.reduce((bytes, { at, remove, insert }) => {
    const start = at % bytes.length;
    return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + remove)]);
  }, base);
}

describe('damaged bytes', () => {
  it('are answered with an HTTP status or a closed connection', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 100, maxLength: 100 }), async (cases) => {
        const answers = await Promise.all(cases.map((changes) => answerTo(damaged(changes))));
        for (const answer of answers) {
          expect(answer === '' || /^HTTP\/1\.1 [245]\d\d /.test(answer)).toBe(true);
          expect(answer).not.toMatch(/^HTTP\/1\.1 500/m);
        }
      }),
      { seed: 20_240_501, numRuns: 3 },
    );
    expect((await client.send('account')).status).toBe(200);
  });

  it('sent as commands never end a stream that stays within its protocol', { timeout: 60_000 }, async () => {
    const events = await client.open('eventsStream');
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 12 }), fc.string({ maxLength: 50 }), async (json, text) => {
        serial += 1;
        const id = String(serial);
        events.socket.send(json);
        events.socket.send(text);
        events.command('subscribe', { event: 'nonsense', commandId: id });
        await events.next('command_refused', ({ view }) => view.commandId === id);
      }),
      { seed: 20_240_501, numRuns: 150 },
    );
    await events.close();
  });
});

describe('a flood of connections', () => {
  it('is cut at the limit and does not keep the service from answering', async () => {
    const small = await startReference({ accounts: 1, limits: { connections: 10 } });
    const port = Number(new URL(small.baseUrl).port);
    const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
    let cut = 0;
    await new Promise<void>((resolve) => {
      for (const socket of sockets) {
        socket.on('error', () => socket.destroy());
        socket.resume();
        socket.once('close', () => {
          cut += 1;
          if (cut === 90) resolve();
        });
      }
    });
    await Promise.all(
      sockets.map((socket) => {
        const gone = new Promise((resolve) => (socket.destroyed ? resolve(0) : socket.once('close', resolve)));
        socket.destroy();
        return gone;
      }),
    );
    const patient = new OrdinaryClient(small.profile);
    let status = 0;
    while (status !== 200) {
      // The service learns of closed sockets a moment later than their owner.
      status = await patient.send('account').then(
        (reply) => reply.status,
        () => 0,
      );
    }
    await small.close();
  });
});

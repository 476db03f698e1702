// Malformed and malicious use of the streams: refused or cut, and the service goes on.

import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Reference, startReference } from '../index.js';
import { OrdinaryClient, type OrdinaryStream } from '../sandbox/ordinary-client.test.aid.js';

let reference: Reference;
let client: OrdinaryClient;

beforeAll(async () => {
  reference = await startReference({ accounts: 2, limits: { sendBufferBytes: 64 * 1024, commandBytes: 4096 } });
  client = new OrdinaryClient(reference.profile);
});

afterAll(async () => {
  const alive = await client.open('eventsStream');
  await alive.close();
  await reference.close();
});

/** The status of a handshake that is refused. */
function refusal(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(`${reference.profile.streamUrl}${path}`, { headers });
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.once('open', () => reject(new Error('expected a refusal')));
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
}

const eventsPath = (): string => client.dialect.request('eventsStream', { accountId: client.accountId }).path;

describe('handshakes', () => {
  it('refuses an unsigned one, and one that was signed for another path', async () => {
    expect(await refusal(eventsPath(), {})).toBe(401);
    expect(await refusal(eventsPath(), client.sign('GET', `${eventsPath()}/`, undefined))).toBe(401);
  });

  it('refuses an upgrade where there is no stream', async () => {
    const { path } = client.dialect.request('account', { accountId: client.accountId });
    expect(await refusal(path, client.sign('GET', path, undefined))).toBe(400);
    expect(await refusal('/elsewhere', {})).toBe(404);
  });

  it('refuses another version of WebSocket', async () => {
    const handshake = request(`${reference.baseUrl}${eventsPath()}`, {
      headers: {
        ...client.sign('GET', eventsPath(), undefined),
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '7',
        'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      },
    });
    const status = new Promise((resolve) => handshake.once('response', (response) => resolve(response.statusCode)));
    handshake.end();
    expect(await status).toBe(400);
  });

  it('outlives what comes after a handshake that it refuses by closing what it opened', async () => {
    const closing = await startReference({ accounts: 1, habits: ['handshake-closed-1008'] });
    const own = new OrdinaryClient(closing.profile);
    const { path } = own.dialect.request('eventsStream', { accountId: own.accountId });
    const socket = new WebSocket(`${closing.profile.streamUrl}${path}`);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    // A text frame that is no UTF-8, masked by zeros.
    socket.once('open', () => rawSocket({ socket }).write(Buffer.from('818400000000fffefdfc', 'hex')));
    await closed;
    const alive = await own.open('eventsStream');
    await alive.close();
    await closing.close();
  });

  it('tells a plain signed GET to upgrade', async () => {
    expect((await client.send('eventsStream')).status).toBe(426);
  });
});

describe('commands', () => {
  it.each([
    ['no JSON', 'subscribe'],
    ['a duplicate member', '{"type":"subscribe","event":"transactions","event":"hmr"}'],
    ['a list', '[]'],
    ['depth', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['an unknown action', '{"type":"replay","event":"transactions"}'],
    ['ticks', '{"type":"subscribe","event":"ticks"}'],
    ['a kind that is no text', '{"type":"subscribe","event":["transactions"]}'],
    ['instruments that are no list', '{"type":"subscribe","event":"hmr","instruments":"EURUSD"}'],
    ['instruments that are no texts', '{"type":"subscribe","event":"hmr","instruments":[1,null]}'],
    ['an empty frame', ''],
  ])('refuses %s and keeps the connection with its subscriptions', async (_name, text) => {
    const events = await client.open('eventsStream');
    events.socket.send(text);
    const answer = await events.next('command_refused');
    expect(answer.view.error?.message).toMatch(/^[A-Z_]+$/);
    events.command('subscribe', { event: 'transactions' });
    await events.next('trading_state_snapshot');
    await events.close();
  });

  it('refuses a binary frame', async () => {
    const events = await client.open('eventsStream');
    events.socket.send(Buffer.from('{"type":"subscribe","event":"transactions"}'));
    await events.next('command_refused');
    await events.close();
  });

  it('closes on a command beyond the limit and on bytes that are no WebSocket', async () => {
    const large = await client.open('eventsStream');
    large.socket.send('x'.repeat(5000));
    expect(await large.closed).toBe(1009);
    const broken = await client.open('eventsStream');
    rawSocket(broken).write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    expect(await broken.closed).toBe(1002);
  });

  it('answers a flood of commands one by one without losing any', async () => {
    const events = await client.open('eventsStream');
    for (let index = 0; index < 500; index += 1) {
      events.command('subscribe', { event: 'nonsense', commandId: String(index) });
    }
    const last = await events.next('command_refused', ({ view }) => view.commandId === '499');
    expect(last).toBeDefined();
    await events.close();
  });
});

describe('slow readers', () => {
  it('closes a connection whose send buffer overflows, and replays nothing afterwards', async () => {
    const accountId = reference.profile.accounts.pool[1]?.id ?? '';
    const slow = new OrdinaryClient(reference.profile, accountId);
    const events = await slow.open('eventsStream');
    events.command('subscribe', { event: 'transactions' });
    await events.next('trading_state_snapshot');
    await reference.control.perform('stream.stall', { account_id: accountId });
    for (let index = 0; index < 400; index += 1) {
      await reference.control.perform('account.deposit', { account_id: accountId, kind: 'balance', amount: '1' });
    }
    await events.closed;
    expect(events.received.filter(({ kind }) => kind === 'transaction_event')).toEqual([]);
    const again = await slow.open('eventsStream');
    again.command('subscribe', { event: 'transactions' });
    await again.next('trading_state_snapshot');
    again.command('subscribe', { event: 'nonsense' });
    await again.next('command_refused');
    expect(again.received.filter(({ kind }) => kind === 'transaction_event')).toEqual([]);
    await again.close();
  });

  it('cuts the streams of an account without a closing handshake when control says so', async () => {
    const events = await client.open('eventsStream');
    await reference.control.perform('stream.drop', { account_id: client.accountId });
    expect(await events.closed).toBe(1006);
  });
});

describe('the end of the service', () => {
  it('says goodbye to streams', async () => {
    const own = await startReference({ accounts: 1 });
    const events = await new OrdinaryClient(own.profile).open('eventsStream');
    await own.close();
    expect(await events.closed).toBe(1001);
  });
});

/** The socket under the client's WebSocket, to send what no client would. */
function rawSocket(stream: Pick<OrdinaryStream, 'socket'>): { write(bytes: Buffer): void } {
  return (stream.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket; // a private member of ws
}

// What a tap hears of answers that do not arrive, handshakes that are refused, connections that end, and bytes that are no request.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerFate, ReferenceOptions, Rules } from '../reference/index.js';
import type { ObservedHandshake } from '../tap/index.js';
import { startTapped, type TappedService } from './tapped.test.aid.js';

const WITHIN_MS = 5_000;
const ORDER = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: '0.90000' } as const;

let open: TappedService | undefined;
afterEach(async () => {
  await open?.reference.close();
  open = undefined;
});

async function tapped(rules: Partial<Rules> = {}, options: ReferenceOptions = {}): Promise<TappedService> {
  open = await startTapped({ ...options, amend: (parts) => ({ ...parts, rules: { ...parts.rules, ...rules } }) });
  return open;
}

function raw({ reference }: TappedService): Socket {
  const socket = connect(Number(new URL(reference.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

describe('an answer', () => {
  it.each<[AnswerFate['deliver'], string]>([
    ['whole', 'ok'],
    ['cut-before', 'info'],
    ['cut-inside', 'info'],
    ['never', 'info'],
  ])('that leaves %s is heard so, and what the service did stands beside it', async (deliver, kind) => {
    const service = await tapped({ answerFate: () => ({ deliver }) });
    const sent = service.client.send('placeOrder', ORDER).catch(() => undefined);
    const answer = await service.tap.until(({ requests: [one] }) => one?.answer, WITHIN_MS);
    expect(answer).toMatchObject({ status: 202, delivered: deliver });
    expect(answer?.seq).toBeGreaterThan(service.tap.observed.requests[0]?.whole?.seq ?? Number.NaN);
    expect(service.tap.records().map((record) => record.kind)).toEqual(['invoke', kind]);
    await service.reference.close();
    await sent;
  });

  it('to a request that is not acted on is none', async () => {
    const service = await tapped({ admits: () => false });
    await expect(service.client.send('placeOrder', ORDER)).rejects.toThrow();
    await expect(service.client.open('eventsStream')).rejects.toThrow();
    const { requests, handshakes } = service.tap.observed;
    expect(requests).toMatchObject([{ answer: { status: 0, delivered: 'cut-before' } }]);
    expect(handshakes).toMatchObject([{ status: 0, decided: {} }]);
  });

  it('to a client that is gone is not delivered', async () => {
    let leave = (): void => undefined;
    const gone = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const service = await tapped({ answerFate: () => ({ deliver: 'whole', until: gone }) });
    const socket = raw(service);
    const { path } = service.client.dialect.request('account', { accountId: service.client.accountId });
    const headers = Object.entries(service.client.sign('GET', path, undefined)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`);
    await service.tap.until(({ requests }) => requests[0], WITHIN_MS);
    socket.destroy();
    await service.tap.until(({ connections: [one] }) => one?.ended, WITHIN_MS);
    leave();
    const answer = await service.tap.until(({ requests: [one] }) => one?.answer, WITHIN_MS);
    expect(answer).toMatchObject({ status: 200, delivered: 'cut-before' });
  });
});

describe('a handshake', () => {
  it('that is refused has the status of its refusal', async () => {
    const service = await tapped();
    await expect(service.client.open('eventsStream', { role: 'unregistered' })).rejects.toThrow('401');
    expect(service.tap.observed.handshakes).toMatchObject([
      { stream: 'events', status: 401, signature: { failed: 'api-key' }, read: { request: 'eventsStream' } },
    ]);
    expect(service.tap.records().map(({ kind, actor }) => [kind, actor])).toEqual([
      ['invoke', 'client'],
      ['ok', 'service'],
    ]);
  });

  it('that is none of WebSocket is refused, too', async () => {
    const service = await tapped();
    const { path } = service.client.dialect.request('ticksStream', { accountId: service.client.accountId });
    const headers = Object.entries(service.client.sign('GET', path, undefined)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const socket = raw(service);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n${headers.join('')}\r\n`,
    );
    const decided = await service.tap.until(({ handshakes: [one] }) => one?.decided && one, WITHIN_MS);
    expect(decided).toMatchObject({ stream: 'ticks', status: 400 });
    socket.destroy();
  });
});

describe('a stream', () => {
  async function ended(service: TappedService): Promise<ObservedHandshake['closed']> {
    return service.tap.until(({ handshakes: [one] }) => one?.closed, WITHIN_MS);
  }

  it('that the client closes is closed by the client, with its code', async () => {
    const service = await tapped();
    const stream = await service.client.open('eventsStream');
    stream.socket.close(4321);
    expect(await ended(service)).toMatchObject({ by: 'client', code: 4321 });
  });

  it('that the client cuts is closed by the client', async () => {
    const service = await tapped();
    const stream = await service.client.open('eventsStream');
    stream.socket.terminate();
    expect(await ended(service)).toMatchObject({ by: 'client', code: 1006 });
  });

  it('that breaks the rules of WebSocket is closed by the service', async () => {
    const service = await tapped();
    const stream = await service.client.open('eventsStream');
    stream.socket.on('error', () => undefined);
    // @ts-expect-error -- the socket below the library, where alone a frame can be wrong
    stream.socket._socket.write(Buffer.from([0xf1, 0x80, 0, 0, 0, 0]));
    expect(await ended(service)).toMatchObject({ by: 'service' });
  });

  it('that control drops is closed by the service, and a barrier behind it is not read', async () => {
    const service = await tapped();
    await service.client.open('eventsStream');
    const connection = service.tap.observed.handshakes[0]?.connection ?? 0;
    expect(await service.tap.barrier(connection, WITHIN_MS)).toBe(true);
    await service.reference.control.perform('stream.drop', { account_id: service.client.accountId });
    expect(await ended(service)).toMatchObject({ by: 'service', code: 1006 });
    expect(await service.tap.barrier(connection, WITHIN_MS)).toBe(false);
    expect(service.tap.records().at(-1)).toMatchObject({ kind: 'close', actor: 'service', parsed: { code: 1006 } });
  });

  it('that ends with the service says goodbye', async () => {
    const service = await tapped();
    await service.client.open('eventsStream');
    await service.reference.close();
    expect(await ended(service)).toMatchObject({ by: 'service', code: 1001 });
  });

  it('whose client does not read has not read what was sent', async () => {
    const service = await tapped();
    const stream = await service.client.open('eventsStream');
    stream.socket.pause();
    stream.command('subscribe', { event: 'transactions' });
    const snapshot = await service.tap.until(
      ({ frames }) => frames.find(({ messages }) => messages.some(({ kind }) => kind === 'trading_state_snapshot')),
      WITHIN_MS,
    );
    await service.tap.until(() => snapshot?.taken, WITHIN_MS);
    expect(await service.tap.barrier(snapshot?.connection ?? 0, 50)).toBe(false);
    expect(snapshot?.ponged).toBeUndefined();
    stream.socket.resume();
    expect(await service.tap.barrier(snapshot?.connection ?? 0, WITHIN_MS)).toBe(true);
    expect(snapshot?.ponged?.seq).toBeGreaterThan(snapshot?.seq ?? Number.NaN);
  });
});

describe('bytes', () => {
  it('that are no HTTP are kept with their refusal', async () => {
    const service = await tapped();
    const socket = raw(service);
    socket.write('HELLO\r\n\r\n');
    const seen = await service.tap.until(({ malformed }) => malformed[0], WITHIN_MS);
    expect(seen).toMatchObject({ status: 400 });
    expect(Buffer.from(seen?.bytes ?? []).toString()).toContain('HELLO');
    expect(service.tap.records()).toMatchObject([
      { kind: 'info', actor: 'client', error: { code: 'not-http' }, conn: null },
    ]);
    socket.destroy();
  });

  it('of a request that never becomes whole are a request that never was', async () => {
    const service = await tapped();
    const socket = raw(service);
    await once(socket, 'connect');
    const { path } = service.client.dialect.request('placeOrder', { accountId: service.client.accountId });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"type":`, () => socket.end());
    const seen = await service.tap.until(({ requests }) => requests[0], WITHIN_MS);
    expect(seen).toMatchObject({ read: { request: 'placeOrder', params: {} } });
    expect(seen?.whole).toBeUndefined();
    expect(service.tap.records().map(({ kind }) => kind)).toEqual(expect.arrayContaining(['invoke', 'fail']));
  });

  it('beyond what is kept leave a gap', async () => {
    const service = await tapped({}, { limits: { bodyBytes: 100 } });
    await service.client.raw('POST', '/v1/trading/accounts/1/orders', `{"a":"${'x'.repeat(200)}"}`);
    expect(service.tap.observed.requests).toMatchObject([{ answer: { status: 413 } }]);
    expect(service.tap.records()[0]).toMatchObject({ kind: 'gap', parsed: { from: 'tap' } });
  });
});

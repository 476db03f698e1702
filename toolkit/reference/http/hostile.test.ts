// Malformed and malicious requests: each gets the interface's error with the right status, and the service goes on.

import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Reference, startReference } from '../index.js';
import { OrdinaryClient } from '../sandbox/ordinary-client.test.aid.js';

let reference: Reference;
let client: OrdinaryClient;

beforeAll(async () => {
  reference = await startReference({
    accounts: 1,
    limits: { headersTimeoutMs: 300, requestTimeoutMs: 600, timeoutCheckMs: 50, bodyBytes: 4096, closeMs: 500 },
  });
  client = new OrdinaryClient(reference.profile);
});

afterAll(async () => {
  const alive = await client.send('account');
  expect(alive.status).toBe(200);
  await reference.close();
});

function dial(): Socket {
  const socket = connect(Number(new URL(reference.baseUrl).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  return socket;
}

/** Sends bytes and reads until the service closes, or until one whole answer is there. */
async function exchange(...parts: readonly (string | Uint8Array)[]): Promise<{ status: number; body: string }> {
  const socket = dial();
  let text = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isWhole(text)) resolve();
    });
    socket.once('close', () => resolve());
  });
  for (const part of parts) {
    socket.write(part);
  }
  await done;
  socket.destroy();
  return { status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  return end >= 0 && length !== undefined && text.length >= end + 4 + Number(length);
}

function messageOf(body: string): unknown {
  return JSON.parse(body).error_message;
}

const HOST = 'Host: x\r\n';

describe('malformed HTTP', () => {
  it.each([
    ['bytes that are no HTTP', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1', 400],
    ['a bare line', 'hello\r\n\r\n', 400],
    ['a request without Host', 'GET /v1/x HTTP/1.1\r\n\r\n', 400],
    ['two lengths that differ', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['length beside chunks', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400],
    ['a NUL in a header', `GET / HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, 400],
    ['a chunk of nonsense size', `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['a header beyond the limit', `GET / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a length below nothing', `POST / HTTP/1.1\r\n${HOST}Content-Length: -5\r\n\r\n`, 400],
    ['a length beyond all numbers', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1${'0'.repeat(30)}\r\n\r\n`, 400],
    ['a version that is none', `GET / HTTP/2.5\r\n${HOST}\r\n`, 400],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    [
      'a chunk whose extension never ends',
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(100_000)}`,
      400,
    ],
    [
      'trailers beyond the limit',
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(10_000)}`,
      431,
    ],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ])('answers %s', async (_name, bytes, status) => {
    const answer = await exchange(Buffer.from(bytes, 'latin1'));
    expect(answer.status).toBe(status);
    expect(messageOf(answer.body)).toBe('REQUEST_INVALID');
  });

  it('cuts off a header that never ends', async () => {
    expect((await exchange('GET /v1/x HTTP/1.1\r\nHo')).status).toBe(408);
  });

  it('cuts off a body that never ends', async () => {
    expect((await exchange(`POST /v1/x HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nabc`)).status).toBe(408);
  });

  it('answers a body beyond the limit while it is still being sent', async () => {
    const answer = await exchange(
      `POST /v1/x HTTP/1.1\r\n${HOST}Content-Length: 1000000\r\n\r\n`,
      Buffer.alloc(200_000),
    );
    expect(answer.status).toBe(413);
  });

  it('lets go of sockets that connect and vanish, or that close their half', async () => {
    const sockets = Array.from({ length: 50 }, () => dial());
    for (const [index, socket] of sockets.entries()) {
      socket.resume();
      socket.write('GET /v1/x HTTP/1.1\r\n');
      if (index % 2 === 0) {
        socket.end();
      } else {
        socket.resetAndDestroy();
      }
    }
    await Promise.all(
      sockets.map((socket) => (socket.destroyed ? undefined : new Promise((resolve) => socket.once('close', resolve)))),
    );
    expect((await client.send('account')).status).toBe(200);
  });

  it('serves a request that offers another protocol, byte for byte as it came', async () => {
    const body = '{}';
    const path = `/v1/trading/accounts/${client.accountId}/orders`;
    const headers = Object.entries(client.sign('POST', path, body)).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await exchange(
      `POST ${path} HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n`,
      `${headers.join('')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer.status).toBe(400);
    expect(messageOf(answer.body)).not.toMatch(/^AUTH_/);
  });
});

describe('floods', () => {
  const OFFER = `GET /v1/x HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
  const READ = `GET /v1/x HTTP/1.1\r\n${HOST}\r\n`;

  /** Everything that comes back until the service closes, or until there are so many answers. */
  async function answers(port: number, bytes: string, count: number): Promise<number> {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        if (text.split('HTTP/1.1 404').length > count) resolve();
      });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
    });
    socket.write(bytes);
    await done;
    socket.destroy();
    return text.split('HTTP/1.1 404').length - 1;
  }

  const portOf = ({ baseUrl }: Reference): number => Number(new URL(baseUrl).port);

  it('answers a thousand pipelined offers of another protocol, one after the other', async () => {
    expect(await answers(portOf(reference), OFFER.repeat(1000), 1000)).toBe(1000);
  });

  it('serves pipelined requests up to its bound, and cuts who asks for more at once', async () => {
    expect(await answers(portOf(reference), READ.repeat(60), 60)).toBe(60);
    expect(await answers(portOf(reference), READ.repeat(5000), 5000)).toBeLessThan(5000);
  });

  it('leaves room for others where one address takes all it may', async () => {
    const own = await startReference({ accounts: 1, limits: { connections: 10, connectionsPerAddress: 3 } });
    const dialled = Array.from({ length: 6 }, () => connect(portOf(own), '127.0.0.1').on('error', () => undefined));
    const gone = new Set<Socket>();
    for (const socket of dialled) socket.once('close', () => gone.add(socket)).resume();
    await vi.waitFor(() => expect(gone.size).toBe(3));
    for (const socket of dialled) socket.destroy();
    await vi.waitFor(async () => expect(await answers(portOf(own), READ, 1)).toBe(1));
    await own.close();
  });

  it('refuses bodies that together would hold more than there is room for, and goes on', async () => {
    const own = await startReference({ accounts: 1, limits: { allBodiesBytes: 100_000 } });
    const post = `POST /v1/x HTTP/1.1\r\n${HOST}Content-Length: 60000\r\n\r\n`;
    const heads: string[] = [];
    const sockets = [1, 2].map(() => {
      const socket = connect(portOf(own), '127.0.0.1').on('error', () => undefined);
      socket.on('data', (chunk) => heads.push(chunk.toString('latin1').slice(0, 12)));
      socket.write(post + 'a'.repeat(59_000));
      return socket;
    });
    await vi.waitFor(() => expect(heads).toEqual(['HTTP/1.1 503']));
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await answers(portOf(own), `${post}${'a'.repeat(60_000)}`, 1)).toBe(1));
    await own.close();
  });

  it('lets an ordinary request in where somebody holds all the room there is', async () => {
    const own = await startReference({ accounts: 1, limits: { allBodiesBytes: 100_000 } });
    const heads: string[] = [];
    const holder = connect(portOf(own), '127.0.0.1').on('error', () => undefined);
    holder.on('data', (chunk) => heads.push(chunk.toString('latin1').slice(0, 12)));
    holder.write(`POST /v1/x HTTP/1.1\r\n${HOST}Content-Length: 100000\r\n\r\n${'a'.repeat(99_999)}`);
    await vi.waitFor(async () => {
      const ordinary = `POST /v1/x HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`;
      expect(await answers(portOf(own), ordinary, 1)).toBe(1);
      expect(heads).toEqual(['HTTP/1.1 503']);
    });
    holder.destroy();
    await own.close();
  });

  it('cuts who sends a body in more chunks than anybody needs', async () => {
    const own = await startReference({ accounts: 1 });
    const chunked = `POST /v1/x HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
    const text = await new Promise<string>((resolve) => {
      let got = '';
      const socket = connect(portOf(own), '127.0.0.1').on('error', () => undefined);
      socket.on('data', (chunk) => {
        got += chunk.toString('latin1');
      });
      socket.once('close', () => resolve(got));
      socket.write(chunked + '1\r\n \r\n'.repeat(200_000));
    });
    expect(text).toBe('');
    expect(await answers(portOf(own), `${chunked}${'1\r\n \r\n'.repeat(1000)}0\r\n\r\n`, 1)).toBe(1);
    await own.close();
  });
});

describe('odd requests', () => {
  it.each([
    'GET / HTTP/1.1',
    'GET /v1/configuration/accounts/%zz/account HTTP/1.1',
    'GET /v1/configuration/accounts/%00/account HTTP/1.1',
    'GET /v1/../../etc/passwd HTTP/1.1',
    `GET /v1/configuration/accounts/${'a'.repeat(2000)}/account HTTP/1.1`,
    'GET http://elsewhere/v1/configuration/accounts/1/account HTTP/1.1',
    'GET /v1/configuration/accounts/1/account?a=1&a=2&%=&=;#x HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'PATCH /v1/trading/accounts/1/orders HTTP/1.1',
    'DELETE /v1/trading/accounts/1/orders HTTP/1.1',
  ])('answers %s with an error of the interface', async (line) => {
    const answer = await exchange(`${line}\r\n${HOST}\r\n`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(messageOf(answer.body)).toMatch(/^[A-Z_]+$/);
  });

  it('names the methods of a path that has others', async () => {
    const answer = await client.raw('PUT', `/v1/trading/accounts/${client.accountId}/orders`, '{}');
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST');
  });

  it.each([
    ['no JSON', '{"type":'],
    ['a duplicate member', '{"type":"limit","type":"stop"}'],
    ['a deep value', `{"type":${'['.repeat(2000)}${']'.repeat(2000)}}`],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a member of the prototype', '{"__proto__":{"type":"limit"},"constructor":1}'],
    ['nothing', ''],
  ])('refuses a signed body with %s', async (_name, body) => {
    const path = `/v1/trading/accounts/${client.accountId}/orders`;
    const answer = await client.raw('POST', path, body);
    expect(answer.status).toBe(400);
    expect(messageOf(JSON.stringify(answer.body))).toMatch(/^REQUEST_/);
  });
});

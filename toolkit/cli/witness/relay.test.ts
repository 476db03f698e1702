import { connect, type Socket } from 'node:net';
import { createServer as createTlsServer, connect as tlsConnect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { WitnessEntry } from '../../../reports/witness/record.js';
import { acceptUpgrade, jsonAnswer, serverFrame, startRawPeer } from '../../wire/http/raw-peer.test.aid.js';
import { CERTIFICATE } from '../hostile/certificate.js';
import { type Relay, startRelay } from './relay.js';

const ASKED = 'GET /1 HTTP/1.1\r\nHost: here\r\n\r\n';
const HANDSHAKE = [
  'GET /v1/ws HTTP/1.1',
  'Host: here',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '\r\n',
].join('\r\n');

interface Past {
  readonly relay: Relay;
  readonly noted: readonly WitnessEntry[];
}

async function past(url: string, tls?: typeof CERTIFICATE): Promise<Past> {
  const noted: WitnessEntry[] = [];
  const options = {
    host: '127.0.0.1',
    port: 0,
    target: new URL(url),
    note: (entry: WitnessEntry) => void noted.push(entry),
  };
  return { relay: await startRelay({ ...options, ...(tls !== undefined && { tls }) }), noted };
}

/** What comes until the other side ends. */
function everythingFrom(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(chunks)));
  });
}

describe('the relay', () => {
  it('speaks TLS to the suite where a certificate is given', async () => {
    const peer = await startRawPeer((socket) => socket.end(jsonAnswer('{}')));
    const { relay, noted } = await past(peer.url, CERTIFICATE);
    const socket = tlsConnect({ port: relay.port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.write(ASKED);
    expect((await everythingFrom(socket)).toString()).toBe(jsonAnswer('{}'));
    relay.close();
    await peer.close();
    expect(noted).toMatchObject([{ kind: 'exchange', path: '/1', answer: { status: 200 } }]);
  });

  it('has an end while a connection is in its TLS handshake', async () => {
    const peer = await startRawPeer((socket) => socket.end(jsonAnswer('{}')));
    const { relay, noted } = await past(peer.url, CERTIFICATE);
    const socket = tlsConnect({ port: relay.port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.write(ASKED);
    await everythingFrom(socket);
    const silent = connect(relay.port, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    relay.close();
    expect(noted).toHaveLength(1);
    // Its handshake comes to an end, but nothing that is said on it is heard.
    const late = tlsConnect({ socket: silent, rejectUnauthorized: false });
    late.write(ASKED);
    expect((await everythingFrom(late)).length).toBe(0);
    await peer.close();
    expect(noted).toHaveLength(1);
  });

  it('hands nothing to a target whose certificate nobody trusts', async () => {
    let heard = 0;
    const target = createTlsServer(CERTIFICATE, (socket) =>
      socket.on('data', () => (heard += 1)).on('error', () => undefined),
    );
    target.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const { port } = target.address() as { port: number }; // it listens on TCP
    const { relay, noted } = await past(`https://127.0.0.1:${port}`);
    const socket = connect(relay.port, '127.0.0.1', () => socket.write(ASKED));
    expect((await everythingFrom(socket)).length).toBe(0);
    relay.close();
    await new Promise((resolve) => target.close(resolve));
    expect(heard).toBe(0);
    expect(noted.filter((entry) => 'answer' in entry && entry.answer !== null && entry.answer !== undefined)).toEqual(
      [],
    );
  });

  it('brings the answer back to a suite that has closed its half', async () => {
    const peer = await startRawPeer((socket) => socket.end(jsonAnswer('{}')));
    const { relay, noted } = await past(peer.url);
    const socket = connect({ port: relay.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(ASKED);
    expect((await everythingFrom(socket)).toString()).toBe(jsonAnswer('{}'));
    relay.close();
    await peer.close();
    expect(noted).toMatchObject([{ kind: 'exchange', answer: { status: 200 } }]);
  });

  it('brings and notes the tail of a stream whose target ends at once', async () => {
    const frames = Array.from({ length: 500 }, (_, n) => serverFrame(`{"n":${n}}`));
    const sent = (request: string): Buffer => Buffer.concat([Buffer.from(acceptUpgrade(request)), ...frames]);
    const peer = await startRawPeer((socket, request) => socket.end(sent(request)));
    const { relay, noted } = await past(peer.url);
    const socket = connect(relay.port, '127.0.0.1', () => socket.write(HANDSHAKE));
    expect(await everythingFrom(socket)).toEqual(sent(HANDSHAKE));
    relay.close();
    await peer.close();
    expect(noted.filter(({ kind }) => kind === 'message')).toHaveLength(frames.length);
  });

  it.each([
    ['plain', undefined],
    ['TLS', CERTIFICATE],
  ])('outlives a target that resets, with %s towards the suite', async (_how, tls) => {
    let asked = 0;
    const peer = await startRawPeer((socket) => {
      asked += 1;
      if (asked === 1) socket.resetAndDestroy();
      else socket.end(jsonAnswer('{}'));
    });
    const { relay, noted } = await past(peer.url, tls);
    const ask = (): Promise<Buffer> => {
      const to = { port: relay.port, host: '127.0.0.1' };
      const socket = tls === undefined ? connect(to) : tlsConnect({ ...to, rejectUnauthorized: false });
      socket.write(ASKED);
      return everythingFrom(socket);
    };
    expect((await ask()).length).toBe(0);
    expect((await ask()).toString()).toBe(jsonAnswer('{}'));
    relay.close();
    await peer.close();
    expect(noted).toMatchObject([
      { kind: 'exchange', answer: null },
      { kind: 'exchange', answer: { status: 200 } },
    ]);
  });
});

// A TCP server for tests that answers with exact bytes, and shows exactly which bytes came.

import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { MemoryJournal } from '../../journal/memory.js';
import { createSigner, parsePrivateKey } from '../../signing/index.js';
import { createIdempotencyKeys } from '../idempotency-keys.js';
import { createPacing } from '../pacing.js';
import { createTimestamps } from '../timestamps.js';
import type { WireOptions } from './http-client.js';

export interface RawPeer {
  readonly port: number;
  readonly url: string;
  /** Everything received, one text per connection. */
  readonly received: string[];
  readonly connections: Set<Socket>;
  close(): Promise<void>;
}

/** `answer` is called with each complete request head (and what followed it). */
export async function startRawPeer(answer: (socket: Socket, request: string) => void): Promise<RawPeer> {
  const received: string[] = [];
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    const at = received.push('') - 1;
    let rest = '';
    connections.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      received[at] += chunk.toString('latin1');
      rest += chunk.toString('latin1');
      if (rest.includes('\r\n\r\n')) {
        const request = rest;
        rest = '';
        answer(socket, request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    received,
    connections,
    async close() {
      for (const socket of connections) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A complete JSON answer. */
export function jsonAnswer(body: string, status = '200 OK', headers = ''): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}

/** The head that accepts a WebSocket handshake. */
export function acceptUpgrade(request: string): string {
  const key = /sec-websocket-key: *(\S+)/i.exec(request)?.[1] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`;
}

/** An unmasked frame, as servers send them. */
export function serverFrame(payload: string | Uint8Array, opcode = 1, fin = true): Buffer {
  const body = Buffer.from(payload);
  const head =
    body.length < 126
      ? Buffer.from([(fin ? 0x80 : 0) | opcode, body.length])
      : Buffer.from([(fin ? 0x80 : 0) | opcode, 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([head, body]);
}

export const TEST_SEED: string = '11'.repeat(32);

/** Options of a client under test: a real signer, a journal in memory, short waits. */
export function wireOptions(fill: Partial<WireOptions> = {}): WireOptions & { readonly journal: MemoryJournal } {
  return {
    keys: { main: { id: 'key-main', signer: createSigner(parsePrivateKey(TEST_SEED)) } },
    clock: { nowMs: Date.now },
    timestamps: createTimestamps(),
    idempotencyKeys: createIdempotencyKeys(),
    pacing: createPacing(0),
    answerMs: 3_000,
    ...fill,
    journal: new MemoryJournal(),
  };
}

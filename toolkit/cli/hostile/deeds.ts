// What a hostile target does on a socket, carried out: bytes, pauses, floods as fast as the peer reads, and the end.
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Deed } from './hostility.js';

/** Resolves when nothing more is to be done here; `keep` leaves the socket to whoever called. */
export async function perform(socket: Duplex, deed: Deed): Promise<void> {
  if (deed.delayMs !== undefined) await pause(deed.delayMs);
  if (deed.bytes !== undefined) await write(socket, deed.bytes);
  while (deed.forever !== undefined && !socket.destroyed) {
    await write(socket, deed.forever);
    await pause(deed.everyMs ?? 0);
  }
  if (deed.end === 'end') socket.end();
  if (deed.end === 'reset') reset(socket);
}

function reset(socket: Duplex): void {
  // Node resets no connection that speaks TLS.
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else socket.destroy();
}

function write(socket: Duplex, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || !socket.writable) return resolve();
    const done = (): void => {
      socket.off('close', done);
      socket.off('drain', done);
      resolve();
    };
    const data = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
    if (socket.write(data)) return resolve();
    socket.once('drain', done);
    socket.once('close', done);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));
}

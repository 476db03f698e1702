// Who may connect, how much one connection may ask for at once, and whose turn it is: bounds on sockets in all, per address, and on
// pipelined requests. What goes beyond them is cut without an answer, since an answer is what it would cost.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { FairQueue } from './fair-queue.js';
import { intakeOf } from './intake.js';
import { Shares } from './shares.js';

export interface AdmissionLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly pipelined: number;
}

export interface Admission {
  /** Counts a request until it is answered, and serves it when its turn comes; cuts a connection that asks for too much at once. */
  request(request: IncomingMessage, response: ServerResponse, serve: () => void): void;
  /** Leaves the connection to another protocol; gives back what was read of it and not yet heard. */
  leave(socket: Duplex): Buffer;
}

export function admitting(server: Server, limits: AdmissionLimits): Admission {
  const byAddress = new Map<string, number>();
  const owed = new WeakMap<Duplex, number>();
  const shares = new Shares();
  const intake = intakeOf(server, shares);
  const queue = new FairQueue(shares);
  server.maxConnections = limits.connections;
  // First of all listeners, so that nothing is read from a socket that is not let in.
  server.prependListener('connection', (socket: Socket) => {
    // An offer of another protocol brings its socket here again.
    if (owed.has(socket)) {
      intake.begin(socket);
      return;
    }
    owed.set(socket, 0);
    // Between two protocols nobody else listens; its close follows and is acted on.
    socket.on('error', () => undefined);
    const address = socket.remoteAddress ?? '';
    const count = (byAddress.get(address) ?? 0) + 1;
    byAddress.set(address, count);
    socket.once('close', () => {
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    });
    if (count > limits.connectionsPerAddress) socket.destroy();
    else intake.begin(socket);
  });
  return {
    leave: (socket) => intake.leave(socket),
    request(request, response, serve) {
      const { socket } = request;
      const count = (owed.get(socket) ?? 0) + 1;
      owed.set(socket, count);
      response.once('close', () => owed.set(socket, (owed.get(socket) ?? 1) - 1));
      if (count <= limits.pipelined) queue.run(socket, serve);
      else socket.destroy();
    },
  };
}

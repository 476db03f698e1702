// Who may connect, and how much one connection may ask for at once: bounds on sockets in all, per address, and on pipelined requests.
// What goes beyond them is cut without an answer, since an answer is what it would cost.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface AdmissionLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly pipelined: number;
}

export interface Admission {
  /** Counts a request until it is answered; false where its connection was cut for asking too much at once. */
  request(request: IncomingMessage, response: ServerResponse): boolean;
}

export function admitting(server: Server, limits: AdmissionLimits): Admission {
  const byAddress = new Map<string, number>();
  const owed = new WeakMap<Duplex, number>();
  server.maxConnections = limits.connections;
  // First of all listeners, so that nothing is read from a socket that is not let in.
  server.prependListener('connection', (socket: Socket) => {
    // An offer of another protocol brings its socket here again.
    if (owed.has(socket)) return;
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
  });
  return {
    request(request, response) {
      const { socket } = request;
      const count = (owed.get(socket) ?? 0) + 1;
      owed.set(socket, count);
      response.once('close', () => owed.set(socket, (owed.get(socket) ?? 1) - 1));
      if (count <= limits.pipelined) return true;
      socket.destroy();
      return false;
    },
  };
}

// The HTTP server with its limits: requests, malformed bytes, and upgrades, which go to the streams.
// Node hands every upgrade over, also those of HTTP/2 that some clients offer with each request; these are served as plain HTTP.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { admitting } from './admission.js';
import { handle } from './handle.js';
import { refuseMalformed, refuseSocket } from './malformed.js';
import type { Service } from './service.js';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface HttpServer {
  readonly server: Server;
  /** Destroys what the server itself has let go of: sockets of handshakes, refused or not. */
  cut(): void;
}

export function createHttpServer(service: Service, upgrade: UpgradeHandler): HttpServer {
  const { limits } = service;
  const detached = new Set<Duplex>();
  const latest = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      requireHostHeader: false,
    },
    (request, response) => {
      latest.set(request.socket, response);
      serve(request, response);
    },
  );
  const admission = admitting(server, limits);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    admission.request(request, response, () => handle(service, request, response));
  };
  const { traffic } = service;
  if (traffic !== undefined) server.on('connection', (socket) => traffic.numberOf(socket));
  server.maxHeadersCount = 0;
  server.on('clientError', (error, socket) => refuseMalformed(service, error, socket, isOwed(latest.get(socket))));
  server.on('checkExpectation', (request, response) => {
    response.setHeader('Connection', 'close');
    serve(request, response);
  });
  server.on('connect', (request, socket) => {
    admission.leave(socket);
    detach(detached, socket);
    const detail = 'expected a request to this service, got CONNECT';
    refuseSocket(service, socket, { status: 405, detail, target: request.url });
  });
  server.on('upgrade', (request, socket, seen) => {
    const head = Buffer.concat([seen, admission.leave(socket)]);
    if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      detach(detached, socket);
      upgrade(request, socket, head);
    } else {
      serveWithoutUpgrade(server, request, socket, head);
    }
  });
  return {
    server,
    cut: () => {
      for (const socket of detached) {
        socket.destroy();
      }
    },
  };
}

/** From here on only this set knows the socket. An error needs no handling of its own: the close that follows is acted on. */
function detach(detached: Set<Duplex>, socket: Duplex): void {
  detached.add(socket);
  socket.once('close', () => detached.delete(socket));
  socket.on('error', () => undefined);
}

/** Whether an answer is under way or owed to a whole request, so that another one would be mistaken for it. */
function isOwed(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.writableFinished && (response.headersSent || response.req.complete);
}

/**
 * Puts the request back on its socket without its offer and lets the server read it again, target and headers byte for byte. A turn
 * later, since the next offer may stand right behind this one: a thousand of them must not become a thousand frames of the stack.
 */
function serveWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { rawHeaders } = request;
  let text = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'upgrade') text += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`;
  }
  // The server adds this listener again; the others it removes by itself.
  socket.removeAllListeners('timeout');
  setImmediate(() => {
    if (socket.destroyed) return;
    server.emit('connection', socket);
    socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
  });
}

// The WebSocket side of the service on the port of HTTP: admits handshakes through the engine, refuses them as HTTP answers, keeps
// track of connections for the heartbeat and the end. One timer serves all connections and exists only while there are any.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import type { RawRequest, Refusal, StreamKind } from '../domain.js';
import { writeToSocket } from '../http/answer.js';
import { arrivalOf, refusedByWorld } from '../http/arrival.js';
import { givenAnswer } from '../http/exchange-listener.js';
import { renderGateway } from '../http/gateway.js';
import { logRequest } from '../http/log-request.js';
import { endGently, refuseSocket } from '../http/malformed.js';
import { pathOf, rawRequest } from '../http/raw-request.js';
import type { Service } from '../http/service.js';
import type { HandshakeListener } from '../http/traffic.js';
import { EventTexts } from './event-texts.js';
import { SendBuffers } from './send-buffers.js';
import { StreamConnection } from './stream-connection.js';

const STREAMS: Readonly<Record<string, StreamKind>> = { eventsStream: 'events', ticksStream: 'ticks' };
const MAX_FRAGMENTS = 64;
const NODES = 3;

export class Streams {
  readonly #service: Service;
  readonly #server: WebSocketServer;
  readonly #texts: EventTexts;
  readonly #sendBuffers: SendBuffers;
  readonly #open = new Map<WebSocket, StreamConnection>();
  /** Of handshakes under way, for those that turn out to be none. */
  readonly #heard = new WeakMap<IncomingMessage, HandshakeListener>();
  #heartbeat: NodeJS.Timeout | undefined;
  #tracked = 0;

  constructor(service: Service) {
    this.#service = service;
    this.#sendBuffers = new SendBuffers(service.limits.allSendBuffersBytes);
    this.#texts = new EventTexts(service.speech, service.engine.rules);
    // Its type declarations do not know closeTimeout yet.
    const options: ServerOptions & { readonly closeTimeout: number } = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      allowSynchronousEvents: false,
      maxPayload: service.limits.commandBytes,
      maxFragments: MAX_FRAGMENTS,
      closeTimeout: service.limits.closeMs,
    };
    this.#server = new WebSocketServer(options);
    this.#server.on('wsClientError', (error, socket, request) => {
      const answer = refuseSocket(service, socket, {
        status: 400,
        detail: `expected a WebSocket handshake, got: ${error.message}`,
        target: request.url,
      });
      this.#heard.get(request)?.refused(answer);
    });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { engine, router, answers } = this.#service;
    const raw = rawRequest(request, undefined, engine.clock.nowMs());
    const heard = this.#hear(raw, request, socket);
    const handshake: Handshake = { raw, request, socket, head, heard };
    const said = this.#service.gateway.before?.({ raw, isHandshake: true });
    if (said?.isCut === true) {
      socket.destroy();
      return;
    }
    if (said !== undefined) {
      const rendered = renderGateway(said);
      heard?.refused(givenAnswer(rendered));
      writeToSocket(socket, rendered);
      endGently(socket, this.#service.limits.closeMs);
      return;
    }
    try {
      const found = router.find(raw);
      const stream = STREAMS[found?.operation ?? ''];
      if (found === undefined) {
        this.#refuse(handshake, engine.refuseUnrouted(raw, router.methodsOf(pathOf(raw.target))), undefined);
        return;
      }
      const session = engine.authenticate(raw, { ...found, accountId: found.params['accountId'] ?? '' });
      if (session.refused) {
        this.#refuse(handshake, session, found.operation);
        return;
      }
      const arrival = arrivalOf(session, found.operation, true);
      if (!engine.rules.admits(arrival)) {
        heard?.refused(undefined);
        socket.destroy();
        return;
      }
      const worldly = engine.rules.refuses(arrival);
      if (worldly !== undefined) {
        this.#answer(handshake, refusedByWorld(this.#service, worldly, found.operation));
      } else if (stream === undefined || hasBody(request)) {
        const detail =
          stream === undefined ? 'expected the path of a stream for an upgrade' : 'expected a handshake without a body';
        this.#refuse(handshake, engine.refuse(400, 'REQUEST_INVALID', detail), found.operation);
      } else {
        const peer = new StreamConnection(this.#service, this.#texts, this.#sendBuffers);
        const connection = engine.connect(session, stream, peer);
        if (connection.refused) {
          this.#refuse(handshake, connection, found.operation);
          return;
        }
        socket.once('close', () => engine.disconnect(connection));
        const glued = engine.rules.gluesFirstFrames(arrival);
        if (glued) socket.cork();
        this.#server.handleUpgrade(request, socket, head, (webSocket) => {
          this.#track(webSocket, peer);
          peer.attach(webSocket, connection, heard);
          this.#log(raw, 101, undefined);
          if (glued) setTimeout(() => socket.uncork(), GLUE_MS);
        });
      }
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const answer = answers.refused(engine.refuse(500, 'SYSTEM_INTERNAL_ERROR', detail), undefined);
      this.#answer(handshake, answer);
    }
  }

  #hear(
    { method, target, headers }: RawRequest,
    request: IncomingMessage,
    socket: Duplex,
  ): HandshakeListener | undefined {
    const { traffic } = this.#service;
    if (traffic === undefined) return undefined;
    const connection = traffic.numberOf(socket);
    const heard = traffic.listener.handshake({ connection, method, target, headers });
    this.#heard.set(request, heard);
    return heard;
  }

  /** Says goodbye to every connection and cuts those that do not answer in time. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    const gone = [...this.#open].map(
      ([socket, peer]) =>
        new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
          peer.close('shutdown');
        }),
    );
    const timer = setTimeout(() => {
      for (const socket of this.#open.keys()) {
        socket.terminate();
      }
    }, GOODBYE_MS);
    await Promise.all(gone);
    clearTimeout(timer);
  }

  #track(socket: WebSocket, peer: StreamConnection): void {
    this.#open.set(socket, peer);
    this.#heartbeat ??= setInterval(() => this.#beat(), this.#service.limits.heartbeatMs);
    socket.on('error', () => socket.terminate());
    const age = setTimeout(() => peer.close('lifetime'), this.#lifetimeMs()).unref();
    socket.once('close', (code) => {
      clearTimeout(age);
      peer.detach(code);
      this.#open.delete(socket);
      if (this.#open.size === 0) {
        clearInterval(this.#heartbeat);
        this.#heartbeat = undefined;
      }
    });
  }

  /** The nodes take the streams in turn, and are emptied in turn. */
  #lifetimeMs(): number {
    const { drainMs, streamLifetimeMs } = this.#service.limits;
    const node = this.#tracked % NODES;
    this.#tracked += 1;
    const roundMs = NODES * drainMs;
    const sinceMs = (performance.now() + (NODES - node) * drainMs) % roundMs;
    return Math.min(streamLifetimeMs, roundMs - sinceMs);
  }

  #beat(): void {
    for (const peer of this.#open.values()) {
      peer.heartbeat();
    }
  }

  #refuse(handshake: Handshake, refusal: Refusal, operation: Parameters<Service['answers']['refused']>[1]): void {
    this.#answer(handshake, this.#service.answers.refused(refusal, operation));
  }

  #answer({ raw, request, socket, head, heard }: Handshake, answer: ReturnType<Service['answers']['refused']>): void {
    const { answers, gateway, limits } = this.#service;
    const asked = { raw, isHandshake: true };
    const rendered = answers.render(answer);
    const said = gateway.after?.(rendered, asked) ?? rendered;
    const code = gateway.closesRefused?.(said, asked);
    this.#log(raw, code === undefined ? said.status : 101, answer.refusal);
    if (code === undefined) {
      heard?.refused(givenAnswer(said));
      writeToSocket(socket, said);
      endGently(socket, limits.closeMs);
    } else {
      this.#server.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('error', () => webSocket.terminate());
        const stream = heard?.opened({ ping: () => false });
        if (stream !== undefined) webSocket.once('close', () => stream.closed('service', code));
        webSocket.close(code);
      });
    }
  }

  #log(raw: RawRequest, status: number, refusal: Refusal | undefined): void {
    logRequest(this.#service, { raw, status, durationMs: 0, refusal });
  }
}

interface Handshake {
  readonly raw: RawRequest;
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly heard: HandshakeListener | undefined;
}

/** So long first frames have to be there before the answer to the handshake leaves with them. */
const GLUE_MS = 20;

/** How long connections have for the closing handshake when the service ends. */
const GOODBYE_MS = 200;

function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined;
}

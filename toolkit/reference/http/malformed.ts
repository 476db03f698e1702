// Bytes that are no HTTP request, or never become a whole one: answered with the interface's error where an answer is still
// possible, then closed within a bounded time whatever the peer does.

import type { Duplex } from 'node:stream';
import { writeToSocket } from './answer.js';
import { givenAnswer } from './exchange-listener.js';
import { logRequest } from './log-request.js';
import type { Service } from './service.js';
import type { GivenAnswer } from './traffic.js';

interface Defect {
  readonly status: number;
  readonly expected: string;
}

const DEFECTS: Readonly<Record<string, Defect>> = {
  HPE_HEADER_OVERFLOW: { status: 431, expected: 'a smaller request header' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, expected: 'a whole request in time' },
};
const MALFORMED: Defect = { status: 400, expected: 'an HTTP/1.1 request' };

const ending = new WeakSet<Duplex>();

/** `error.code` is node's or its parser's; `busy` says that an answer is already on its way on this socket. */
export function refuseMalformed(
  service: Service,
  error: Error & { code?: string },
  socket: Duplex,
  busy: boolean,
): void {
  if (ending.has(socket)) return;
  const isGone = error.code === 'ECONNRESET' || error.code === 'EPIPE';
  const defect = DEFECTS[error.code ?? ''] ?? MALFORMED;
  const isAnswered = !busy && !isGone && socket.writable;
  if (!isGone) tellMalformed(service, error, socket, isAnswered ? defect.status : undefined);
  if (isAnswered) {
    const detail = `expected ${defect.expected}, got: ${error.message}`;
    refuseSocket(service, socket, { status: defect.status, detail });
  } else {
    socket.destroy();
  }
}

/** Node keeps the bytes of the packet in which its parser stopped. */
function tellMalformed(
  { traffic }: Service,
  error: Error & { rawPacket?: unknown },
  socket: Duplex,
  status: number | undefined,
): void {
  if (traffic === undefined) return;
  const bytes = error.rawPacket instanceof Uint8Array ? error.rawPacket : new Uint8Array(0);
  traffic.listener.malformed({ connection: traffic.numberOf(socket), bytes, reason: error.message, status });
}

interface SocketRefusal {
  readonly status: number;
  readonly detail: string;
  readonly target?: string | undefined;
}

/** Answers on a bare socket with REQUEST_INVALID and closes it. */
export function refuseSocket(
  service: Service,
  socket: Duplex,
  { status, detail, target = '-' }: SocketRefusal,
): GivenAnswer {
  const answer = service.answers.refused(service.engine.refuse(status, 'REQUEST_INVALID', detail), undefined);
  const rendered = service.answers.render(answer);
  writeToSocket(socket, rendered);
  endGently(socket, service.limits.closeMs);
  const receivedAtMs = service.engine.clock.nowMs();
  const raw = { method: '-', target, headers: [], body: new Uint8Array(0), remoteAddress: '', receivedAtMs };
  logRequest(service, { raw, status: answer.status, durationMs: 0, refusal: answer.refusal });
  return givenAnswer(rendered);
}

/** Reads on and throws away, so that the peer can read the answer; cuts it off after `withinMs`. */
export function endGently(socket: Duplex, withinMs: number): void {
  ending.add(socket);
  const timer = setTimeout(() => socket.destroy(), withinMs);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

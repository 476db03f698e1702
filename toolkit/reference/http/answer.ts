// An answer on its way to bytes: body through speech and rules, head with the service's own date. Written to an HTTP response, or
// to a bare socket where node hands over no response (refused handshakes, malformed requests).

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JsonValue } from '../../payload/json.js';
import type { Operation, Refusal } from '../domain.js';
import type { Engine } from '../engine/engine.js';
import type { AnswerFate } from '../rules/telling/transit.js';
import type { Speech } from '../speech/speech.js';

export interface Answer {
  readonly operation: Operation | undefined;
  readonly status: number;
  readonly body: JsonValue;
  /** Sent unchanged in place of the body. */
  readonly document?: string;
  /** Methods for `Allow`, of a 405. */
  readonly allow?: readonly string[];
  /** How long it is held back. */
  readonly delayMs?: number;
  /** What happens to it on its way, if it does not simply arrive. */
  readonly fate?: AnswerFate | undefined;
  /** Header names and values alternating, beside the ordinary ones. */
  readonly headers?: readonly string[] | undefined;
  /** Set for refusals, for the log. */
  readonly refusal?: Refusal;
}

/** An answer as it goes on the wire. */
export interface Rendered {
  readonly status: number;
  /** Names and values alternating. */
  readonly headers: string[];
  /** Text where the rules left the body as it was: node joins it with the head into one write. */
  readonly body: string | Uint8Array;
  /** Cuts the connection after so many bytes of the body. */
  readonly cut: number | undefined;
}

export class Answers {
  readonly #engine: Engine;
  readonly #speech: Speech;
  readonly #given = new Map<Operation | undefined, number>();

  constructor(engine: Engine, speech: Speech) {
    this.#engine = engine;
    this.#speech = speech;
  }

  refused(refusal: Refusal, operation: Operation | undefined): Answer {
    const status = this.#engine.rules.statusOf(refusal, operation);
    return { operation, status, body: this.#speech.refusal(refusal), refusal };
  }

  render(answer: Answer): Rendered {
    const { operation, status } = answer;
    const ordinal = this.#given.get(operation) ?? 0;
    this.#given.set(operation, ordinal + 1);
    const context = { operation, status, ordinal };
    const { rules, clock } = this.#engine;
    const text = answer.document ?? JSON.stringify(rules.amendBody(answer.body, { operation, status }));
    const encoded = Buffer.from(text);
    const { bytes, cut } = rules.httpBody(encoded, context);
    const headers = ['Date', httpDate(clock.nowMs()), 'Content-Length', String(bytes.byteLength)];
    const type = rules.contentType(context);
    if (type !== undefined) headers.push('Content-Type', type);
    if (answer.headers !== undefined) headers.push(...answer.headers);
    if (answer.allow !== undefined) headers.push('Allow', answer.allow.join(', '));
    if (status === 426) headers.push('Upgrade', 'websocket', 'Connection', 'Upgrade');
    return { status, headers, body: bytes === encoded && cut === undefined ? text : bytes, cut };
  }
}

export function writeResponse(response: ServerResponse, rendered: Rendered): void {
  response.sendDate = false;
  response.writeHead(rendered.status, rendered.headers);
  if (rendered.cut === undefined) {
    response.end(rendered.body);
  } else {
    response.write(upTo(rendered), () => response.destroy());
  }
}

/** Ends the socket after the answer. */
export function writeToSocket(socket: Duplex, rendered: Rendered): void {
  const { status, headers } = rendered;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let at = 0; at < headers.length; at += 2) {
    head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  }
  socket.write(`${head}Connection: close\r\n\r\n`);
  socket.end(upTo(rendered));
}

/** The body up to its cut. */
function upTo({ body, cut }: Rendered): string | Uint8Array {
  return typeof body === 'string' || cut === undefined ? body : body.subarray(0, cut);
}

let dateSecond = Number.NaN;
let dateText = '';

/** The `Date` of the service's clock, which control may have moved away from the machine's. */
function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1000).toUTCString();
  }
  return dateText;
}

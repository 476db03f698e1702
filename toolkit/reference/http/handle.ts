// One HTTP request from its bytes to its answer: route, admit (interface 5), perform (interface 4), write, log.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation, RawRequest } from '../domain.js';
import type { AnswerFate, Arrival } from '../rules/telling/transit.js';
import { type Answer, type Rendered, writeResponse } from './answer.js';
import { arrivalOf, refusedByWorld } from './arrival.js';
import { type BodyReading, readBody } from './body.js';
import { givenAnswer, hear, hearAnswer } from './exchange-listener.js';
import { renderGateway } from './gateway.js';
import { logRequest } from './log-request.js';
import { perform } from './operations.js';
import { pathOf, rawRequest } from './raw-request.js';
import type { Service } from './service.js';
import type { RequestListener } from './traffic.js';

export function handle(service: Service, request: IncomingMessage, response: ServerResponse): void {
  const startedNs = service.notes === undefined ? 0n : process.hrtime.bigint();
  const heard = service.traffic && hear(service.traffic, request, response);
  readBody(request, { limitBytes: service.limits.bodyBytes, budget: service.bodyBudget }, (body) => {
    const isWhole = typeof body !== 'string';
    heard?.whole(isWhole ? body : undefined);
    const raw = rawRequest(request, isWhole ? body : undefined, service.engine.clock.nowMs());
    const exchange = { request, response, heard, isUnfinished: !isWhole };
    const asked = { raw, isHandshake: false };
    const said = service.gateway.before?.(asked);
    if (said !== undefined) {
      write(service, exchange, said.isCut === true ? undefined : renderGateway(said));
      return;
    }
    const defect = hostDefect(request) ?? bodyDefect(body, service);
    const answer = defect === undefined ? answerTo(service, raw) : refusedEarly(service, defect);
    if (answer === undefined) {
      write(service, exchange, undefined);
      return;
    }
    const send = (): void => {
      const rendered = renderSafely(service, answer);
      const amended = rendered && service.gateway.after?.(rendered, asked);
      give(service, exchange, amended ?? rendered, answer.fate);
      if (service.notes !== undefined) {
        const durationMs = Number(process.hrtime.bigint() - startedNs) / 1e6;
        const { status, refusal, operation } = answer;
        logRequest(service, { raw, status, durationMs, refusal, operation });
      }
    };
    const { fate } = answer;
    const delayMs = (answer.delayMs ?? 0) + (fate?.delayMs ?? 0);
    const sendLater = (): void => {
      if (delayMs > 0) service.engine.clock.schedule(delayMs, send);
      else send();
    };
    if (fate?.until === undefined) sendLater();
    else void fate.until.then(sendLater, sendLater);
  });
}

/** Whatever goes wrong in the service itself becomes a 500 here; undefined for a request that is cut instead. */
function answerTo(service: Service, raw: RawRequest): Answer | undefined {
  let operation: Operation | undefined;
  try {
    const { engine, speech, answers, router } = service;
    const path = pathOf(raw.target);
    const found = router.find(raw);
    if (found === undefined) {
      const document = raw.method === 'GET' ? service.documents.get(path) : undefined;
      if (document !== undefined) return { operation, status: 200, body: null, document: document() };
      const allow = router.methodsOf(path);
      const answer = answers.refused(engine.refuseUnrouted(raw, allow), undefined);
      return answer.status === 405 ? { ...answer, allow } : answer;
    }
    operation = found.operation;
    const session = engine.authenticate(raw, { operation, accountId: found.params['accountId'] ?? '' });
    if (session.refused) return answers.refused(session, operation);
    const arrival = arrivalOf(session, found.operation, false);
    if (!engine.rules.admits(arrival)) return undefined;
    const worldly = engine.rules.refuses(arrival);
    if (worldly !== undefined) return withFate(engine, arrival, refusedByWorld(service, worldly, operation));
    const answer = perform(engine, speech, session, found);
    return withFate(engine, arrival, answer.refused ? answers.refused(answer, operation) : { operation, ...answer });
  } catch (error) {
    return refusedEarly(service, internalFailure(error), operation);
  }
}

function withFate({ rules }: Service['engine'], arrival: Arrival, answer: Answer): Answer {
  const fate = rules.answerFate(arrival, answer.status);
  return fate === undefined ? answer : { ...answer, fate };
}

/** Sends the answer, whole or cut as its fate says, and tells the listener what was not sent. */
function give(
  service: Service,
  exchange: Exchange,
  rendered: Rendered | undefined,
  fate: AnswerFate | undefined,
): void {
  if (rendered === undefined || fate === undefined || fate.deliver === 'whole') {
    write(service, exchange, rendered);
  } else if (fate.deliver === 'cut-inside') {
    const body = typeof rendered.body === 'string' ? Buffer.from(rendered.body) : rendered.body;
    write(service, exchange, { ...rendered, body, cut: Math.floor(body.byteLength / 2) });
  } else {
    exchange.heard?.answered(givenAnswer(rendered), fate.deliver);
    if (fate.deliver === 'cut-before') exchange.response.destroy();
  }
}

/** A rule that throws leaves no answer that could be trusted; the connection is cut instead. */
function renderSafely({ answers }: Service, answer: Answer): Rendered | undefined {
  try {
    return answers.render(answer);
  } catch {
    return undefined;
  }
}

interface Defect {
  readonly status: number;
  readonly name: string;
  readonly detail: string;
}

function refusedEarly(service: Service, defect: Defect, operation?: Operation): Answer {
  const { engine, answers } = service;
  return answers.refused(engine.refuse(defect.status, defect.name, defect.detail), operation);
}

function internalFailure(error: unknown): Defect {
  return { status: 500, name: 'SYSTEM_INTERNAL_ERROR', detail: error instanceof Error ? error.message : String(error) };
}

/** RFC 9112, section 3.2; node would answer without the interface's error. */
function hostDefect(request: IncomingMessage): Defect | undefined {
  return request.headers.host === undefined && request.httpVersion === '1.1'
    ? { status: 400, name: 'REQUEST_INVALID', detail: 'expected a Host header, got none' }
    : undefined;
}

function bodyDefect(body: BodyReading, service: Service): Defect | undefined {
  if (typeof body !== 'string') return undefined;
  if (body === 'over-budget') {
    const detail = 'expected fewer bodies under way at once, got more than there is room for';
    return { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE', detail };
  }
  return {
    status: 413,
    name: 'REQUEST_TOO_LARGE',
    detail: `expected a body of at most ${service.limits.bodyBytes} bytes, got more`,
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly heard: RequestListener | undefined;
  /** More of the body may come: it is read on for a while, so that the peer can read the answer. */
  readonly isUnfinished: boolean;
}

/**
 * An answer that comes before the end of the request closes the connection, but not before the peer has had the time to read it:
 * closing on unread bytes would reset the connection and take the answer along. The request timeout bounds the wait.
 */
function write(
  service: Service,
  { request, response, heard, isUnfinished }: Exchange,
  rendered: Rendered | undefined,
): void {
  if (heard !== undefined) hearAnswer(heard, response, rendered);
  const bytes = rendered === undefined ? 0 : Buffer.byteLength(rendered.body);
  if (response.destroyed || rendered === undefined || !service.answerBudget.take(request.socket, bytes)) {
    response.destroy();
    return;
  }
  response.once('close', () => service.answerBudget.give(request.socket, bytes));
  if (!isUnfinished) {
    writeResponse(response, rendered);
    return;
  }
  response.sendDate = false;
  response.writeHead(rendered.status, [...rendered.headers, 'Connection', 'close']);
  response.write(rendered.body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, service.limits.closeMs);
  request.once('end', end);
  request.once('close', end);
}

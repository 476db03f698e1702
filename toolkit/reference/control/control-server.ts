// The control interface over HTTP, on a loopback port of its own: `POST /{action}` with a JSON object of text parameters answers the
// result members as JSON; `GET /` lists the actions. Not part of the interface, hence unsigned; a page in a browser may not call it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { readStrictJson } from '../../payload/strict-json.js';
import { CONTROL_ACTIONS, type ControlActionName, type ControlSurface } from '../../profile/control/actions.js';
import { quoted } from '../engine/control-values.js';
import { admitting } from '../http/admission.js';
import { type BodyReading, bodyBudgetOf, readBody } from '../http/body.js';
import { ByteBudget } from '../http/byte-budget.js';
import { hostNameOf, isLoopback } from '../http/loopback.js';
import { pathOf } from '../http/raw-request.js';
import type { ControlNote } from '../notes/note.js';
import { isOwnPage, type PageAnswer, type SandboxPage } from '../page/page-server.js';

const MAX_BODY_BYTES = 64 * 1024;
/** For one or two programs on this machine. */
const LIMITS = { connections: 2_000, connectionsPerAddress: 2_000, pipelined: 64 } as const;
const TIMES = { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 30_000 };
const ALL_BODIES_BYTES = 16 * 1024 * 1024;
/** Of answers that nobody has read yet; a connection that would hold more is cut. */
const ALL_ANSWERS_BYTES = 16 * 1024 * 1024;

interface Reply {
  readonly status: number;
  readonly body: JsonValue;
}

/** `page` has buttons for the actions, and is the only page that may call them. */
export function createControlServer(
  surface: ControlSurface,
  write?: (note: ControlNote) => void,
  page?: SandboxPage,
): Server {
  const budget = bodyBudgetOf(ALL_BODIES_BYTES);
  const unread = new ByteBudget<Duplex>(ALL_ANSWERS_BYTES, (connection) => connection.destroy());
  const server = createServer(TIMES, (request, response) => {
    admission.request(request, response, () => serve(request, response));
  });
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const shown = page?.answer(request);
    if (shown !== undefined) {
      send(response, unread, shown);
      return;
    }
    readBody(request, { limitBytes: MAX_BODY_BYTES, budget }, (body) => {
      const isOwn = page !== undefined && isOwnPage(request);
      void replyTo(surface, request, body, isOwn).then((reply) => {
        const action = pathOf(request.url ?? '/').slice(1);
        write?.({ kind: 'control', action, status: reply.status, answer: reply.body });
        send(response, unread, asAnswer(reply));
      });
    });
  };
  const admission = admitting(server, LIMITS);
  return server;
}

async function replyTo(
  surface: ControlSurface,
  request: IncomingMessage,
  body: BodyReading,
  isOwn: boolean,
): Promise<Reply> {
  const path = pathOf(request.url ?? '/');
  const stranger = isOwn ? undefined : strangerIn(request);
  if (stranger !== undefined) return failure(403, stranger);
  if (request.method === 'GET' && path === '/') return { status: 200, body: { actions: listing() } };
  if (request.method !== 'POST') {
    return failure(
      405,
      `expected POST /{action} with a JSON object, got ${request.method ?? ''} ${path}; GET / lists the actions`,
    );
  }
  const params = readParams(body);
  if (typeof params === 'string') return failure(400, params);
  try {
    // The surface itself refuses a name that is none, and says which there are.
    return { status: 200, body: await surface.perform(path.slice(1) as ControlActionName, params) };
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof RangeError || error instanceof TypeError) {
      return failure(surface.has(path.slice(1) as ControlActionName) ? 400 : 404, error.message);
    }
    return failure(500, error instanceof Error ? error.message : String(error));
  }
}

/** A page in a browser shows itself by its Origin or Sec-Fetch-Site, one behind a name that was rebound to loopback by its Host. */
function strangerIn({ headers }: IncomingMessage): string | undefined {
  if (headers.origin !== undefined) {
    return 'a page of a browser may not control this service (request with an Origin header)';
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') {
    return 'a page of a browser may not control this service (request with a Sec-Fetch-Site header)';
  }
  const host = hostNameOf(headers.host ?? '');
  return headers.host === undefined || isLoopback(host)
    ? undefined
    : `expected a Host of this machine, such as 127.0.0.1, got ${quoted(host)}`;
}

function readParams(body: BodyReading): Readonly<Record<string, string>> | string {
  if (body === 'over-budget') return 'expected fewer bodies under way at once, got more than there is room for';
  if (body === 'too-large') return `expected a body of at most ${MAX_BODY_BYTES} bytes, got more`;
  if (body.byteLength === 0) return {};
  const { value, defects } = readStrictJson(body, { maxDepth: 4 });
  if (defects[0] !== undefined || !isJsonObject(value)) {
    return `expected a JSON object of text parameters: ${defects[0]?.message ?? 'got another value'}`;
  }
  const params: Record<string, string> = {};
  for (const [name, param] of Object.entries(value)) {
    if (typeof param !== 'string') return `${name}: expected text, got ${JSON.stringify(param)}`;
    params[name] = param;
  }
  return params;
}

function listing(): JsonValue {
  return Object.entries(CONTROL_ACTIONS).map(([name, { summary, params, returns }]) => ({
    action: name,
    summary,
    params,
    returns,
  }));
}

function failure(status: number, message: string): Reply {
  return { status, body: { error: message } };
}

function asAnswer({ status, body }: Reply): PageAnswer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) };
}

function send(response: ServerResponse, unread: ByteBudget<Duplex>, { status, headers, body }: PageAnswer): void {
  if (response.destroyed || response.headersSent) return;
  const { socket } = response.req;
  if (!unread.take(socket, body.byteLength)) {
    response.destroy();
    return;
  }
  response.once('close', () => unread.give(socket, body.byteLength));
  response.writeHead(status, { ...headers, 'Content-Length': body.byteLength });
  response.end(body);
}

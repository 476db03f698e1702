// The control interface over HTTP, on a loopback port of its own: `POST /{action}` with a JSON object of text parameters answers the
// result members as JSON; `GET /` lists the actions. Not part of the interface, hence unsigned; a page in a browser may not call it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { readStrictJson } from '../../payload/strict-json.js';
import { CONTROL_ACTIONS, type ControlActionName, type ControlSurface } from '../../profile/control/actions.js';
import { readBody } from '../http/body.js';
import { pathOf } from '../http/raw-request.js';
import type { ControlNote } from '../notes/note.js';

const MAX_BODY_BYTES = 64 * 1024;

interface Reply {
  readonly status: number;
  readonly body: JsonValue;
}

export function createControlServer(surface: ControlSurface, write?: (note: ControlNote) => void): Server {
  return createServer((request, response) => {
    readBody(request, MAX_BODY_BYTES, (body) => {
      void replyTo(surface, request, body).then((reply) => {
        const action = pathOf(request.url ?? '/').slice(1);
        write?.({ kind: 'control', action, status: reply.status, answer: reply.body });
        send(response, reply);
      });
    });
  });
}

async function replyTo(
  surface: ControlSurface,
  request: IncomingMessage,
  body: Uint8Array | undefined,
): Promise<Reply> {
  const path = pathOf(request.url ?? '/');
  if (request.headers.origin !== undefined) {
    return failure(403, 'a page of a browser may not control this service (request with an Origin header)');
  }
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

function readParams(body: Uint8Array | undefined): Readonly<Record<string, string>> | string {
  if (body === undefined) return `expected a body of at most ${MAX_BODY_BYTES} bytes, got more`;
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

function send(response: ServerResponse, { status, body }: Reply): void {
  if (response.destroyed || response.headersSent) return;
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.byteLength });
  response.end(bytes);
}

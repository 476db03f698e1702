// What may stand before a service: a firewall, a balancer, a lock. It answers in the place of the service, or amends what that says.
// The interface knows none of it; a correct service may stand behind one.
import type { RawRequest } from '../domain.js';
import type { Rendered } from './answer.js';

/** A request as a gateway sees it: nothing about it has been judged. */
export interface GatewayRequest {
  readonly raw: RawRequest;
  readonly isHandshake: boolean;
}

/** What a gateway says by itself. */
export interface GatewayAnswer {
  readonly status: number;
  readonly body?: string;
  /** `text/html` when there is a body and no other is named. */
  readonly contentType?: string;
  /** Names and values alternating. */
  readonly headers?: readonly string[];
  /** The connection ends instead. */
  readonly isCut?: boolean;
}

export interface Gateway {
  /** An answer keeps the request from the service. */
  readonly before?: (request: GatewayRequest) => GatewayAnswer | undefined;
  /** The answer of the service on its way out; whoever counts refusals counts them here. */
  readonly after?: (answer: Rendered, request: GatewayRequest) => Rendered;
  /** Whether a refused handshake is opened and closed at once instead, with this code. */
  readonly closesRefused?: (answer: Rendered, request: GatewayRequest) => number | undefined;
}

/** Several gateways as one: the first that answers wins, amendments come one after the other. */
export function gatewayOf(gateways: readonly Gateway[]): Gateway {
  return {
    before: (request) => firstOf(gateways, (gateway) => gateway.before?.(request)),
    after: (answer, request) => gateways.reduce((said, gateway) => gateway.after?.(said, request) ?? said, answer),
    closesRefused: (answer, request) => firstOf(gateways, (gateway) => gateway.closesRefused?.(answer, request)),
  };
}

export function renderGateway({ status, body = '', contentType, headers = [] }: GatewayAnswer): Rendered {
  const type = body === '' ? contentType : (contentType ?? 'text/html');
  const length = ['Content-Length', String(Buffer.byteLength(body))];
  return {
    status,
    headers: [...length, ...(type === undefined ? [] : ['Content-Type', type]), ...headers],
    body,
    cut: undefined,
  };
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

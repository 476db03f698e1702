// What may stand before a service: a firewall, a balancer, a lock. It answers in the place of the service, or amends what that says.
// The interface knows none of it; a correct service may stand behind one.
import type { RawRequest } from '../domain.js';
import type { Rendered } from './answer.js';

/** A request as a front sees it: nothing about it has been judged. */
export interface FrontRequest {
  readonly raw: RawRequest;
  readonly isHandshake: boolean;
}

/** What a front says by itself. */
export interface FrontAnswer {
  readonly status: number;
  readonly body?: string;
  /** `text/html` when there is a body and no other is named. */
  readonly contentType?: string;
  /** Names and values alternating. */
  readonly headers?: readonly string[];
  /** The connection ends instead. */
  readonly isCut?: boolean;
}

export interface Front {
  /** An answer keeps the request from the service. */
  readonly before?: (request: FrontRequest) => FrontAnswer | undefined;
  /** The answer of the service on its way out; whoever counts refusals counts them here. */
  readonly after?: (answer: Rendered, request: FrontRequest) => Rendered;
  /** Whether a refused handshake is opened and closed at once instead, with this code. */
  readonly closesRefused?: (answer: Rendered, request: FrontRequest) => number | undefined;
}

/** Several fronts as one: the first that answers wins, amendments come one after the other. */
export function frontOf(fronts: readonly Front[]): Front {
  return {
    before: (request) => firstOf(fronts, (front) => front.before?.(request)),
    after: (answer, request) => fronts.reduce((said, front) => front.after?.(said, request) ?? said, answer),
    closesRefused: (answer, request) => firstOf(fronts, (front) => front.closesRefused?.(answer, request)),
  };
}

export function renderFront({ status, body = '', contentType, headers = [] }: FrontAnswer): Rendered {
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

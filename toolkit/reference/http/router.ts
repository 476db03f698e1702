// From method and path to an operation (interface 4). The path is only looked at here: the raw target goes on to the signature
// check untouched. One router serves every service that speaks the same routes.

import findMyWay from 'find-my-way';
import type { JsonValue } from '../../payload/json.js';
import { kept } from '../../payload/kept.js';
import type { Operation, RawRequest } from '../domain.js';
import type { Asked, PathParams, SpeechRoute } from '../speech/speech.js';
import { pathOf, queryOf } from './raw-request.js';

export interface FoundRoute {
  readonly operation: Operation;
  readonly params: PathParams;
  /** The request has no body to read. */
  readonly bodiless: boolean;
}

export interface Router {
  find(request: Pick<RawRequest, 'method' | 'target' | 'body'>): FoundRoute | undefined;
  /** The methods that the path would answer; empty for a path of nothing. */
  methodsOf(path: string): readonly string[];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const MAX_SEGMENT_CHARS = 256;

const routers = new WeakMap<readonly SpeechRoute[], Router>();

export function routerOf(routes: readonly SpeechRoute[]): Router {
  return kept(routers, routes, () => createRouter(routes));
}

function createRouter(routes: readonly SpeechRoute[]): Router {
  const tree = findMyWay({ caseSensitive: true, maxParamLength: MAX_SEGMENT_CHARS });
  for (const route of routes) {
    const beside = routes.filter(({ method, path }) => method === route.method && path === route.path);
    if (beside[0] === route) tree.on(route.method, route.path, unused, beside);
  }
  return {
    find: (request) => {
      const { method, target } = request;
      const found = isRouted(method) ? tree.find(method, pathOf(target)) : null;
      // What was stored with the path above.
      return found === null ? undefined : nearest(found.store as readonly SpeechRoute[], found.params, request);
    },
    methodsOf: (path) => METHODS.filter((method) => tree.find(method, path) !== null),
  };
}

/** Of the routes that share a path, the one that the request comes nearest to. */
function nearest(
  beside: readonly SpeechRoute[],
  params: PathParams,
  { target, body }: Pick<RawRequest, 'target' | 'body'>,
): FoundRoute | undefined {
  const [first] = beside;
  if (first === undefined) return undefined;
  const found = ({ operation, bodiless = false }: SpeechRoute, said: PathParams): FoundRoute => ({
    operation,
    bodiless,
    params: said,
  });
  if (beside.every(({ fits }) => fits === undefined)) return found(first, params);
  const contested = beside.some(({ operation }) => operation !== first.operation);
  const asked: Asked = { params, query: queryOf(target), json: () => jsonOf(body), contested };
  const tried = beside.map((route) => ({ route, ...(route.fits?.(asked) ?? { misses: 0, params }) }));
  const best = tried.reduce((one, other) => (other.misses < one.misses ? other : one));
  return found(best.route, best.params);
}

/** Only to find the route: what is wrong with the body is told once its signature holds. */
function jsonOf(body: Uint8Array): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(Buffer.from(body).toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}

/** The tree wants a handler per route; ours is the route in its store. */
function unused(): void {}

function isRouted(method: string): method is (typeof METHODS)[number] {
  return (METHODS as readonly string[]).includes(method);
}

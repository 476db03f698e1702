// From method and path to an operation (interface 4). The path is only looked at here: the raw target goes on to the signature
// check untouched. One router serves every service that speaks the same routes.

import findMyWay from 'find-my-way';
import { kept } from '../../base/kept.js';
import type { Operation, RawRequest } from '../domain.js';
import type { PathParams, SpeechRoute } from '../speech/speech.js';
import { pathOf } from './raw-request.js';

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
      return found === null ? undefined : bestOf(found.store as readonly SpeechRoute[], found.params, request);
    },
    methodsOf: (path) => METHODS.filter((method) => tree.find(method, path) !== null),
  };
}

/** Of the routes that share a path, the one that the request fits best. */
function bestOf(
  beside: readonly SpeechRoute[],
  params: PathParams,
  { target, body }: Pick<RawRequest, 'target' | 'body'>,
): FoundRoute | undefined {
  const [first] = beside;
  if (first === undefined) return undefined;
  const isAlone = beside.length === 1;
  const tried = beside.map((route) => ({
    route,
    ...(route.fits?.({ target, body, isAlone }) ?? { rank: 0, params }),
  }));
  const { route, params: said } = tried.reduce((best, one) => (one.rank > best.rank ? one : best));
  return { operation: route.operation, bodiless: route.bodiless ?? false, params: said };
}

/** The tree wants a handler per route; ours is the route in its store. */
function unused(): void {}

function isRouted(method: string): method is (typeof METHODS)[number] {
  return (METHODS as readonly string[]).includes(method);
}

// From method and path to an operation (interface 4). The path is only looked at here: the raw target goes on to the signature
// check untouched. One router serves every service that speaks the same routes.

import findMyWay from 'find-my-way';
import { kept } from '../../payload/kept.js';
import type { Operation } from '../domain.js';
import type { PathParams, SpeechRoute } from '../speech/speech.js';

export interface FoundRoute {
  readonly operation: Operation;
  readonly params: PathParams;
  /** The request has no body to read. */
  readonly bodiless: boolean;
}

export interface Router {
  find(method: string, path: string): FoundRoute | undefined;
  /** The methods that the path would answer; empty for a path of nothing. */
  methodsOf(path: string): readonly string[];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];
const MAX_SEGMENT_CHARS = 256;

const routers = new WeakMap<readonly SpeechRoute[], Router>();

export function routerOf(routes: readonly SpeechRoute[]): Router {
  return kept(routers, routes, () => createRouter(routes));
}

function createRouter(routes: readonly SpeechRoute[]): Router {
  const tree = findMyWay({ caseSensitive: true, maxParamLength: MAX_SEGMENT_CHARS });
  for (const route of routes) {
    tree.on(route.method, route.path, unused, route);
  }
  const find = (method: Method, path: string): FoundRoute | undefined => {
    const found = tree.find(method, path);
    if (found === null) return undefined;
    // What was stored with the route above.
    const { operation, bodiless = false } = found.store as SpeechRoute;
    return { operation, bodiless, params: found.params };
  };
  return {
    find: (method, path) => (isRouted(method) ? find(method, path) : undefined),
    methodsOf: (path) => METHODS.filter((method) => find(method, path) !== undefined),
  };
}

/** The tree wants a handler per route; ours is the route in its store. */
function unused(): void {}

function isRouted(method: string): method is Method {
  return (METHODS as readonly string[]).includes(method);
}

// Which operation of a description is which request: those that the interface shows by their path, the others by method, path, names and
// what they answer (interface 4).
import { type RequestName, STATED_REQUESTS, UNSTATED_REQUESTS } from '../../profile/dialect/dialect.js';
import { STATED_PATHS } from '../../profile/dialect/stated-paths.js';
import { findCollection, findHolder } from '../binding/collections.js';
import { plain, tokensOf } from '../meaning/names.js';
import type { DescribedOperation } from './operations.js';

export interface FoundRequests {
  readonly requests: ReadonlyMap<RequestName, DescribedOperation>;
  /** What all paths begin with before the stated ones: part of the base URL. */
  readonly prefix: string;
  /** Operations that change trading state and that no request of the dialect is. */
  readonly unused: readonly DescribedOperation[];
}

type Unstated = (typeof UNSTATED_REQUESTS)[number];

export function findRequests(operations: readonly DescribedOperation[]): FoundRequests {
  const prefix = prefixOf(operations);
  const requests = new Map<RequestName, DescribedOperation>();
  for (const name of STATED_REQUESTS) {
    const { method, path } = STATED_PATHS[name];
    const found = operations.find((one) => one.method === method && skeleton(one.path) === prefix + skeleton(path));
    if (found !== undefined) requests.set(name, found);
  }
  const left = operations.filter((one) => ![...requests.values()].includes(one) && !isStatedPath(one, prefix));
  const scored = UNSTATED_REQUESTS.flatMap((name) =>
    left.map((operation) => ({ name, operation, score: SCORES[name](clues(operation)) })),
  );
  scored.sort((one, other) => other.score - one.score);
  for (const { name, operation, score } of scored) {
    if (score < LEAST || requests.has(name) || [...requests.values()].includes(operation)) continue;
    requests.set(name, operation);
  }
  const unused = left.filter((one) => one.method !== 'GET' && ![...requests.values()].includes(one));
  return { requests, prefix, unused };
}

const LEAST = 50;

/** A path with its parameters nameless. */
function skeleton(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/\/+$/, '');
}

function prefixOf(operations: readonly DescribedOperation[]): string {
  const [{ path: orders }, { path: account }] = [STATED_PATHS.placeOrder, STATED_PATHS.account];
  for (const { path } of operations) {
    for (const stated of [orders, account].map(skeleton)) {
      const bare = skeleton(path);
      if (bare.endsWith(stated)) return bare.slice(0, -stated.length);
    }
  }
  return '';
}

/** The POST with the path of a stream models its commands (interface 4.5, rule 2). */
function isStatedPath({ path }: DescribedOperation, prefix: string): boolean {
  return [STATED_PATHS.eventsStream.path, STATED_PATHS.ticksStream.path].some(
    (stream) => skeleton(path) === prefix + skeleton(stream),
  );
}

interface Clues {
  readonly method: string;
  /** Words of path, id and tags; those of the summary are apart, since they say much. */
  readonly words: ReadonlySet<string>;
  readonly summary: ReadonlySet<string>;
  /** The last parameter of the path, where the path ends with one. */
  readonly ends: string;
  readonly pages: boolean;
  readonly holdsState: boolean;
  readonly operation: DescribedOperation;
}

function clues(operation: DescribedOperation): Clues {
  const { path, names, parameters, answer, method } = operation;
  const [id = '', ...rest] = names;
  const words = new Set([...tokensOf(path.replaceAll(/\{[^{}]*\}/g, ' ')), ...tokensOf(id)]);
  return {
    method,
    words,
    summary: new Set(rest.flatMap(tokensOf)),
    ends: plain(/\{([^{}]*)\}$/.exec(path)?.[1] ?? ''),
    pages: parameters.some(
      ({ in: place, name }) => place === 'query' && /cursor|token|after|page|limit|from|since/i.test(name),
    ),
    holdsState:
      answer !== undefined &&
      findCollection(answer, 'orders') !== undefined &&
      findCollection(answer, 'positions') !== undefined &&
      findHolder(answer, ['balance', 'equity']) !== undefined,
    operation,
  };
}

function says({ words, summary }: Clues, wanted: RegExp): number {
  const has = (set: ReadonlySet<string>): boolean => [...set].some((word) => wanted.test(word));
  return has(words) ? 1 : has(summary) ? 0.5 : 0;
}

const ORDERS = /^orders?$/;
const POSITIONS = /^positions?$/;
const DEALS = /^(deals?|fills?|executions?|trades)$/;
const PAST = /^(history|historical|closed|finished|archive|archived|completed|past|old|done|final)$/;

const SCORES: Readonly<Record<Unstated, (clues: Clues) => number>> = {
  snapshot: (one) =>
    one.method !== 'GET'
      ? 0
      : (one.holdsState ? 80 : 0) + 40 * says(one, /^(snapshot|portfolio|state|summary|now)$/) - (one.pages ? 30 : 0),
  orderHistory: (one) =>
    one.method !== 'GET'
      ? 0
      : 35 * says(one, ORDERS) +
        35 * says(one, PAST) +
        (one.pages ? 15 : 0) +
        answers(one, 'orders') -
        40 * says(one, DEALS) -
        (one.holdsState ? 60 : 0),
  dealHistory: (one) =>
    one.method !== 'GET'
      ? 0
      : 50 * says(one, DEALS) +
        15 * says(one, PAST) +
        (one.pages ? 15 : 0) +
        answers(one, 'deals') -
        (one.holdsState ? 60 : 0),
  closePosition: (one) =>
    one.method === 'GET'
      ? 0
      : 45 * says(one, /^(close|closing|closure|closures|closeposition|liquidate|flatten|exit)$/) +
        25 * says(one, POSITIONS) +
        (one.method === 'DELETE' && /^position/.test(one.ends) ? 30 : 0) -
        (says(one, /^(all|bulk|batch)$/) > 0 ? 40 : 0),
  cancelOrder: (one) =>
    one.method === 'GET'
      ? 0
      : 45 *
          says(
            one,
            /^(cancel|cancels|cancellation|cancelation|cancelorder|withdraw|withdrawal|revoke|delete|remove)$/,
          ) +
        25 * says(one, ORDERS) +
        (one.method === 'DELETE' && /^order|^id$/.test(one.ends) ? 30 : 0) -
        (says(one, /^(all|bulk|batch)$/) > 0 ? 40 : 0),
};

/** Whether the answer holds what the collection is called. */
function answers({ operation: { answer } }: Clues, name: 'orders' | 'deals'): number {
  return answer !== undefined && findCollection(answer, name) !== undefined ? 20 : 0;
}

// What a request asked for, as far as it decides which entities its event shows.
import type { JsonObject } from '../../payload/json.js';
import { has, textAt } from './views.js';

/** Shared among all requests that ask for the same. */
export interface Wish {
  readonly type: string;
  readonly isProtected: boolean;
  readonly hasVolume: boolean;
}

/** There are a few kinds of requests; a journal that invents more gets an object for each. */
const MAX_WISHES = 100;
const WISHES = new Map<string, Wish>();

/** One object for all requests that ask for the same, since journals are long. */
export function wishOf(params: JsonObject | undefined): Wish | undefined {
  if (params === undefined) return undefined;
  const type = textAt(params, 'type') ?? '';
  const isProtected = has(params, 'stopLossPrice') || has(params, 'takeProfitPrice');
  const hasVolume = has(params, 'volume');
  const name = `${type} ${isProtected} ${hasVolume}`;
  const known = WISHES.get(name) ?? { type, isProtected, hasVolume };
  if (WISHES.size < MAX_WISHES) WISHES.set(name, known);
  return known;
}

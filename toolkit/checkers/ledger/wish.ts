// What a request asked for, as far as it decides which entities its event shows.
import type { JsonObject } from '../../payload/json.js';
import { has, textAt } from './views.js';

/** Shared among all requests that ask for the same. */
export interface Wish {
  readonly type: string;
  /** Which of stop loss and take profit stand with it. */
  readonly protection: 'none' | 'one' | 'both';
  readonly hasVolume: boolean;
}

/** There are a few kinds of requests; a journal that invents more gets an object for each. */
const MAX_WISHES = 100;
const WISHES = new Map<string, Wish>();

/** One object for all requests that ask for the same, since journals are long. */
export function wishOf(params: JsonObject | undefined): Wish | undefined {
  if (params === undefined) return undefined;
  const type = textAt(params, 'type') ?? '';
  const [stopLoss, takeProfit] = [has(params, 'stopLossPrice'), has(params, 'takeProfitPrice')];
  const protection = stopLoss && takeProfit ? 'both' : stopLoss || takeProfit ? 'one' : 'none';
  const hasVolume = has(params, 'volume');
  const name = `${type} ${protection} ${hasVolume}`;
  const known = WISHES.get(name) ?? ({ type, protection, hasVolume } as const);
  if (WISHES.size < MAX_WISHES) WISHES.set(name, known);
  return known;
}

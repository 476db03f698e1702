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
const WISHES: Wish[] = [];

/** One object for all requests that ask for the same, since journals are long. */
export function wishOf(params: JsonObject | undefined): Wish | undefined {
  if (params === undefined) return undefined;
  const type = textAt(params, 'type') ?? '';
  const [stopLoss, takeProfit] = [has(params, 'stopLossPrice'), has(params, 'takeProfitPrice')];
  const protection = stopLoss && takeProfit ? 'both' : stopLoss || takeProfit ? 'one' : 'none';
  const hasVolume = has(params, 'volume');
  const known = WISHES.find((one) => one.hasVolume === hasVolume && one.protection === protection && one.type === type);
  if (known !== undefined) return known;
  const wish: Wish = { type, protection, hasVolume };
  if (WISHES.length < MAX_WISHES) WISHES.push(wish);
  return wish;
}

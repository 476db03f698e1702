// Pages of a history collection, read one after the other as a client of a soak does.
import { isSuccessful } from '../../toolkit/base/is-successful.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { RoundContext } from './round-context.js';

type Collection = 'orderHistory' | 'dealHistory';
const PAGES = 4;
const PAGE_MS = 25;

export function pages(context: RoundContext, collection: Collection): Promise<void> {
  return walkThrough(context, collection, { limit: 1 + context.below(20), pages: PAGES, pauseMs: PAGE_MS });
}

/** So many pages at most, from the first one on. */
export async function walkThrough(
  context: RoundContext,
  collection: Collection,
  { limit, pages: most, pauseMs }: { readonly limit: number; readonly pages: number; readonly pauseMs?: number },
): Promise<void> {
  let cursor: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const exchange = await context.send(collection, cursor === undefined ? { limit } : { cursor, limit });
    cursor = cursorOf(context, collection, exchange);
    if (cursor === undefined) return;
    // A reader who takes a while, so that something comes about between two pages.
    if (pauseMs !== undefined) await pause(context.below(pauseMs), context.parts.signal).catch(() => undefined);
  }
}

function cursorOf(
  { parts }: RoundContext,
  collection: Collection,
  exchange: HttpExchange | undefined,
): string | undefined {
  const { status = 0, body } = exchange?.answer ?? {};
  if (!isSuccessful(status) || body === undefined) return undefined;
  const { dialect } = parts.target;
  try {
    const view = collection === 'orderHistory' ? dialect.readOrderHistory(body) : dialect.readDealHistory(body);
    const { cursor } = view;
    return typeof cursor === 'string' && cursor !== ''
      ? cursor
      : typeof cursor === 'number'
        ? String(cursor)
        : undefined;
  } catch {
    // The record says that the dialect failed.
    return undefined;
  }
}

// What a target documents of its collections of Trading History: interface 1 gives them an order (rule 4) and says what may stand beside
// a cursor (rule 5), unless stated otherwise for a collection or an operation. This is where a profile states it.

export type HistoryCollection = 'orderHistory' | 'dealHistory';

export interface StatedCollection {
  readonly order: 'ascending' | 'descending';
  /** What may stand beside a cursor: `limit` alone, or any filter. */
  readonly cursorWith: 'limit' | 'any';
}

/** As the profile writes it; what it leaves out is as the interface has it. */
export type StatedHistory = Readonly<Partial<Record<HistoryCollection, Partial<StatedCollection>>>>;

export function statedCollection(
  { history = {} }: { readonly history?: StatedHistory },
  collection: HistoryCollection,
): StatedCollection {
  return { order: 'ascending', cursorWith: 'limit', ...history[collection] };
}

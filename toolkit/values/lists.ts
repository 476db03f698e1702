// Special values of lists: where the bad item stands, how many there are, and what stands there twice.

export interface ListShape {
  readonly words: string;
  /** Good items around a bad one. */
  readonly of: <Item>(good: readonly Item[], bad: Item) => readonly Item[];
}

export const LISTS_WITH_ONE_BAD: readonly ListShape[] = [
  { words: 'it alone', of: (_good, bad) => [bad] },
  { words: 'it before the others', of: (good, bad) => [bad, ...good] },
  { words: 'it after the others', of: (good, bad) => [...good, bad] },
  { words: 'it among the others', of: (good, bad) => [...good.slice(0, 1), bad, ...good.slice(1)] },
  { words: 'it twice', of: (good, bad) => [bad, ...good, bad] },
  { words: 'a good one twice, and it', of: (good, bad) => [...good.slice(0, 1), ...good.slice(0, 1), bad] },
];

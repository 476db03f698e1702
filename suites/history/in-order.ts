// The order of rows (interface 1, rule 4): older to newer, unless the target states otherwise for a collection.
import type { CheckContext } from '../runner/context.js';
import { type Collection, type Item, itemsOf, type Page } from '../words/pages.js';
import { readSettled } from '../words/settled.js';

/**
 * The rows that have come since there were so many. What was there before may show when it began and be sorted by when it ended; what comes
 * now ends before the next one begins.
 */
export function rowsSince(
  t: CheckContext,
  collection: Collection,
  earlier: number,
): (pages: readonly Page[]) => readonly Item[] {
  return t.stated(collection).order === 'ascending'
    ? (pages) => itemsOf(pages).slice(earlier)
    : (pages) => itemsOf(pages).slice(0, itemsOf(pages).length - earlier);
}

/** The last item that shows another time than the one before it; -1 when all show the same. */
export function lastChange(items: readonly Item[]): number {
  return items.findLastIndex(({ time }, index, all) => index > 0 && time !== all[index - 1]?.time);
}

/**
 * Judges that the times of these rows of the pages go one way only; items of one second may come in any order. Rows that come while pages
 * are read may push newer ones to a later page, so that what is out of order counts once nothing is new.
 */
export async function expectInOrder(
  t: CheckContext,
  collection: Collection,
  read: () => Promise<readonly Page[]>,
  rowsOf: (pages: readonly Page[]) => readonly Item[],
): Promise<void> {
  const isAscending = t.stated(collection).order === 'ascending';
  const wrongOf = (pages: readonly Page[]): number => {
    const times = timesOf(rowsOf(pages));
    const steps = times.map((time, index) => time - (times[index - 1] ?? time));
    return steps.findIndex((step) => (isAscending ? step < 0 : step > 0));
  };
  const pages = await readSettled(t, read, (found) => wrongOf(found) < 0);
  const times = timesOf(rowsOf(pages));
  if (times.length < 2 || times.some(Number.isNaN)) {
    t.inconclusive(
      `the ${collection === 'orderHistory' ? 'orders' : 'deals'} show no readable times; bind them in the dialect`,
      pages,
    );
  }
  const wrong = wrongOf(pages);
  t.expect.that(wrong < 0, {
    expected: `times that never ${isAscending ? 'decrease' : 'increase'}`,
    actual: `item ${wrong} is ${isAscending ? 'older' : 'newer'} than the one before it`,
    evidence: pages,
  });
}

function timesOf(items: readonly Item[]): readonly number[] {
  return items.map(({ time }) => (typeof time === 'string' ? Date.parse(time) : Number.NaN));
}

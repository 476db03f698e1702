// A listing that begins with filters (interface 1, rule 5): its cursors go on with it, and stand beside no filter but limit, unless stated.
import type { CheckContext } from '../runner/context.js';
import { besideCursors, type Collection, type Page, pageOf } from '../words/pages.js';

/** Rows of a long past come on larger pages, so that there are no more. */
export const MANY_PAGES = 40;
const MOST_PAGES: number = 3 * MANY_PAGES;

/** The listing from its first page on; large pages without a limit. */
export async function followed(
  t: CheckContext,
  collection: Collection,
  filter: Parameters<typeof pageOf>[2],
  limit: number | undefined,
): Promise<readonly Page[]> {
  const size = limit === undefined ? {} : { limit };
  const pages = [await pageOf(t, collection, { ...filter, ...size })];
  for (let { cursor } = pages[0] ?? {}; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
    if (pages.length > MOST_PAGES) t.inconclusive(`${collection} has more than ${MOST_PAGES} pages`, pages.slice(-1));
    pages.push(await pageOf(t, collection, { ...besideCursors(t, collection, filter), cursor, ...size }));
  }
  return pages;
}

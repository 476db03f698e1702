// Faults of a listing that forgets between two pages which one it is (interface 1, rule 5).
import type { CursorContent, PageEnd } from '../../rules/telling/history.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const continues = violating('1', ['history.cursor-continues']);

/** A cursor goes on behind the latest page of this kind, whichever listing that was of. */
function goingOnBehind(kindOf: (page: Pick<PageEnd, 'collection' | 'accountId'>) => string) {
  return sharing(
    () => new Map<string, number>(),
    (ends) => ({
      cursorAdvance: amended((next, _last, page) => {
        ends.set(kindOf(page), next);
        return next;
      }),
      startOfPage: amended((next, cursor) => ends.get(kindOf(cursor)) ?? next),
    }),
  );
}

interface Walk {
  /** Cursors that were used, by where they go on. */
  readonly used: Set<number>;
  readonly beginsAt: number;
  pages: number;
}

const NONE: Walk = { used: new Set(), beginsAt: 0, pages: 0 };

/** What is remembered of the walk of a collection that began last. */
function remembering(startOf: (walk: Walk, cursor: CursorContent, limit: number) => number) {
  const nameOf = ({ accountId, collection }: Pick<PageEnd, 'collection' | 'accountId'>): string =>
    `${accountId} ${collection}`;
  return sharing(
    () => new Map<string, Walk>(),
    (walks) => ({
      cursorAdvance: amended((next, last, page) => {
        if (page.isFirst) walks.set(nameOf(page), { used: new Set(), beginsAt: last + 1 - page.rows, pages: 0 });
        const walk = walks.get(nameOf(page));
        if (walk !== undefined) walk.pages += 1;
        return next;
      }),
      startOfPage: amended((next, cursor, limit) =>
        limit === undefined ? next : startOf(walks.get(nameOf(cursor)) ?? NONE, cursor, limit),
      ),
    }),
  );
}

export const historyWalkFaults: readonly Fault[] = [
  continues('cursor-goes-on-behind-the-latest-page', {
    summary: 'A cursor goes on behind the page that was given last, also where that was of a second walk.',
    change: goingOnBehind(({ accountId, collection }) => `${accountId} ${collection}`),
  }),
  continues('cursor-goes-on-behind-the-other-collection', {
    summary:
      'A cursor goes on as far into its collection as the page that was given last, also where that was of the other.',
    change: goingOnBehind(({ accountId }) => accountId),
  }),
  continues('cursor-goes-on-behind-another-account', {
    summary:
      'A cursor goes on as far into its collection as the page that was given last, also where that was of another account.',
    change: goingOnBehind(({ collection }) => collection),
  }),
  continues('cursor-used-again-skips-a-page', {
    summary: 'A cursor that was used in a walk shows the page behind its own when it is used again.',
    change: remembering(({ used }, { next }, limit) => {
      const start = used.has(next) ? next + limit : next;
      used.add(next);
      return start;
    }),
  }),
  continues('cursor-counts-pages', {
    summary: 'A cursor counts the pages before it, as if each had had the size that is asked for now.',
    change: remembering(({ beginsAt, pages }, _cursor, limit) => beginsAt + pages * limit),
  }),
];

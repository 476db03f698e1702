// Lapses of collections and configuration (interface 1, rules 4 and 5; 2.4).
import { type Lapse, lapses } from './lapse.js';

const LOOPS = 12;

function decoded(cursor: string): string {
  try {
    return decodeURIComponent(cursor.replaceAll('+', ' '));
  } catch {
    return cursor.replaceAll('+', ' ');
  }
}

export const READ_LAPSES: readonly Lapse[] = lapses({
  'decodes-cursor': ['decodes cursors', 'history.client-opaque-cursor', { cursor: decoded }],
  'trims-cursor': [
    'trims padding and blanks off cursors',
    'history.client-opaque-cursor',
    { cursor: (cursor) => cursor.trim().replace(/=+$/, '') },
  ],
  'lower-cases-cursor': [
    'writes cursors in lower case',
    'history.client-opaque-cursor',
    { cursor: (cursor) => cursor.toLowerCase() },
  ],
  'encodes-cursor-twice': [
    'encodes cursors for the query twice',
    'history.client-opaque-cursor',
    { cursor: (cursor) => encodeURIComponent(cursor) },
  ],
  'shortens-cursor': [
    'keeps cursors in a column of 32 characters',
    'history.client-opaque-cursor',
    { cursor: (cursor) => cursor.slice(0, 32) },
  ],
  'filters-beside-cursor': [
    'repeats its filters beside a cursor',
    'history.client-cursor-alone',
    { besideCursor: (filters) => filters },
  ],
  'drops-ties': [
    'drops rows of the same time as the row before',
    'history.client-all-rows',
    {
      rows: (rows, last) =>
        rows.filter(({ time }, i) => time === undefined || time !== (i === 0 ? last?.time : rows[i - 1]?.time)),
    },
  ],
  'stops-early': ['reads the first page only', 'history.client-all-rows', { nextCursor: () => undefined }],
  'misses-last-page': [
    'stops before the page that has no cursor',
    'history.client-all-rows',
    { nextCursor: ({ cursor, pages }) => (pages >= 4 ? undefined : cursor) },
  ],
  'stops-at-short-page': [
    'takes a page with fewer rows than it asked for to be the last',
    'history.client-all-rows',
    { nextCursor: ({ cursor, rows, asked }) => (asked !== undefined && rows < asked ? undefined : cursor) },
  ],
  'loops-at-end': [
    'begins anew where the cursor is null',
    'history.client-all-rows',
    { nextCursor: ({ cursor, pages }) => cursor ?? (pages < LOOPS ? 'null' : undefined) },
  ],
  'shares-conditions': [
    'takes the conditions of one account for those of all',
    'configuration.client-conditions-per-account',
    { sharesConditions: true },
  ],
});

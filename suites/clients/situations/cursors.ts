// How cursors look (interface 1, rule 5): they are opaque, so that a service may write them as it likes.
import type { Situation } from './situation.js';

/** What stands around the cursor that the service made; a plus that came as a blank is read as it was meant. */
function written(id: string, summary: string, before: string, after: string): Situation {
  return {
    id,
    section: '1',
    points: [],
    summary,
    rules: ({ writtenCursor, readCursor }) => ({
      writtenCursor: (sealed) => `${before}${writtenCursor(sealed)}${after}`,
      readCursor: (text) => {
        const own = text.replaceAll(' ', '+');
        const isOwn = own.startsWith(before) && own.endsWith(after);
        return isOwn ? readCursor(own.slice(before.length, own.length - after.length)) : '';
      },
    }),
  };
}

export const paddedCursors: Situation = written(
  'padded-cursors',
  'Cursors look like padded base64 of the standard alphabet.',
  'a+/',
  '+/==',
);

export const markedCursors: Situation = written(
  'marked-cursors',
  'Cursors look like padded base64 that was encoded for an address.',
  'a+/%2F',
  '%2B+/==',
);

export const jsonCursors: Situation = written('json-cursors', 'Cursors look like JSON.', '{"after":"', '","page":2}');

export const reservedCursors: Situation = written(
  'reserved-cursors',
  'Cursors hold the characters that an address gives a meaning to.',
  '/?#&=%2B~',
  '&limit=1%20~',
);

const SHORT = 3;

export const shortPages: Situation = {
  id: 'short-pages',
  section: '1',
  points: ['history-paths'],
  summary: 'A page of history has three rows at most, whatever is asked for, and a cursor where there are more.',
  rules: ({ pageSize }) => ({
    pageSize: (limit, standard, most, isFirst) => Math.min(SHORT, pageSize(limit, standard, most, isFirst)),
  }),
};

// Legal pages of history: how many rows one has, and what the last of them says of a next (interface 1, rule 5).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import { amended } from '../../faults/algebra/edits.js';
import { sharing } from '../../faults/algebra/memory.js';
import type { Speech } from '../../speech/speech.js';
import { among, answering, type Habit } from '../algebra/index.js';

const sizes = among('page-size', '1', ['history-paths']);
const ends = among('last-page', '1', ['history-paths']);
const cursors = among('cursors', '1', []);
const rows = among('history-rows', '2.2', ['entity-fields']);

/** Ends the last page with that cursor, in the default dialect. */
function endingWith(cursor: JsonValue): (speech: Speech) => Speech {
  const edit = (body: JsonValue): JsonValue =>
    isJsonObject(body) && (body['next_cursor'] ?? null) === null ? { ...body, next_cursor: cursor } : body;
  return (speech) =>
    [answering('orderHistory', edit), answering('dealHistory', edit)].reduce((said, one) => one(said), speech);
}

/** Leaves the identifiers of rows out, in the default dialect. */
function withoutIdentifiers(list: 'orders' | 'deals', member: string): (speech: Speech) => Speech {
  const bare = (row: JsonValue): JsonValue => (isJsonObject(row) ? without(row, member) : row);
  const edit = (body: JsonValue): JsonValue => {
    const rows = isJsonObject(body) ? body[list] : undefined;
    return isJsonObject(body) && isJsonArray(rows) ? { ...body, [list]: rows.map(bare) } : body;
  };
  return answering(list === 'orders' ? 'orderHistory' : 'dealHistory', edit);
}

function without(row: JsonObject, member: string): JsonObject {
  const { [member]: _, ...rest } = row;
  return rest;
}

export const pageHabits: readonly Habit[] = [
  ...(
    [
      ['orders', 'order_id'],
      ['deals', 'deal_id'],
    ] as const
  ).map(([list, member]) =>
    rows(`history-of-${list}-without-identifiers`, {
      summary: `The rows of the history of ${list} have no identifiers.`,
      speech: withoutIdentifiers(list, member),
      dialect: 'default',
      alone: true,
      costs: [{ checks: '*', verdict: 'inconclusive', because: 'show' }],
    }),
  ),
  sizes('pages-of-three', {
    summary: 'A page of history has three rows at most, whatever is asked for.',
    settings: { historyPage: 3, historyPageMax: 3 },
  }),
  sizes('pages-of-three-or-more', {
    summary: 'A page of history has three rows, or as many as are asked for.',
    settings: { historyPage: 3, historyPageMax: 50 },
  }),
  sizes('pages-of-two-hundred', {
    summary: 'A page of history has two hundred rows.',
    settings: { historyPage: 200, historyPageMax: 200 },
  }),
  ends('last-page-with-empty-cursor', {
    summary: 'The cursor of the last page is empty.',
    speech: endingWith(''),
    dialect: 'default',
  }),
  ends('last-page-with-null-cursor', {
    summary: 'The cursor of the last page is null.',
    speech: endingWith(null),
    dialect: 'default',
  }),
  cursors('one-cursor-for-all-pages', {
    summary: 'The pages of a walk have one cursor, which goes on with each use.',
    rules: sharing(
      () => ({ given: 0, used: undefined as string | undefined, walks: new Map<string, string>() }),
      (memory) => ({
        readCursor: amended((text) => {
          memory.used = memory.walks.has(text) ? text : undefined;
          return memory.walks.get(text) ?? text;
        }),
        cursorAdvance: amended((next, _last, { isFirst }) => {
          if (isFirst) memory.used = undefined;
          return next;
        }),
        writtenCursor: amended((sealed) => {
          memory.given += 1;
          const name = memory.used ?? `walk-${memory.given}`;
          memory.walks.set(name, sealed);
          return name;
        }),
      }),
    ),
  }),
  cursors('cursors-used-once', {
    summary: 'A cursor that was used is refused when it is used again.',
    rules: sharing(
      () => ({ given: 0, open: new Map<string, string>() }),
      (memory) => ({
        readCursor: amended((text) => {
          const sealed = memory.open.get(text) ?? '';
          memory.open.delete(text);
          return sealed;
        }),
        writtenCursor: amended((sealed) => {
          memory.given += 1;
          memory.open.set(`once-${memory.given}`, sealed);
          return `once-${memory.given}`;
        }),
      }),
    ),
  }),
  cursors('cursors-of-the-latest-walk', {
    summary: 'A cursor is refused once another walk of its collection has begun.',
    rules: sharing(
      () => ({ begun: 0, latest: new Map<string, number>(), given: 0, used: 0 }),
      (memory) => ({
        cursorAdvance: amended((next, _last, page) => {
          if (page.isFirst) {
            memory.begun += 1;
            memory.latest.set(walkOf(page), memory.begun);
          }
          memory.given = memory.latest.get(walkOf(page)) ?? 0;
          return next;
        }),
        writtenCursor: amended((sealed) => `${memory.given}~${sealed}`),
        readCursor: amended((text) => {
          memory.used = Number.parseInt(text, 10);
          return text.slice(text.indexOf('~') + 1);
        }),
        acceptsCursor: amended(
          (accepts, _authentic, content) => accepts && memory.latest.get(walkOf(content)) === memory.used,
        ),
      }),
    ),
  }),
];

function walkOf({ accountId, collection }: { readonly accountId: string; readonly collection: string }): string {
  return `${accountId} ${collection}`;
}

// Legal pages of history: how many rows one has, and what the last of them says of a next (interface 1, rule 5).
import type { JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { Speech } from '../../speech/speech.js';
import { among, answering, type Habit } from '../algebra/index.js';

const sizes = among('page-size', '1', ['history-paths']);
const ends = among('last-page', '1', ['history-paths']);

/** Ends the last page with that cursor, in the default dialect. */
function endingWith(cursor: JsonValue): (speech: Speech) => Speech {
  const edit = (body: JsonValue): JsonValue =>
    isJsonObject(body) && (body['next_cursor'] ?? null) === null ? { ...body, next_cursor: cursor } : body;
  return (speech) =>
    [answering('orderHistory', edit), answering('dealHistory', edit)].reduce((said, one) => one(said), speech);
}

export const pageHabits: readonly Habit[] = [
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
];

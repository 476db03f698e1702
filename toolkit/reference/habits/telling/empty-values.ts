// Legal absence of what is empty (interface 2.2, 6; 1, rule 5): serializers that leave out lists without items, a false and a zero, such as
// those of Protocol Buffers, or that write one item without its list and none not at all.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { Speech } from '../../speech/speech.js';
import { among, answering, everyObject, type Habit, stating, telling } from '../algebra/index.js';

const emptiness = among('empty-values', '2.2', ['empty-payload-form', 'snapshot-extra', 'payload-member-names']);

const STATED = stating({ emptyValues: 'left-out' });

type Edit = (value: JsonValue) => JsonValue;

/** Edits what lists orders, positions, deals and rows. */
function listing(edit: Edit): (speech: Speech) => Speech {
  const messages = telling(['trading_state_snapshot', 'transaction_event'], (message) =>
    Object.fromEntries(Object.entries(message).map(([name, value]) => [name, edit(value)])),
  );
  return (speech) => [...answers(edit), messages].reduce((said, one) => one(said), speech);
}

function answers(edit: Edit): readonly ((speech: Speech) => Speech)[] {
  return (['snapshot', 'orderHistory', 'dealHistory'] as const).map((name) => answering(name, edit));
}

export const emptyValueHabits: readonly Habit[] = [
  emptiness('empty-lists-left-out', {
    summary: 'Lists of orders, positions, deals and rows that hold nothing are left out.',
    speech: listing(withoutLists),
    stated: STATED,
  }),
  emptiness('empty-lists-as-empty-text', {
    summary:
      'Lists of orders, positions, deals and rows that hold nothing are an empty text, as those are that were XML.',
    speech: listing(withTexts),
  }),
  emptiness('false-and-zero-left-out', {
    summary: 'A false beside a page and a zero of a quota are left out.',
    speech: (speech) =>
      [...answers(withoutFalse), answering('limits', withoutZero)].reduce((said, edit) => edit(said), speech),
    stated: STATED,
  }),
];

function withoutLists(value: JsonValue): JsonValue {
  return everyObject(value, (object) => keeping(object, (member) => !isEmpty(member)));
}

function withTexts(value: JsonValue): JsonValue {
  return everyObject(value, (object) =>
    Object.fromEntries(Object.entries(object).map(([name, member]) => [name, isEmpty(member) ? '' : member])),
  );
}

/** Of a page alone; what its rows show stays as it is. */
function withoutFalse(page: JsonValue): JsonValue {
  if (!isJsonObject(page)) return page;
  const bare = keeping(page, (member) => member !== false);
  return Object.fromEntries(
    Object.entries(bare).map(([name, member]) => [name, isJsonObject(member) ? withoutFalse(member) : member]),
  );
}

function withoutZero(value: JsonValue): JsonValue {
  return everyObject(value, (object) => keeping(object, (member) => member !== 0));
}

function keeping(object: JsonObject, isKept: (member: JsonValue) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, member]) => isKept(member)));
}

function isEmpty(value: JsonValue): boolean {
  return (isJsonArray(value) || isJsonObject(value)) && Object.keys(value).length === 0;
}

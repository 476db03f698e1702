// What a target sent that no message of the interface holds: a list where one figure belongs, a number beyond all figures, text that is no
// text. Forms are judged by the checks that are about them; a check that stumbles over such a thing is undecided for it, and no error of
// the suite. Everything that may be odd and right (interface: "not shown") is in form here.
import type { RecordDraft } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../../../toolkit/payload/json-kind.js';

export interface OutOfForm {
  readonly record: number;
  /** A sentence that names the place. */
  readonly what: string;
}

/** Members of views that hold more than one value. */
const HOLDERS = new Set([
  'orders',
  'positions',
  'deals',
  'accountState',
  'conditions',
  'periods',
  'upserted',
  'removedIds',
  'instruments',
  'items',
  'error',
  'respelled',
]);
const MOST_CHARACTERS = 4_000;
/** Digits of a figure written out; prices, volumes and amounts have some twenty. */
const MOST_DIGITS = 60;
const LARGEST = 1e18;
const MOST_ITEMS = 10_000;

/** The first thing out of form in these records, latest first, since a check stumbles over what came last. */
export function outOfForm(records: Iterable<RecordDraft & { readonly i: number }>): OutOfForm | undefined {
  let last: OutOfForm | undefined;
  for (const { i, kind, parsed } of records) {
    if (kind !== 'ok' && kind !== 'event') continue;
    const what = oddIn(memberOf(parsed, 'view'), '/view', true) ?? faultOf(memberOf(parsed, 'bodyFault'));
    if (what !== undefined) last = { record: i, what };
  }
  return last;
}

function faultOf(fault: JsonValue | undefined): string | undefined {
  return typeof fault === 'string' ? fault : undefined;
}

function oddIn(value: JsonValue | undefined, at: string, mayHold: boolean): string | undefined {
  if (typeof value === 'number') return Math.abs(value) > LARGEST ? `${at} is a number beyond all figures` : undefined;
  if (typeof value === 'string') return oddText(value, at);
  if (isJsonArray(value)) {
    if (!mayHold) return `${at} is a list`;
    if (value.length > MOST_ITEMS) return `${at} is a list of ${value.length}`;
    return firstOf(value.entries(), ([index, item]) => oddIn(item, `${at}/${index}`, true));
  }
  if (isJsonObject(value)) {
    if (!mayHold) return `${at} is an object`;
    return firstOf(Object.entries(value), ([name, item]) => oddIn(item, `${at}/${name}`, HOLDERS.has(name)));
  }
  return undefined;
}

function oddText(text: string, at: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return `${at} is text of ${text.length} characters`;
  if (/[\ud800-\udfff]/u.test(text)) return `${at} is text with half a character`;
  if (/^[+-]?[\d.]+(?:[eE][+-]?\d+)?$/.test(text)) {
    const exponent = Math.abs(Number(/[eE](.+)$/.exec(text)?.[1] ?? 0));
    if (text.length + exponent > MOST_DIGITS) return `${at} is a figure of more than ${MOST_DIGITS} digits`;
  }
  return undefined;
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

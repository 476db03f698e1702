// Interface 1, rule 3 on every message and answer: a text that is a date-time is one in UTC with the literal offset. Which members
// are date-times is left open: those that the profile binds as such are held to the form, other texts are known by their look.
// Numbers, requests and headers are never judged, nor is a bound text without a digit, which names no moment.
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { valuesAt } from '../../profile/dialect/reading/pointer.js';
import type { Checker, CheckerContext } from '../checker.js';
import { type Entry, isSuccess } from '../ledger/entry.js';
import { listOf } from '../ledger/views.js';
import { type DateTime, readDateTime } from '../predicates/date-time.js';

const LOOKS_LIKE = [
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?$/,
  // The form of HTTP headers, and numerals with the time of day, in any order of day, month and year.
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/,
  /^\d{1,4}[./]\d{1,2}[./]\d{1,4}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/,
];
/** Neither shorter nor longer than any spelling of a date-time: most texts are neither looked at nor matched. */
const SHORTEST = 14;
const LONGEST = 40;
const DEEPEST = 64;
/** The pattern that most profiles bind: a member of this name, wherever it lies. */
const ANYWHERE = /^\/\*\*\/([^/*~]+)$/;

type Surface = 'events' | 'snapshots' | 'history' | 'reads';

/** Members that hold date-times: by name wherever they lie, and by pattern. */
interface Bound {
  /** All of them, as the settings have them. */
  readonly members: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly string[];
}

export const dateTimes: Checker = {
  name: 'date-times',
  sees: ['answer', 'message'],
  summary: 'date-times are UTC in ISO 8601 with the offset +00:00, everywhere',
  requirements: ['time.format-in-events', 'time.format-in-snapshots', 'time.format-in-history', 'time.format-in-reads'],
  start: (context) => {
    const bound = boundBy(context);
    return {
      see(entry) {
        const surface = surfaceOf(entry);
        if (surface === undefined) return;
        for (const [text, read] of dateTimesOf(entry, bound)) {
          context.findings.judge(`time.format-in-${surface}`, read !== undefined, () => ({
            message: 'a date-time is not of the required form',
            expected: 'YYYY-MM-DDThh:mm:ss+00:00',
            actual: text.slice(0, LONGEST),
            evidence: [entry.i],
          }));
        }
      },
    };
  },
};

export const dateTimeFractions: Checker = {
  name: 'date-time-fractions',
  sees: ['answer', 'message'],
  summary: 'date-times show whole seconds',
  requirements: ['time.without-fraction'],
  start: (context) => {
    const bound = boundBy(context);
    return {
      see(entry) {
        if (surfaceOf(entry) === undefined) return;
        for (const [text, read] of dateTimesOf(entry, bound)) {
          if (read === undefined) continue;
          context.findings.judge('time.without-fraction', !read.hasFraction, () => ({
            message: 'a date-time shows fractions of a second',
            expected: 'YYYY-MM-DDThh:mm:ss+00:00',
            actual: text,
            evidence: [entry.i],
          }));
        }
      },
    };
  },
};

function boundBy({ dateTimeMembers }: CheckerContext): Bound {
  const names = dateTimeMembers.flatMap((pattern) => ANYWHERE.exec(pattern)?.[1] ?? []);
  return {
    members: dateTimeMembers,
    names: new Set(names),
    patterns: dateTimeMembers.filter((pattern) => !ANYWHERE.test(pattern)),
  };
}

/** Two checkers look at each entry, one after the other. */
let latest: { readonly entry: Entry; readonly members: readonly string[]; readonly times: DateTimes } | undefined;

/** The texts of an entry that are date-times, each once, with the moment where one is of the form. */
type DateTimes = readonly (readonly [text: string, read: DateTime | undefined])[];

const NONE: DateTimes = [];

function dateTimesOf(entry: Entry, bound: Bound): DateTimes {
  if (latest?.entry === entry && latest.members === bound.members) return latest.times;
  const texts = read(entry, bound);
  const times = texts.size === 0 ? NONE : [...texts].map((text) => [text, readDateTime(text)] as const);
  latest = { entry, members: bound.members, times };
  return times;
}

function read(entry: Entry, { names, patterns }: Bound): ReadonlySet<string> {
  const texts = new Set<string>();
  const content = contentOf(entry);
  collect(content, names, texts);
  for (const pattern of patterns) for (const { value } of valuesAt(pattern, content)) addMoment(texts, value);
  addTimes(entry, texts);
  return texts;
}

const LISTS = ['orders', 'positions', 'deals', 'items'] as const;

/** What the dialect reads as the time of an entity or of a tick. */
function addTimes(entry: Entry, texts: Set<string>): void {
  if (entry.type !== 'message' && entry.type !== 'answer') return;
  const { view } = entry;
  if (!isJsonObject(view)) return;
  for (const list of LISTS) for (const { time } of listOf(view, list) ?? []) addMoment(texts, time);
  addMoment(texts, view['time']);
}

function addMoment(texts: Set<string>, value: JsonValue | undefined): void {
  if (namesMoment(value)) texts.add(value);
}

function namesMoment(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && /\d/.test(value);
}

function surfaceOf(entry: Entry): Surface | undefined {
  if (entry.type === 'message') return entry.kind === 'trading_state_snapshot' ? 'snapshots' : 'events';
  // What else stands in the body of an error is left open.
  if (entry.type !== 'answer' || !isSuccess(entry)) return undefined;
  if (entry.request === 'snapshot') return 'snapshots';
  return entry.request === 'orderHistory' || entry.request === 'dealHistory' ? 'history' : 'reads';
}

function contentOf(entry: Entry): JsonValue {
  return entry.type === 'message' ? entry.message : entry.type === 'answer' ? entry.body : null;
}

function collect(value: JsonValue, names: ReadonlySet<string>, texts: Set<string>, depth = 0): void {
  if (typeof value === 'string') {
    const { length } = value;
    if (length < SHORTEST || length > LONGEST || !value.includes(':')) return;
    if (LOOKS_LIKE.some((form) => form.test(value))) texts.add(value);
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    if (isJsonArray(value)) {
      for (const inner of value) collect(inner, names, texts, depth + 1);
      return;
    }
    for (const name of Object.keys(value)) {
      const inner = value[name] ?? null;
      if (names.has(name) && namesMoment(inner)) texts.add(inner);
      else collect(inner, names, texts, depth + 1);
    }
  }
}

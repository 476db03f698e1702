// Interface 1, rule 3 on every message and answer: a text that is a date-time is one in UTC with the literal offset. Which members
// are date-times is left open, so texts are known by their look; numbers, requests and headers are never judged.
import type { JsonValue } from '../../payload/json.js';
import { type Checker, stateless } from '../checker.js';
import { type Entry, isSuccess } from '../ledger/entry.js';
import { readDateTime } from '../predicates/date-time.js';

const LOOKS_LIKE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
/** Neither shorter nor longer than any spelling of a date-time: most texts are neither looked at nor matched. */
const SHORTEST = 16;
const LONGEST = 40;
const DEEPEST = 64;

type Surface = 'events' | 'snapshots' | 'history' | 'reads';

export const dateTimes: Checker = stateless({
  name: 'date-times',
  summary: 'date-times are UTC in ISO 8601 with the offset +00:00, everywhere',
  requirements: ['time.format-in-events', 'time.format-in-snapshots', 'time.format-in-history', 'time.format-in-reads'],
  see(entry, { findings }) {
    const surface = surfaceOf(entry);
    if (surface === undefined) return;
    for (const text of dateTimesIn(contentOf(entry))) {
      findings.judge(`time.format-in-${surface}`, readDateTime(text) !== undefined, () => ({
        message: 'a date-time is not of the required form',
        expected: 'YYYY-MM-DDThh:mm:ss+00:00',
        actual: text,
        evidence: [entry.i],
      }));
    }
  },
});

export const dateTimeFractions: Checker = stateless({
  name: 'date-time-fractions',
  summary: 'date-times show whole seconds',
  requirements: ['time.without-fraction'],
  see(entry, { findings }) {
    if (surfaceOf(entry) === undefined) return;
    for (const text of dateTimesIn(contentOf(entry))) {
      const read = readDateTime(text);
      if (read === undefined) continue;
      findings.judge('time.without-fraction', !read.hasFraction, () => ({
        message: 'a date-time shows fractions of a second',
        expected: 'YYYY-MM-DDThh:mm:ss+00:00',
        actual: text,
        evidence: [entry.i],
      }));
    }
  },
});

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

function* dateTimesIn(value: JsonValue, depth = 0): Generator<string> {
  if (typeof value === 'string') {
    if (value.length >= SHORTEST && value.length <= LONGEST && LOOKS_LIKE.test(value)) yield value;
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    for (const inner of Object.values(value)) yield* dateTimesIn(inner, depth + 1);
  }
}

// Interface 1, rule 3: returned date-times are UTC in ISO 8601 with the literal offset, `<YYYY-MM-DD>T<hh:mm:ss>+00:00`.
// `Z` is UTC too, but not that shape. Fractions of a second are a deviation of their own, since only the shape rules them out.

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?\+00:00$/;

const DAY_MS = 86_400_000;

export interface DateTime {
  /** Milliseconds of the Unix epoch. */
  readonly epochMs: number;
  readonly hasFraction: boolean;
}

/** The moment that a well-formed date-time names; undefined for any other text, days that do not exist included. */
export function readDateTime(text: string): DateTime | undefined {
  const parts = SHAPE.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const midnight = Date.UTC(year, month - 1, day);
  // Date.UTC rolls 31 February over into March.
  const date = new Date(midnight);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || month > 12 || hour > 23 || minute > 59) return undefined;
  if (second > (mayEndWithLeapSecond(midnight, hour, minute) ? 60 : 59)) return undefined;
  const fraction = parts[7];
  return {
    epochMs:
      midnight + ((hour * 60 + minute) * 60 + second) * 1000 + (fraction === undefined ? 0 : Number(fraction) * 1000),
    hasFraction: fraction !== undefined,
  };
}

/** Leap seconds come at the end of a month in UTC, and nowhere else. */
function mayEndWithLeapSecond(midnight: number, hour: number, minute: number): boolean {
  return hour === 23 && minute === 59 && new Date(midnight + DAY_MS).getUTCDate() === 1;
}

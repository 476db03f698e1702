// A timestamp that is right but for a part of its calendar (interface 5.1; 5.3, rule 8): a month that was counted from one, a year of a
// week or of another calendar, hours of half a day. Told where exactly that part is off.

type Shift = readonly [how: string, years: number, months: number, hours: number];

const SHIFTS: readonly Shift[] = [
  ['a month', 0, 1, 0],
  ['a year', 1, 0, 0],
  ['a day', 0, 0, 24],
  ['a hundred years', 100, 0, 0],
  ['the 543 years of the Buddhist calendar', 543, 0, 0],
  ['the 1900 years that a date of C or Java leaves out', 1900, 0, 0],
];
/** Clocks differ, and a request takes its time. */
const NEAR_MS = 60_000;

/** `it is a month late`; undefined where no part alone is off. */
export function calendarShift(ms: number, nowMs: number): string | undefined {
  const now = new Date(nowMs);
  const moved = ([, years, months, hours]: Shift, by: 1 | -1): number => {
    const then = new Date(now);
    then.setUTCFullYear(now.getUTCFullYear() + by * years, now.getUTCMonth() + by * months);
    return then.getTime() + by * hours * 3_600_000;
  };
  for (const shift of SHIFTS) {
    if (Math.abs(moved(shift, 1) - ms) <= NEAR_MS) return `it is ${shift[0]} late`;
    if (Math.abs(moved(shift, -1) - ms) <= NEAR_MS) return `it is ${shift[0]} early`;
  }
  return undefined;
}

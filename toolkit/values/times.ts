// Special values of time: spans after which clocks look the same to a reader that keeps too few bits or only a part, and borders of the
// calendar with a second on either side.

export interface Span {
  readonly words: string;
  readonly ms: number;
}

const DAY_MS = 86_400_000;

/** Spans after which something is as it was: the hour, the day, the week, counters of 31 and 32 bits in milliseconds and seconds. */
export const WRAPPING_SPANS: readonly Span[] = [
  { words: 'a day', ms: DAY_MS },
  { words: 'seven days', ms: 7 * DAY_MS },
  { words: 'a year of 365 days', ms: 365 * DAY_MS },
  { words: '2^31 ms', ms: 2 ** 31 },
  { words: '2^32 ms', ms: 2 ** 32 },
  { words: '2^31 s', ms: 2 ** 31 * 1000 },
];

/** MomentSequence after `nowMs` at the ends of a month, a year and the longest February, each with the second before it. */
export function calendarBorders(nowMs: number): readonly Span[] {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const leap = leapAfter(year);
  const borders = [
    { words: 'the first of a month', ms: Date.UTC(year, month + 1, 1) },
    { words: 'the first of a year', ms: Date.UTC(year + 1, 0, 1) },
    { words: 'the first of March in a leap year', ms: Date.UTC(leap, 2, 1) },
  ];
  return borders.flatMap(({ words, ms }) => [
    { words: `the last second before ${words}`, ms: ms - 1000 },
    { words, ms },
  ]);
}

/** Years whose ends are among the moments below: weeks of one year are counted to another at few of them. */
const YEAR_ENDS = 3;
/** In both halves of the day, at its ends, and at those of an hour and a minute: each is a time that a reader may turn. */
const TIMES_OF_DAY = ['13:05:09', '00:30:00', '23:59:59', '06:00:00', '12:00:01', '21:47:33', '00:00:00', '18:59:00'];

/** Moments after `nowMs`, in order: in all seasons, on the last and the first day of some years, and on a leap day; at all times of day. */
export function acrossTheYears(nowMs: number): readonly Span[] {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const seasons = [1, 3, 5, 7, 9].map((later) => Date.UTC(year, month + later, 15));
  const ends = Array.from({ length: YEAR_ENDS }, (_, at) => Date.UTC(year + 1 + at, 0, 1)).flatMap((first) => [
    first - DAY_MS,
    first,
  ]);
  return [...seasons, ...ends, Date.UTC(leapAfter(year), 1, 29)]
    .filter((day) => day > nowMs + DAY_MS)
    .sort((one, other) => one - other)
    .map((day, at) => day + timeOfDayMs(at))
    .map((ms) => ({ words: new Date(ms).toISOString().slice(0, 10), ms }));
}

function timeOfDayMs(at: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = (TIMES_OF_DAY[at % TIMES_OF_DAY.length] ?? '').split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

function leapAfter(year: number): number {
  return [1, 2, 3, 4, 5, 6, 7, 8].map((more) => year + more).find(isLeap) ?? year + 4;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

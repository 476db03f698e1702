// Periods at the borders of the calendar (interface 6.2, rule 2): what starts or ends at the turn of a month, of a year or after a leap
// day, or a second before it, is scheduled like any other, and stands in the snapshot; in every season, its moments are those in UTC (1,
// rule 3).
import type { JsonValue } from '../../toolkit/payload/json.js';
import { acrossTheYears, calendarBorders } from '../../toolkit/values/times.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { filterTime } from '../words/pages.js';
import { CHANGE_PERIODS, createdPeriod, hmr } from '../words/streams/periods.js';

const DAY_MS = 86_400_000;
/** 03:07:37, of no whole minute. */
const MORNING_MS = ((3 * 60 + 7) * 60 + 37) * 1000;
/** The clock of the target is known to the second. */
const MARGIN_MS = 1500;
/** The middle of a day after the last second that a signed number of 32 bits counts. */
const BEYOND_32_BITS_MS = Date.UTC(2038, 1, 1, 12);

scenario({
  id: 'hmr.snapshot-complete/borders-of-the-calendar',
  title: 'shows in the snapshot every period that starts or ends at the turn of a month or a year, or a second before',
  purposes: [49],
  needs: { ...CHANGE_PERIODS, params: { 'hmr.upsert': ['starts_at', 'ends_at'] } },
  async run(t) {
    const nowMs = t.nowMs();
    const instruments = [t.account.instrument().name];
    const ids: string[] = [];
    for (const { ms } of calendarBorders(nowMs + DAY_MS)) {
      const starting = { starts_at: filterTime(ms), ends_at: filterTime(ms + DAY_MS) };
      const ending = { starts_at: filterTime(nowMs), ends_at: filterTime(ms) };
      for (const times of [starting, ending]) ids.push((await createdPeriod(t, instruments, times)).id);
    }
    const { snapshot } = await hmr(t, instruments);
    for (const id of ids) t.expect.lists(snapshot, 'periods', id);
  },
});

for (const { id, words, momentsAfter } of [
  {
    id: 'time.moment-is-utc/periods-in-every-season',
    words: 'in summer and in winter, at the turn of the year and on a leap day',
    momentsAfter: (ms: number) => acrossTheYears(ms).map((moment) => moment.ms),
  },
  {
    id: 'time.moment-is-utc/periods-beyond-32-bits',
    words: 'also where they lie beyond what 32 bits hold in seconds',
    // Apart from the others, since a target need not take periods of so late a time.
    momentsAfter: () => [BEYOND_32_BITS_MS, BEYOND_32_BITS_MS + DAY_MS],
  },
] as const) {
  scenario({
    id,
    title: `shows the start and the end of periods in UTC, ${words}`,
    // Which members a period has, and that they are what control was given, is not said.
    level: 'should',
    needs: { ...CHANGE_PERIODS, params: { 'hmr.upsert': ['starts_at', 'ends_at'] } },
    run: (t) => expectAsGiven(t, momentsAfter),
  });
}

async function expectAsGiven(t: CheckContext, momentsAfter: (ms: number) => readonly number[]): Promise<void> {
  const instruments = [t.account.instrument().name];
  // Whoever keeps whole minutes alone shows that by the near ones. An hour of the afternoon, by which a clock of twelve hours excused
  // itself, is none of theirs, whenever the check is made.
  const soonMs = Math.ceil(t.nowMs() / DAY_MS) * DAY_MS + MORNING_MS;
  const moments = [soonMs, soonMs + DAY_MS, ...momentsAfter(soonMs + DAY_MS)];
  const asked = new Map<string, readonly [number, number]>();
  for (let at = 0; at + 1 < moments.length; at += 2) {
    const [start = 0, end = 0] = moments.slice(at);
    const times = { starts_at: filterTime(start), ends_at: filterTime(end) };
    asked.set((await createdPeriod(t, instruments, times)).id, [start, end]);
  }
  const { snapshot } = await hmr(t, instruments);
  let judged = 0;
  for (const [id, [start, end]] of asked) {
    const period = snapshot.view.periods?.find((one) => one.id === id);
    for (const [name, askedMs, shown] of [
      ['starts', start, period?.start],
      ['ends', end, period?.end],
    ] as const) {
      const shownMs = momentOf(shown);
      // A text that names no moment is none only where those of the periods that are near do.
      if (shownMs === undefined && (typeof shown !== 'string' || judged < 2)) continue;
      const isAsAsked = shownMs !== undefined && Math.abs(shownMs - askedMs) <= MARGIN_MS;
      // What control makes of times that are near is the measure of those that are far.
      if (judged < 2 && !isAsAsked) {
        t.inconclusive('a period of tomorrow has other times than it was given', [snapshot]);
      }
      judged += 1;
      t.expect.that(isAsAsked, {
        expected: `a period that ${name} at ${filterTime(askedMs)}, as another one shows the times that it was given`,
        actual: String(shown),
        evidence: [snapshot],
      });
    }
  }
  if (judged <= 2) t.notApplicable('periods show no start and no end as text; bind them in the dialect');
}

function momentOf(shown: JsonValue | undefined): number | undefined {
  const ms = typeof shown === 'string' ? Date.parse(shown) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

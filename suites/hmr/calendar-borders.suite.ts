// Periods at the borders of the calendar (interface 6.2, rule 2): what starts or ends at the turn of a month, of a year or after a leap
// day, or a second before it, is scheduled like any other, and stands in the snapshot.
import { calendarBorders } from '../../toolkit/values/times.js';
import { scenario } from '../runner/registry.js';
import { filterTime } from '../words/pages.js';
import { CHANGE_PERIODS, createdPeriod, hmr } from '../words/streams/periods.js';

const DAY_MS = 86_400_000;

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

// HMR periods in time (interface 6.2, rule 2): a snapshot holds the active and the scheduled ones, recalculated when it is produced, so
// that neither one that starts later is missing nor one that has ended in it. When a period starts and ends is for control to say.
import { pause } from '../../toolkit/wire/pause.js';
import { scenario } from '../runner/registry.js';
import { CHANGE_PERIODS, createdPeriod, HMR_EVENTS, hmr, passingPeriod } from '../words/streams/periods.js';

const DAY_MS = 86_400_000;
const LIFE_MS = 2000;
/** The clock of the target is known to the second. */
const MARGIN_MS = 1500;
/** Farther apart are not two moments of one clock. */
const CLOCKS_MS = 10_000;

scenario({
  id: 'hmr.snapshot-complete/scheduled-for-later',
  title: 'shows in the snapshot a period that starts tomorrow',
  purposes: [49],
  needs: { ...CHANGE_PERIODS, params: { 'hmr.upsert': ['starts_at', 'ends_at'] } },
  async run(t) {
    const nowMs = t.nowMs();
    const tomorrow = { starts_at: dateTime(nowMs + DAY_MS), ends_at: dateTime(nowMs + 2 * DAY_MS) };
    const { id } = await createdPeriod(t, [t.account.instrument().name], tomorrow);
    const { snapshot } = await hmr(t);
    t.expect.lists(snapshot, 'periods', id);
  },
});

scenario({
  id: 'hmr.snapshot-current/ended-before',
  title: 'shows in a new snapshot no period that has ended',
  purposes: [49],
  needs: { ...HMR_EVENTS, control: ['hmr.upsert'], params: { 'hmr.upsert': ['ends_at'] } },
  waitMs: LIFE_MS + MARGIN_MS,
  effort: 'standard',
  async run(t) {
    const begunMs = t.nowMs();
    const endsAtMs = Math.ceil((begunMs + LIFE_MS) / 1000) * 1000;
    const id = await passingPeriod(t, [t.account.instrument().name], { ends_at: dateTime(endsAtMs) });
    await pause(endsAtMs + MARGIN_MS - t.nowMs(), t.signal);
    const { snapshot } = await hmr(t);
    // Where an operator's tool gives the target several clocks, it has not ended by that of its periods.
    const start = Date.parse(String(snapshot.view.periods?.find((period) => period.id === id)?.start));
    if (Math.abs(start - begunMs) > CLOCKS_MS) {
      t.inconclusive('the period begins by another clock than the one that answers show', [snapshot]);
    }
    t.expect.listsNot(snapshot, 'periods', id);
  },
});

/** As the interface writes date-times (1, rule 3). */
function dateTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}

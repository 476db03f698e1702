// HMR periods in time (interface 6.2, rule 2): a snapshot holds the active and the scheduled ones, recalculated when it is produced, so
// that neither one that starts later is missing nor one that has ended in it. When a period starts and ends is for control to say.
import type { HmrPeriodView } from '../../toolkit/profile/dialect/views.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import {
  CHANGE_PERIODS,
  createdPeriod,
  HMR_EVENTS,
  type HmrUpdate,
  hmr,
  passingPeriod,
  upserts,
} from '../words/streams/periods.js';

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
  id: 'hmr.snapshot-complete/scheduled-and-told-by-a-flexible-change',
  title: 'shows a period that starts tomorrow in the snapshot that the end of the flexible status brings',
  purposes: [49],
  needs: {
    ...CHANGE_PERIODS,
    control: ['hmr.upsert', 'hmr.remove', 'hmr.flexible'],
    params: { 'hmr.upsert': ['starts_at', 'ends_at'] },
  },
  effort: 'standard',
  async run(t) {
    const nowMs = t.nowMs();
    const tomorrow = { starts_at: dateTime(nowMs + DAY_MS), ends_at: dateTime(nowMs + 2 * DAY_MS) };
    const { id } = await createdPeriod(t, [t.account.instrument().name], tomorrow);
    const events = await hmr(t);
    const off = await t.under('flexible-hmr');
    const on = await events.await('hmr_snapshot', { after: events.snapshot.record });
    await off();
    // Which periods apply under the flexible status is open; those of the ordinary one apply again after it.
    const snapshot = await events.await('hmr_snapshot', { after: on.record });
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

/** Long enough to be told and changed before it ends. */
const SOON_MS = 3000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

for (const { id: checkId, title, firstMs, thenMs, isThere } of [
  {
    id: 'hmr.snapshot-complete/prolonged',
    title: 'shows in a new snapshot a period that was prolonged, when its first end has passed',
    firstMs: SOON_MS,
    thenMs: HOUR_MS,
    isThere: true,
  },
  {
    id: 'hmr.snapshot-current/shortened',
    title: 'shows in a new snapshot no period that was shortened, when its new end has passed',
    firstMs: MINUTE_MS,
    thenMs: SOON_MS,
    isThere: false,
  },
] as const) {
  scenario({
    id: checkId,
    title,
    purposes: [49],
    needs: { ...CHANGE_PERIODS, params: { 'hmr.upsert': ['period_id', 'ends_at'] } },
    waitMs: SOON_MS + MARGIN_MS,
    effort: 'standard',
    async run(t) {
      const instruments = [t.account.instrument().name];
      const events = await hmr(t, instruments);
      const begunMs = t.nowMs();
      const [first, then] = [firstMs, thenMs].map((ms) => Math.ceil((begunMs + ms) / 1000) * 1000);
      const period_id = await passingPeriod(t, instruments, { ends_at: dateTime(first ?? 0) });
      const created = await events.await('hmr_update', { where: upserts(period_id) });
      requireOneClock(t, periodIn(created, period_id), begunMs, created);
      const change = { account_id: t.account.id, instruments: instruments.join(','), period_id };
      const { period_id: id = period_id } = await t.control('hmr.upsert', { ...change, ends_at: dateTime(then ?? 0) });
      if (isThere) t.cleanup(() => t.control('hmr.remove', { account_id: t.account.id, period_id }));
      if (id !== period_id) t.inconclusive('another period was made instead', [created]);
      const update = await events.await('hmr_update', { where: upserts(period_id), after: created.record });
      const shownEnd = Date.parse(String(periodIn(update, period_id)?.end));
      if (Math.abs(shownEnd - (then ?? 0)) > MARGIN_MS) {
        t.inconclusive('the period does not end when the control action said', [update]);
      }
      await pause(Math.min(first ?? 0, then ?? 0) + MARGIN_MS - t.nowMs(), t.signal);
      const { snapshot } = await eventually(
        t,
        async () => {
          const fresh = await hmr(t, instruments);
          // A target that never comes to show it would be asked for more streams than it allows.
          await fresh.close();
          return fresh;
        },
        (fresh) => fresh.snapshot.view.periods?.some((one) => one.id === period_id) === isThere,
      );
      if (isThere) t.expect.lists(snapshot, 'periods', period_id);
      else t.expect.listsNot(snapshot, 'periods', period_id);
    },
  });
}

function periodIn({ view }: HmrUpdate, id: string): HmrPeriodView | undefined {
  return view.upserted?.find((one) => one.id === id);
}

/** Where an operator's tool gives the target several clocks, when a period ends by that of its periods is not known. */
function requireOneClock(
  t: CheckContext,
  period: HmrPeriodView | undefined,
  nowMs: number,
  shown: ReceivedOf<'hmr_update'>,
): void {
  if (Math.abs(Date.parse(String(period?.start)) - nowMs) > CLOCKS_MS) {
    t.inconclusive('the period begins by another clock than the one that answers show', [shown]);
  }
}

/** As the interface writes date-times (1, rule 3). */
function dateTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}

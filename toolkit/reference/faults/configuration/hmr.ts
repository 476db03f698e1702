// Faults of HMR snapshots and updates (interface 2.5, 6, 6.2). What a subscription accepts is in `../subscriptions/`.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonArray } from '../../../payload/json-kind.js';
import type { HmrPeriod, HmrSnapshot } from '../../domain.js';
import { alsoWhere, always, amended, instead, insteadWhere, onlyWhere } from '../algebra/edits.js';
import {
  amendingMessage,
  type Change,
  editingMessage,
  type Fault,
  remove,
  together,
  violating,
} from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const snapshotComplete = violating('6.2', ['hmr.snapshot-complete', 'hmr.updates-add-up']);
const snapshotCurrent = violating('6.2', ['hmr.snapshot-complete', 'hmr.snapshot-current', 'hmr.updates-add-up']);
const periodInstruments = violating('2.5', ['hmr.period-instruments']);
const updateRemoved = violating('6.2', ['hmr.update-removed', 'hmr.updates-add-up']);
const snapshotOnFlexibleChange = violating('6', ['hmr.snapshot-on-flexible-change']);

const CREATES = { needs: 'hmr.upsert' } as const;

/** Changes the periods of snapshots before they are rendered. */
function snapshotting(write: (periods: readonly HmrPeriod[]) => readonly HmrPeriod[]): Change {
  return amendingSnapshot((event) => write(event.periods).map(({ id }) => id));
}

/** Keeps, of a rendered snapshot, the periods whose identifiers are returned. */
function amendingSnapshot(keep: (event: HmrSnapshot) => readonly string[]): Change {
  return amendingMessage('hmr_snapshot', (message, event) => {
    const ids = event.kind === 'hmr_snapshot' ? keep(event) : [];
    const periods = message['periods'] as readonly Record<string, string>[]; // As this speech wrote them.
    return { ...message, periods: periods.filter((period) => ids.includes(period['period_id'] ?? '')) };
  });
}

export const hmrFaults: readonly Fault[] = [
  ...(
    [
      ['hmr_snapshot', 'hmr-snapshot', 'hmr.snapshot'],
      ['hmr_update', 'hmr-update', 'hmr.update'],
    ] as const
  ).flatMap(([kind, word, requirement]) => [
    violating('6.2', [`${requirement}-no-payload-wrapper`])(`${word}-in-wrapper`, {
      summary: `An ${kind} lies in the generic payload wrapper.`,
      ...(kind === 'hmr_update' ? CREATES : {}),
      hasWrapper: alsoWhere((which) => which === kind),
    }),
    violating('6.2', [`${requirement}-no-event-time`])(`${word}-with-event-time`, {
      summary: `An ${kind} carries event_time.`,
      ...(kind === 'hmr_update' ? CREATES : {}),
      hasEventTime: alsoWhere((which) => which === kind),
    }),
  ]),
  violating('6', ['subscriptions.hmr-snapshot', 'hmr.snapshot-periods'])('hmr-snapshot-missing', {
    summary: 'Subscribing to hmr brings no snapshot.',
    snapshotsHmrOnSubscribe: always(false),
  }),
  violating('6', ['subscriptions.hmr-snapshot', 'hmr.updates-add-up'])('hmr-snapshot-missing-on-second-connection', {
    summary: 'Only the first connection of an account gets an hmr_snapshot.',
    ...CREATES,
    snapshotsHmrOnSubscribe: instead((ordinal) => ordinal === 1),
  }),
  violating('6', ['hmr.no-snapshot-on-ordinary-change'])('hmr-snapshot-to-every-connection', {
    summary: 'A subscription to hmr brings a new hmr_snapshot to all connections of the account that have one.',
    snapshotsHmrElsewhere: always(true),
  }),
  violating('6.2', ['hmr.update-upserted', 'hmr.period-instruments'])('hmr-period-with-its-first-instruments', {
    summary: 'A period goes on showing the instruments that it had when it was shown first.',
    ...CREATES,
    shownPeriod: (honest) => {
      const first = new Map<string, HmrPeriod['instruments']>();
      return (period) => {
        const shown = honest(period);
        const instruments = first.get(shown.id) ?? shown.instruments;
        first.set(shown.id, instruments);
        return { ...shown, instruments };
      };
    },
  }),
  violating('6.2', ['hmr.snapshot-periods'])('hmr-snapshot-periods-renamed', {
    summary: 'An hmr_snapshot calls its periods hmr_periods.',
    change: amendingMessage('hmr_snapshot', ({ periods = [], ...message }) => ({ ...message, hmr_periods: periods })),
  }),
  snapshotComplete('hmr-snapshot-empty', {
    summary: 'An hmr_snapshot holds no periods.',
    ...CREATES,
    change: snapshotting(() => []),
  }),
  snapshotComplete('hmr-snapshot-first-period-only', {
    summary: 'An hmr_snapshot holds the first period only.',
    ...CREATES,
    change: snapshotting((periods) => periods.slice(0, 1)),
  }),
  snapshotCurrent('hmr-snapshot-without-the-newest-period', {
    summary: 'An hmr_snapshot lacks the period that was created last.',
    ...CREATES,
    change: snapshotting((periods) => periods.slice(0, -1)),
  }),
  violating('6.2', ['hmr.snapshot-complete'])('hmr-snapshot-active-periods-only', {
    summary: 'An hmr_snapshot lacks the periods that start later.',
    ...CREATES,
    isCurrent: onlyWhere((period, nowMs) => period.startsAtMs <= nowMs),
  }),
  violating('6.2', ['hmr.snapshot-current'])('hmr-snapshot-with-ended-periods', {
    summary: 'An hmr_snapshot holds periods that have ended.',
    ...CREATES,
    isCurrent: always(true),
  }),
  violating('6.2', ['hmr.snapshot-current', 'hmr.updates-add-up'])('hmr-removed-periods-stay-in-snapshots', {
    summary: 'Periods stay in snapshots after they were removed.',
    needs: 'hmr.remove',
    change: sharing(
      () => new Map<string, HmrPeriod>(),
      (removed) => ({
        concerns: amended((concerned, period) => {
          removed.set(period.id, period);
          return concerned;
        }),
        amendMessage: amended((amended, message, event) => {
          if (event.kind !== 'hmr_snapshot') return amended;
          const shown = new Set(event.periods.map(({ id }) => id));
          const gone = [...removed.values()].filter(({ id }) => !shown.has(id));
          const written = gone.map(({ id, instruments }) => ({ period_id: id, instruments }));
          const periods = message['periods'] as readonly never[]; // As this speech wrote them.
          return { ...message, periods: [...periods, ...written] };
        }),
      }),
    ),
  }),
  periodInstruments('hmr-period-without-instruments', {
    summary: 'HMR periods list no instruments.',
    ...CREATES,
    shownPeriod: amended((answer) => ({ ...answer, instruments: [] })),
  }),
  periodInstruments('hmr-period-for-all', {
    summary: 'HMR periods list all in place of concrete instruments.',
    ...CREATES,
    shownPeriod: amended((answer) => ({ ...answer, instruments: ['all'] })),
  }),
  violating('2.5', ['hmr.period-identifier'])('hmr-period-without-identifier', {
    summary: 'HMR periods have no identifier.',
    ...CREATES,
    change: together(
      editingMessage('hmr_snapshot', 'periods/*/period_id', remove),
      editingMessage('hmr_update', 'upserted_periods/*/period_id', remove),
    ),
  }),
  violating('6', ['hmr.incremental-updates', 'hmr.update-upserted', 'hmr.updates-add-up'])('hmr-update-missing', {
    summary: 'A period that is created or changed is not announced.',
    ...CREATES,
    announcesChange: insteadWhere((change) => change === 'upsert', 'nothing'),
  }),
  violating('6', ['hmr.no-snapshot-on-ordinary-change', 'hmr.incremental-updates'])('hmr-snapshot-on-every-change', {
    summary: 'Every change of a period brings a new snapshot.',
    ...CREATES,
    announcesChange: always('snapshot'),
  }),
  violating('6', ['hmr.no-snapshot-on-ordinary-change', 'hmr.update-removed'])('hmr-snapshot-on-removal', {
    summary: 'The removal of a period brings a new snapshot.',
    needs: 'hmr.remove',
    announcesChange: insteadWhere((change) => change === 'remove', 'snapshot'),
  }),
  updateRemoved('hmr-removal-unannounced', {
    summary: 'The removal of a period is not announced.',
    needs: 'hmr.remove',
    announcesChange: insteadWhere((change) => change === 'remove', 'nothing'),
  }),
  updateRemoved('hmr-removal-of-nothing', {
    summary: 'The update of a removal names no period.',
    needs: 'hmr.remove',
    removedPeriodIds: instead(() => []),
  }),
  updateRemoved('hmr-removal-of-another', {
    summary: 'The update of a removal names an identifier that no period had.',
    needs: 'hmr.remove',
    removedPeriodIds: instead((id) => [`${id}-0`]),
  }),
  violating('6.2', ['hmr.update-upserted', 'hmr.updates-add-up'])('hmr-update-without-periods', {
    summary: 'The update of a created period holds none.',
    ...CREATES,
    upsertedPeriods: instead(() => []),
  }),
  violating('6.2', ['hmr.update-upserted', 'hmr.update-removed'])('hmr-update-in-lists-of-its-own-names', {
    summary: 'An hmr_update calls its lists upserted and removed.',
    ...CREATES,
    change: amendingMessage('hmr_update', ({ upserted_periods = [], removed_period_ids = [], ...message }) => ({
      ...message,
      upserted: upserted_periods,
      removed: removed_period_ids,
    })),
  }),
  snapshotOnFlexibleChange('hmr-flexible-unannounced', {
    summary: 'A change of the flexible HMR status is not announced.',
    needs: 'hmr.flexible',
    announcesFlexible: always('nothing'),
  }),
  snapshotOnFlexibleChange('hmr-flexible-as-update', {
    summary: 'A change of the flexible HMR status is announced as an update.',
    needs: 'hmr.flexible',
    announcesFlexible: always('update'),
  }),
  snapshotOnFlexibleChange('hmr-flexible-end-unannounced', {
    summary: 'The end of the flexible HMR status is not announced.',
    needs: 'hmr.flexible',
    announcesFlexible: insteadWhere((enabled) => !enabled, 'nothing'),
  }),
  snapshotOnFlexibleChange('hmr-flexible-announced-once', {
    summary: 'Each change of the flexible HMR status is announced for the first time it happens only.',
    needs: 'hmr.flexible',
    announcesFlexible: (honest) => {
      let times = 0;
      return (enabled) => {
        times += 1;
        // Accounts are not told apart: from the fourth change of the service on.
        return times > 3 ? 'nothing' : honest(enabled);
      };
    },
  }),
  violating('6.2', ['hmr.snapshot-current'])('hmr-removed-periods-come-back-with-flexible', {
    summary: 'Snapshots hold removed periods again once the flexible HMR status has changed.',
    needs: 'hmr.flexible',
    change: sharing(
      () => ({ hasChanged: false, known: new Map<string, HmrPeriod>() }),
      (memory) => ({
        announcesFlexible: amended((form) => {
          memory.hasChanged = true;
          return form;
        }),
        concerns: amended((concerned, period) => {
          memory.known.set(period.id, period);
          return concerned;
        }),
        amendMessage: amended((amended, message, event) => {
          if (event.kind !== 'hmr_snapshot' || !memory.hasChanged) return amended;
          const shown = new Set(event.periods.map(({ id }) => id));
          const gone = [...memory.known.values()].filter(({ id }) => !shown.has(id));
          const periods = message['periods'] as readonly never[]; // As this speech wrote them.
          return {
            ...message,
            periods: [...periods, ...gone.map(({ id, instruments }) => ({ period_id: id, instruments }))],
          };
        }),
      }),
    ),
  }),
  periodInstruments('hmr-period-with-its-first-instrument-alone', {
    summary: 'An HMR period over several instruments lists the first of them alone.',
    ...CREATES,
    shownPeriod: amended((answer) => ({ ...answer, instruments: answer.instruments.slice(0, 1) })),
  }),
  periodInstruments('hmr-period-with-two-instruments-at-most', {
    summary: 'An HMR period lists two instruments at most.',
    ...CREATES,
    shownPeriod: amended((answer) => ({ ...answer, instruments: answer.instruments.slice(0, 2) })),
  }),
  periodInstruments('hmr-snapshot-periods-with-their-first-instrument-alone', {
    summary: 'An hmr_snapshot lists of each period the first instrument alone; updates list them all.',
    ...CREATES,
    change: editingMessage('hmr_snapshot', 'periods/*/instruments', (list) =>
      isJsonArray(list) ? list.slice(0, 1) : list,
    ),
  }),
  violating('1', ['time.format-in-events'])('hmr-times-by-the-day', {
    summary: 'HMR periods show their start and end as days, such as 21.11.2026.',
    needs: 'hmr.upsert',
    change: together(
      ...(['starts_at', 'ends_at'] as const).flatMap((member) => [
        editingMessage('hmr_snapshot', `periods/*/${member}`, byTheDay),
        editingMessage('hmr_update', `upserted_periods/*/${member}`, byTheDay),
      ]),
    ),
  }),
];

function byTheDay(time: JsonValue): JsonValue {
  return String(time).slice(0, 10).split('-').reverse().join('.');
}

// Faults of HMR snapshots and updates (interface 2.5, 6, 6.2). What a subscription accepts is in `subscriptions.ts`.
import type { HmrPeriod, HmrSnapshot } from '../domain.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';
import { amendingMessage, editingMessage, remove } from './json-edit.js';

const CREATES = { needs: 'hmr.upsert' } as const;

/** Changes the periods of snapshots before they are rendered. */
function snapshotting(write: (periods: readonly HmrPeriod[]) => readonly HmrPeriod[]): Fault['change'] {
  return amendingSnapshot((event) => write(event.periods).map(({ id }) => id));
}

/** Keeps, of a rendered snapshot, the periods whose identifiers are returned. */
function amendingSnapshot(keep: (event: HmrSnapshot) => readonly string[]): Fault['change'] {
  return amendingMessage('hmr_snapshot', (message, event) => {
    const ids = event.kind === 'hmr_snapshot' ? keep(event) : [];
    const periods = message['periods'] as readonly Record<string, string>[]; // As this speech wrote them.
    return { ...message, periods: periods.filter((period) => ids.includes(period['period_id'] ?? '')) };
  });
}

export const hmrFaults: readonly Fault[] = [
  ...(['hmr_snapshot', 'hmr_update'] as const).flatMap((kind) => {
    const word = kind.replace('_', '-');
    const requirement = kind.replace('hmr_', 'hmr.');
    return [
      fault(
        `${word}-in-wrapper`,
        '6.2',
        [`${requirement}-no-payload-wrapper`],
        `An ${kind} lies in the generic payload wrapper.`,
        changing('hasWrapper', (honest) => (which) => which === kind || honest(which)),
        kind === 'hmr_update' ? CREATES : {},
      ),
      fault(
        `${word}-with-event-time`,
        '6.2',
        [`${requirement}-no-event-time`],
        `An ${kind} carries event_time.`,
        changing('hasEventTime', (honest) => (which) => which === kind || honest(which)),
        kind === 'hmr_update' ? CREATES : {},
      ),
    ];
  }),
  fault(
    'hmr-snapshot-missing',
    '6',
    ['subscriptions.hmr-snapshot', 'hmr.snapshot-periods'],
    'Subscribing to hmr brings no snapshot.',
    changing('snapshotsHmrOnSubscribe', () => () => false),
  ),
  fault(
    'hmr-snapshot-missing-on-second-connection',
    '6',
    ['subscriptions.hmr-snapshot', 'hmr.updates-add-up'],
    'Only the first connection of an account gets an hmr_snapshot.',
    changing('snapshotsHmrOnSubscribe', () => (ordinal) => ordinal === 1),
    CREATES,
  ),
  fault(
    'hmr-snapshot-to-every-connection',
    '6',
    ['hmr.no-snapshot-on-ordinary-change'],
    'A subscription to hmr brings a new hmr_snapshot to all connections of the account that have one.',
    changing('snapshotsHmrElsewhere', () => () => true),
  ),
  fault(
    'hmr-period-with-its-first-instruments',
    '6.2',
    ['hmr.update-upserted', 'hmr.period-instruments'],
    'A period goes on showing the instruments that it had when it was shown first.',
    changing('shownPeriod', (honest) => {
      const first = new Map<string, HmrPeriod['instruments']>();
      return (period) => {
        const shown = honest(period);
        const instruments = first.get(shown.id) ?? shown.instruments;
        first.set(shown.id, instruments);
        return { ...shown, instruments };
      };
    }),
    CREATES,
  ),
  fault(
    'hmr-snapshot-periods-renamed',
    '6.2',
    ['hmr.snapshot-periods'],
    'An hmr_snapshot calls its periods hmr_periods.',
    amendingMessage('hmr_snapshot', ({ periods = [], ...message }) => ({ ...message, hmr_periods: periods })),
  ),
  fault(
    'hmr-snapshot-empty',
    '6.2',
    ['hmr.snapshot-complete', 'hmr.updates-add-up'],
    'An hmr_snapshot holds no periods.',
    snapshotting(() => []),
    CREATES,
  ),
  fault(
    'hmr-snapshot-first-period-only',
    '6.2',
    ['hmr.snapshot-complete', 'hmr.updates-add-up'],
    'An hmr_snapshot holds the first period only.',
    snapshotting((periods) => periods.slice(0, 1)),
    CREATES,
  ),
  fault(
    'hmr-snapshot-without-the-newest-period',
    '6.2',
    ['hmr.snapshot-complete', 'hmr.snapshot-current', 'hmr.updates-add-up'],
    'An hmr_snapshot lacks the period that was created last.',
    snapshotting((periods) => periods.slice(0, -1)),
    CREATES,
  ),
  fault(
    'hmr-snapshot-active-periods-only',
    '6.2',
    ['hmr.snapshot-complete'],
    'An hmr_snapshot lacks the periods that start later.',
    changing('isCurrent', (honest) => (period, nowMs) => period.startsAtMs <= nowMs && honest(period, nowMs)),
    CREATES,
  ),
  fault(
    'hmr-snapshot-with-ended-periods',
    '6.2',
    ['hmr.snapshot-current'],
    'An hmr_snapshot holds periods that have ended.',
    changing('isCurrent', () => () => true),
    CREATES,
  ),
  fault(
    'hmr-removed-periods-stay-in-snapshots',
    '6.2',
    ['hmr.snapshot-current', 'hmr.updates-add-up'],
    'Periods stay in snapshots after they were removed.',
    (rules) => {
      const removed = new Map<string, HmrPeriod>();
      return {
        ...rules,
        concerns: (period, instruments, periods) => {
          removed.set(period.id, period);
          return rules.concerns(period, instruments, periods);
        },
        amendMessage: (message, event, connection) => {
          const amended = rules.amendMessage(message, event, connection);
          if (event.kind !== 'hmr_snapshot') {
            return amended;
          }
          const shown = new Set(event.periods.map(({ id }) => id));
          const gone = [...removed.values()].filter(({ id }) => !shown.has(id));
          const written = gone.map(({ id, instruments }) => ({ period_id: id, instruments }));
          const periods = message['periods'] as readonly never[]; // As this speech wrote them.
          return { ...message, periods: [...periods, ...written] };
        },
      };
    },
    { needs: 'hmr.remove' },
  ),
  fault(
    'hmr-period-without-instruments',
    '2.5',
    ['hmr.period-instruments'],
    'HMR periods list no instruments.',
    changing('shownPeriod', (honest) => (period) => ({ ...honest(period), instruments: [] })),
    CREATES,
  ),
  fault(
    'hmr-period-for-all',
    '2.5',
    ['hmr.period-instruments'],
    'HMR periods list all in place of concrete instruments.',
    changing('shownPeriod', (honest) => (period) => ({ ...honest(period), instruments: ['all'] })),
    CREATES,
  ),
  fault(
    'hmr-period-without-identifier',
    '2.5',
    ['hmr.period-identifier'],
    'HMR periods have no identifier.',
    together(
      editingMessage('hmr_snapshot', 'periods/*/period_id', remove),
      editingMessage('hmr_update', 'upserted_periods/*/period_id', remove),
    ),
    CREATES,
  ),
  fault(
    'hmr-update-missing',
    '6',
    ['hmr.incremental-updates', 'hmr.update-upserted', 'hmr.updates-add-up'],
    'A period that is created or changed is not announced.',
    changing('announcesChange', (honest) => (change) => (change === 'upsert' ? 'nothing' : honest(change))),
    CREATES,
  ),
  fault(
    'hmr-snapshot-on-every-change',
    '6',
    ['hmr.no-snapshot-on-ordinary-change', 'hmr.incremental-updates'],
    'Every change of a period brings a new snapshot.',
    changing('announcesChange', () => () => 'snapshot'),
    CREATES,
  ),
  fault(
    'hmr-snapshot-on-removal',
    '6',
    ['hmr.no-snapshot-on-ordinary-change', 'hmr.update-removed'],
    'The removal of a period brings a new snapshot.',
    changing('announcesChange', (honest) => (change) => (change === 'remove' ? 'snapshot' : honest(change))),
    { needs: 'hmr.remove' },
  ),
  fault(
    'hmr-removal-unannounced',
    '6.2',
    ['hmr.update-removed', 'hmr.updates-add-up'],
    'The removal of a period is not announced.',
    changing('announcesChange', (honest) => (change) => (change === 'remove' ? 'nothing' : honest(change))),
    { needs: 'hmr.remove' },
  ),
  fault(
    'hmr-removal-of-nothing',
    '6.2',
    ['hmr.update-removed', 'hmr.updates-add-up'],
    'The update of a removal names no period.',
    changing('removedPeriodIds', () => () => []),
    { needs: 'hmr.remove' },
  ),
  fault(
    'hmr-removal-of-another',
    '6.2',
    ['hmr.update-removed', 'hmr.updates-add-up'],
    'The update of a removal names an identifier that no period had.',
    changing('removedPeriodIds', () => (id) => [`${id}-0`]),
    { needs: 'hmr.remove' },
  ),
  fault(
    'hmr-update-without-periods',
    '6.2',
    ['hmr.update-upserted', 'hmr.updates-add-up'],
    'The update of a created period holds none.',
    changing('upsertedPeriods', () => () => []),
    CREATES,
  ),
  fault(
    'hmr-update-in-lists-of-its-own-names',
    '6.2',
    ['hmr.update-upserted', 'hmr.update-removed'],
    'An hmr_update calls its lists upserted and removed.',
    amendingMessage('hmr_update', ({ upserted_periods = [], removed_period_ids = [], ...message }) => ({
      ...message,
      upserted: upserted_periods,
      removed: removed_period_ids,
    })),
    CREATES,
  ),
  fault(
    'hmr-flexible-unannounced',
    '6',
    ['hmr.snapshot-on-flexible-change'],
    'A change of the flexible HMR status is not announced.',
    changing('announcesFlexible', () => () => 'nothing'),
    { needs: 'hmr.flexible' },
  ),
  fault(
    'hmr-flexible-as-update',
    '6',
    ['hmr.snapshot-on-flexible-change'],
    'A change of the flexible HMR status is announced as an update.',
    changing('announcesFlexible', () => () => 'update'),
    { needs: 'hmr.flexible' },
  ),
];

// Faults of HMR periods and their messages (interface 2.5, 6, 6.2).
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

const NEEDS = { needs: 'hmr.upsert' } as const;

/** Members of one kind of message moved or added, whatever the dialect. */
function reshaped(kind: 'hmr_snapshot' | 'hmr_update', change: (message: JsonObject) => JsonValue): Fault['change'] {
  return changing('amendMessage', (honest) => (message, event, connection) => {
    const whole = honest(message, event, connection);
    return event.kind === kind && typeof whole === 'object' && whole !== null && !Array.isArray(whole)
      ? change(whole as JsonObject)
      : whole;
  });
}

function wrapped(message: JsonObject, members: readonly string[]): JsonObject {
  const inside = Object.fromEntries(Object.entries(message).filter(([name]) => members.includes(name)));
  const outside = Object.fromEntries(Object.entries(message).filter(([name]) => !members.includes(name)));
  return { ...outside, payload: inside };
}

const timed = (message: JsonObject): JsonObject => ({ ...message, event_time: '2026-01-01T00:00:00+00:00' });

export const hmrFaults: readonly Fault[] = [
  fault(
    'hmr-no-snapshot',
    '6',
    ['subscriptions.hmr-snapshot'],
    'Subscribing hmr brings no snapshot.',
    changing('snapshotsHmrOnSubscribe', () => () => false),
  ),
  fault(
    'hmr-snapshot-only-once',
    '6',
    ['hmr.updates-add-up', 'hmr.snapshot-current', 'subscriptions.hmr-snapshot'],
    'Only the first subscription of an account to hmr brings a snapshot.',
    changing('snapshotsHmrOnSubscribe', () => (ordinal) => ordinal === 1),
    NEEDS,
  ),
  fault(
    'hmr-snapshot-wrapped',
    '6.2',
    ['hmr.snapshot-no-payload-wrapper', 'hmr.snapshot-periods'],
    'An hmr_snapshot carries its periods under payload.',
    reshaped('hmr_snapshot', (message) => wrapped(message, ['periods'])),
  ),
  fault(
    'hmr-snapshot-doubly-wrapped',
    '6.2',
    ['hmr.snapshot-no-payload-wrapper'],
    'An hmr_snapshot carries its periods at the top and under payload.',
    reshaped('hmr_snapshot', (message) => ({ ...message, payload: { periods: message['periods'] ?? [] } })),
  ),
  fault(
    'hmr-update-wrapped',
    '6.2',
    ['hmr.update-no-payload-wrapper', 'hmr.update-upserted', 'hmr.update-removed', 'hmr.incremental-updates'],
    'An hmr_update carries its lists under payload.',
    reshaped('hmr_update', (message) => wrapped(message, ['upserted_periods', 'removed_period_ids'])),
    NEEDS,
  ),
  fault(
    'hmr-update-doubly-wrapped',
    '6.2',
    ['hmr.update-no-payload-wrapper'],
    'An hmr_update carries an empty payload beside its lists.',
    reshaped('hmr_update', (message) => ({ ...message, payload: {} })),
    NEEDS,
  ),
  fault(
    'hmr-snapshot-event-time',
    '6.2',
    ['hmr.snapshot-no-event-time'],
    'An hmr_snapshot carries event_time.',
    reshaped('hmr_snapshot', timed),
  ),
  fault(
    'hmr-update-event-time',
    '6.2',
    ['hmr.update-no-event-time'],
    'An hmr_update carries event_time.',
    reshaped('hmr_update', timed),
    NEEDS,
  ),
  fault(
    'hmr-change-as-snapshot',
    '6',
    ['hmr.incremental-updates', 'hmr.no-snapshot-on-ordinary-change', 'hmr.update-upserted'],
    'Every change of a period brings a whole snapshot instead of an update.',
    changing('announcesChange', () => () => 'snapshot'),
    NEEDS,
  ),
  fault(
    'hmr-removal-as-snapshot',
    '6',
    ['hmr.no-snapshot-on-ordinary-change', 'hmr.update-removed'],
    'The removal of a period brings a whole snapshot instead of an update.',
    changing('announcesChange', (honest) => (change) => (change === 'remove' ? 'snapshot' : honest(change))),
    NEEDS,
  ),
  fault(
    'hmr-upsert-not-announced',
    '6.2',
    ['hmr.incremental-updates', 'hmr.update-upserted'],
    'A new period is not announced.',
    changing('announcesChange', (honest) => (change) => (change === 'upsert' ? 'nothing' : honest(change))),
    NEEDS,
  ),
  fault(
    'hmr-removal-not-announced',
    '6.2',
    ['hmr.update-removed', 'hmr.updates-add-up'],
    'The removal of a period is not announced.',
    changing('announcesChange', (honest) => (change) => (change === 'remove' ? 'nothing' : honest(change))),
    NEEDS,
  ),
  fault(
    'hmr-update-before-flexible-snapshot',
    '6',
    ['hmr.snapshot-on-flexible-change'],
    'A change of the flexible status is announced as an update.',
    changing('announcesFlexible', () => () => 'update'),
    { needs: 'hmr.flexible' },
  ),
  fault(
    'hmr-flexible-not-announced',
    '6',
    ['hmr.snapshot-on-flexible-change'],
    'A change of the flexible status is not announced.',
    changing('announcesFlexible', () => () => 'nothing'),
    { needs: 'hmr.flexible' },
  ),
  fault(
    'hmr-removed-ids-empty',
    '6.2',
    ['hmr.update-removed', 'hmr.updates-add-up', 'hmr.period-identifier'],
    'An update about a removal names no period.',
    changing('removedPeriodIds', () => () => []),
    NEEDS,
  ),
  fault(
    'hmr-removed-ids-foreign',
    '6.2',
    ['hmr.period-identifier', 'hmr.update-removed'],
    'An update about a removal names the period by another identifier than the snapshot did.',
    changing('removedPeriodIds', (honest) => (id) => honest(`${id}-removed`)),
    NEEDS,
  ),
  fault(
    'hmr-upsert-empty',
    '6.2',
    ['hmr.update-upserted', 'hmr.incremental-updates'],
    'An update about a changed period does not hold the period.',
    changing('upsertedPeriods', () => () => []),
    NEEDS,
  ),
  fault(
    'hmr-period-without-instruments',
    '2.5',
    ['hmr.period-instruments'],
    'A period lists no instruments.',
    changing('shownPeriod', (honest) => (period) => ({ ...honest(period), instruments: [] })),
    NEEDS,
  ),
  fault(
    'hmr-period-instruments-not-concrete',
    '2.5',
    ['hmr.period-instruments'],
    'A period names a group in place of its instruments.',
    changing('shownPeriod', (honest) => (period) => ({ ...honest(period), instruments: ['majors'] })),
    NEEDS,
  ),
  fault(
    'hmr-snapshot-empty',
    '6.2',
    ['hmr.snapshot-complete', 'hmr.updates-add-up'],
    'A snapshot holds no periods, whatever is scheduled.',
    reshaped('hmr_snapshot', (message) => ({ ...message, periods: [] })),
    NEEDS,
  ),
  fault(
    'hmr-snapshot-without-scheduled',
    '6.2',
    ['hmr.snapshot-complete', 'hmr.updates-add-up'],
    'A snapshot lacks the period that was created last.',
    reshaped('hmr_snapshot', (message) => ({
      ...message,
      periods: Array.isArray(message['periods']) ? message['periods'].slice(0, -1) : [],
    })),
    NEEDS,
  ),
];

// Faults of configuration reads, instrument events and HMR (interface 2.4, 2.5, 4.4, 6.2, 6.3).
import type { Conditions } from '../domain.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';
import { amendingMessage, editingBody, editingMessage, remove } from './json-edit.js';

const MEMBERS = ['volume_min', 'volume_max', 'volume_step', 'point_digits'] as const;
const dashed = (name: string): string => name.replaceAll('_', '-');

/** On that surface, conditions as they were when the instrument was first seen there. */
function stale(surface: 'read' | 'event'): Fault['change'] {
  return changing('resolved', (honest) => {
    const first = new Map<string, Conditions>();
    return (own, platform, where) => {
      const conditions = honest(own, platform, where);
      if (where !== surface) {
        return conditions;
      }
      const earliest = first.get(conditions.instrument) ?? conditions;
      first.set(conditions.instrument, earliest);
      return earliest;
    };
  });
}

export const configurationFaults: readonly Fault[] = [
  ...MEMBERS.map((member) =>
    fault(
      `conditions-without-${dashed(member)}`,
      '2.4',
      [`configuration.conditions-${dashed(member)}`],
      `The conditions of an instrument lack ${member}.`,
      editingBody('conditions', 200, member, remove),
    ),
  ),
  fault(
    'conditions-point-digits-as-increment',
    '2.4',
    ['configuration.conditions-point-digits'],
    'point_digits is the smallest price increment instead of a number of digits.',
    changing('renderPointDigits', () => (digits) => 10 ** -digits),
  ),
  fault(
    'conditions-volumes-as-numbers',
    '1',
    ['numbers.volume-strings-in-conditions'],
    'Volumes in conditions are JSON numbers.',
    changing(
      'renderVolume',
      (honest) => (volume, digits, place) =>
        place.of === 'conditions' ? Number(honest(volume, digits, place)) : honest(volume, digits, place),
    ),
  ),
  fault(
    'conditions-step-as-number',
    '1',
    ['numbers.volume-strings-in-conditions'],
    'volume_step is a JSON number, the other volumes are strings.',
    changing(
      'renderVolume',
      (honest) => (volume, digits, place) =>
        place.member === 'volume_step' ? Number(honest(volume, digits, place)) : honest(volume, digits, place),
    ),
  ),
  fault(
    'conditions-of-another-instrument',
    '4',
    ['configuration.conditions-named-instrument'],
    'The conditions call returns those of whichever instrument was read first.',
    changing('resolved', (honest) => {
      let first: Conditions | undefined;
      return (own, platform, where) => {
        const conditions = honest(own, platform, where);
        if (where !== 'read') {
          return conditions;
        }
        first ??= conditions;
        return { ...first, instrument: conditions.instrument };
      };
    }),
  ),
  fault(
    'conditions-cached-for-ever',
    '4',
    ['instruments.conditions-current'],
    'The conditions call returns what it returned the first time.',
    stale('read'),
    { needs: 'instrument.update' },
  ),
  fault(
    'conditions-unreadable-for-slashes',
    '4.4',
    ['configuration.conditions-readable'],
    'The conditions of an instrument whose name needs percent-encoding are not found.',
    changing(
      'showsConditions',
      (honest) => (instrument, available, exists) => !instrument.includes('/') && honest(instrument, available, exists),
    ),
  ),
  fault(
    'account-unreadable',
    '4.4',
    ['configuration.account-readable'],
    'The account read is answered with 500.',
    changing('shownAccount', () => () => {
      throw new Error('account configuration is not loaded');
    }),
  ),
  fault(
    'instruments-unreadable',
    '4.4',
    ['configuration.instruments-readable'],
    'The list of instruments is answered with 500.',
    changing('listed', () => () => {
      throw new Error('instruments are not loaded');
    }),
  ),
  fault(
    'instruments-list-cut',
    '4.4',
    ['configuration.instruments-complete'],
    'The list of instruments holds the first three only.',
    changing('listed', (honest) => (available, everywhere) => honest(available, everywhere).slice(0, 3)),
  ),
  fault(
    'instruments-list-of-the-platform',
    '4.4',
    ['configuration.instruments-available-only'],
    'The list of instruments holds every instrument of the platform.',
    changing('listed', () => (_available, everywhere) => everywhere()),
  ),
  fault(
    'limits-unreadable',
    '4.4',
    ['configuration.limits-readable', 'limits.quota-readable'],
    'The limits call is answered with 500.',
    changing('remainingShown', () => () => {
      throw new Error('quota accounting is not available');
    }),
  ),
  fault(
    'listing-instruments-hides-orders',
    '4.4',
    ['configuration.reads-change-nothing'],
    'Once instruments were listed, snapshots lack the order that was placed last.',
    (rules) => {
      let wereListed = false;
      return {
        ...rules,
        listed: (available, everywhere) => {
          wereListed = true;
          return rules.listed(available, everywhere);
        },
        snapshotOf: (state, context) => {
          const shown = rules.snapshotOf(state, context);
          return wereListed ? { ...shown, orders: shown.orders.slice(0, -1) } : shown;
        },
      };
    },
  ),
  fault(
    'instrument-action-spelled-out',
    '3',
    ['instruments.action-values', 'instruments.updated'],
    'The action of an instrument event is spelled update.',
    editingMessage('instrument_event', 'action', (action) => (action === 'upd' ? 'update' : action)),
    { needs: 'instrument.update' },
  ),
  ...(
    [
      ['upd', 'updated', 'instrument.update'],
      ['del', 'deleted', 'instrument.remove'],
    ] as const
  ).map(([action, word, needs]) =>
    fault(
      `instrument-${word}-unannounced`,
      '6.3',
      [`instruments.${word}`],
      `An instrument that is ${word} is not announced.`,
      changing('announcedAction', (honest) => (change) => (change === action ? undefined : honest(change))),
      { needs },
    ),
  ),
  fault(
    'instrument-created-as-updated',
    '6.3',
    ['instruments.created'],
    'The creation of an instrument is announced with action upd.',
    changing('announcedAction', (honest) => (change) => honest(change === 'new' ? 'upd' : change)),
    { needs: 'instrument.add' },
  ),
  fault(
    'instrument-deleted-as-updated',
    '6.3',
    ['instruments.deleted'],
    'The deletion of an instrument is announced with action upd.',
    changing('announcedAction', (honest) => (change) => honest(change === 'del' ? 'upd' : change)),
    { needs: 'instrument.remove' },
  ),
  fault(
    'instrument-event-with-changes-only',
    '6.3',
    ['instruments.full-conditions'],
    'An instrument event of action upd carries volume_max alone.',
    amendingMessage('instrument_event', (message) => {
      const { instrument, volume_max } = message['payload'] as Record<string, string>; // As this speech wrote it.
      return { ...message, payload: { instrument: instrument ?? '', volume_max: volume_max ?? '' } };
    }),
    { needs: 'instrument.update' },
  ),
  ...MEMBERS.map((member) =>
    fault(
      `instrument-event-without-${dashed(member)}`,
      '6.3',
      ['instruments.full-conditions'],
      `Instrument events lack ${member}.`,
      editingMessage('instrument_event', `payload/${member}`, remove),
      { needs: 'instrument.update' },
    ),
  ),
  fault(
    'instrument-event-stale',
    '6.3',
    ['instruments.conditions-current'],
    'An instrument event shows the conditions from before the change.',
    stale('event'),
    { needs: 'instrument.update' },
  ),
  fault(
    'instrument-event-of-another-account',
    '6.3',
    ['instruments.conditions-current'],
    'An instrument event shows a volume_step that is not that of the account.',
    changing('resolved', (honest) => (own, platform, where) => {
      const conditions: Conditions = honest(own, platform, where);
      const { volumeStep } = conditions;
      return where === 'event'
        ? { ...conditions, volumeStep: { ...volumeStep, coefficient: volumeStep.coefficient * 5n } }
        : conditions;
    }),
    { needs: 'instrument.update' },
  ),
  fault(
    'instrument-change-on-every-account',
    '2.4',
    ['instruments.updated'],
    'A change of one account’s conditions holds for all accounts, and is announced to that one only.',
    changing('changeReaches', () => () => true),
    { needs: 'instrument.update' },
  ),
  fault(
    'instrument-events-for-everything',
    '6.3',
    ['instruments.subscribed-only', 'instruments.event-per-instrument'],
    'A subscription to one instrument brings the events of all.',
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        event.kind === 'instrument_event' && context.ownAccount && subscriptions.instruments.size > 0
          ? true
          : honest(event, subscriptions, context),
    ),
    { needs: 'instrument.update' },
  ),
];

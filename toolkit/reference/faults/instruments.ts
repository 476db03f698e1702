// Faults of instruments, conditions and their events (interface 2.4, 4.4, 6.3).
import { multiply, parseDecimal } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import type { Conditions } from '../domain.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

const NEEDS = { needs: 'instrument.update' } as const;
const MEMBERS = ['volume_min', 'volume_max', 'volume_step', 'point_digits'] as const;
type Member = (typeof MEMBERS)[number];

/** A member taken out wherever it lies, since dialects nest differently. */
function without(value: unknown, member: string): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === member ? [] : [[name, without(inner, member)]])),
  );
}

function eventWithout(member: Member): Fault['change'] {
  return changing('amendMessage', (honest) => (message, event, connection) => {
    const whole = honest(message, event, connection);
    // A JSON value without some of its members is a JSON value.
    return event.kind === 'instrument_event' ? (without(whole, member) as JsonObject) : whole;
  });
}

function readWithout(member: Member): Fault['change'] {
  return changing(
    'amendBody',
    (honest) => (body, answer) =>
      answer.operation === 'conditions' && answer.status < 300
        ? (without(honest(body, answer), member) as JsonObject) // as above
        : honest(body, answer),
  );
}

const TWO = parseDecimal('2');
const doubled = (conditions: Conditions): Conditions => ({
  ...conditions,
  volumeMax: multiply(conditions.volumeMax, TWO),
});

export const instrumentFaults: readonly Fault[] = [
  ...MEMBERS.map((member) =>
    fault(
      `instrument-event-without-${member.replace('_', '-')}`,
      '6.3',
      ['instruments.full-conditions'],
      `An instrument_event lacks ${member}.`,
      eventWithout(member),
      NEEDS,
    ),
  ),
  ...MEMBERS.map((member) =>
    fault(
      `conditions-without-${member.replace('_', '-')}`,
      '2.4',
      [`configuration.conditions-${member.replace('_', '-')}`],
      `The conditions of an instrument lack ${member}.`,
      readWithout(member),
    ),
  ),
  fault(
    'instrument-change-not-announced',
    '6.3',
    ['instruments.updated'],
    'A changed instrument is not announced.',
    changing('announcedAction', (honest) => (change) => (change === 'upd' ? undefined : honest(change))),
    NEEDS,
  ),
  fault(
    'instrument-change-announced-as-new',
    '6.3',
    ['instruments.updated'],
    'A changed instrument is announced with action new.',
    changing('announcedAction', (honest) => (change) => (change === 'upd' ? 'new' : honest(change))),
    NEEDS,
  ),
  fault(
    'instrument-creation-announced-as-change',
    '6.3',
    ['instruments.created'],
    'A created instrument is announced with action upd.',
    changing('announcedAction', (honest) => (change) => (change === 'new' ? 'upd' : honest(change))),
    { needs: 'instrument.add' },
  ),
  fault(
    'instrument-deletion-not-announced',
    '6.3',
    ['instruments.deleted'],
    'A deleted instrument is not announced.',
    changing('announcedAction', (honest) => (change) => (change === 'del' ? undefined : honest(change))),
    { needs: 'instrument.remove' },
  ),
  fault(
    'instrument-deletion-announced-as-change',
    '6.3',
    ['instruments.deleted'],
    'A deleted instrument is announced with action upd.',
    changing('announcedAction', (honest) => (change) => (change === 'del' ? 'upd' : honest(change))),
    { needs: 'instrument.remove' },
  ),
  fault(
    'instrument-action-update',
    '3',
    ['instruments.action-values', 'instruments.updated'],
    'The action of a change is written update.',
    changing('amendMessage', (honest) => (message, event, connection) => {
      const whole = honest(message, event, connection);
      if (event.kind !== 'instrument_event' || event.action !== 'upd') return whole;
      return JSON.parse(JSON.stringify(whole).replaceAll('"upd"', '"update"')) as JsonObject; // JSON as before, with another word
    }),
    NEEDS,
  ),
  fault(
    'instrument-event-stale-conditions',
    '6.3',
    ['instruments.conditions-current'],
    'An instrument_event shows a volume_max of its own.',
    changing(
      'resolved',
      (honest) => (own, platform, surface) =>
        surface === 'event' ? doubled(honest(own, platform, surface)) : honest(own, platform, surface),
    ),
    NEEDS,
  ),
  fault(
    'instrument-event-of-the-platform',
    '6.3',
    ['instruments.conditions-current'],
    "An instrument_event shows the platform's conditions, not those resolved for the account.",
    changing(
      'resolved',
      (honest) => (own, platform, surface) =>
        surface === 'event' && platform !== undefined ? platform : honest(own, platform, surface),
    ),
    NEEDS,
  ),
  fault(
    'instrument-event-beyond-subscription',
    '6.3',
    ['instruments.subscribed-only', 'instruments.event-per-instrument', 'instruments.unsubscribe-partial'],
    'A connection with any instrument subscribed is told of every instrument.',
    changing(
      'deliversTo',
      (honest) => (event, subscriptions, context) =>
        honest(event, subscriptions, context) ||
        (event.kind === 'instrument_event' && context.ownAccount && subscriptions.instruments.size > 0),
    ),
    NEEDS,
  ),
  fault(
    'instruments-list-incomplete',
    '4.4',
    ['configuration.instruments-complete'],
    'The list of instruments lacks its first entry.',
    changing('listed', (honest) => (available, everywhere) => honest(available, everywhere).slice(1)),
  ),
  fault(
    'instruments-list-of-the-platform',
    '4.4',
    ['configuration.instruments-available-only'],
    'The list of instruments holds those of the platform that the account may not use.',
    changing('listed', () => (_available, everywhere) => everywhere()),
  ),
  fault(
    'conditions-of-another-instrument',
    '4.4',
    ['configuration.conditions-named-instrument'],
    'The conditions shown are those of the platform, so that a change for the account does not show.',
    changing(
      'resolved',
      (honest) => (own, platform, surface) =>
        surface === 'read'
          ? { ...honest(own, platform, surface), volumeMax: parseDecimal('100.00') }
          : honest(own, platform, surface),
    ),
    NEEDS,
  ),
];

// Faults of instrument events and of the conditions that they carry (interface 2.4; 6.3).
import { equals } from '../../../decimal/index.js';
import { always, amended, insteadWhere, readAs } from '../algebra/edits.js';
import { amendingMessage, editingMessage, type Fault, remove, violating } from '../algebra/index.js';
import { keptBy } from '../algebra/memory.js';
import { MEMBERS } from './reads.js';

const conditionsCurrent = violating('6.3', ['instruments.conditions-current']);
const subscribedOnly = violating('6.3', ['instruments.subscribed-only', 'instruments.event-per-instrument']);

export const instrumentEventFaults: readonly Fault[] = [
  violating('3', ['instruments.action-values', 'instruments.updated'])('instrument-action-spelled-out', {
    summary: 'The action of an instrument event is spelled update.',
    needs: 'instrument.update',
    change: editingMessage('instrument_event', 'action', (action) => (action === 'upd' ? 'update' : action)),
  }),
  ...(
    [
      ['upd', 'updated', 'instrument.update'],
      ['del', 'deleted', 'instrument.remove'],
    ] as const
  ).map(([action, word, needs]) =>
    violating('6.3', [`instruments.${word}`])(`instrument-${word}-unannounced`, {
      summary: `An instrument that is ${word} is not announced.`,
      needs,
      announcedAction: insteadWhere((change) => change === action, undefined),
    }),
  ),
  violating('6.3', ['instruments.created'])('instrument-created-unannounced', {
    summary: 'An instrument that is created is not announced.',
    // To which subscription a creation belongs is not said.
    level: 'should',
    needs: 'instrument.add',
    announcedAction: insteadWhere((change) => change === 'new', undefined),
  }),
  violating('6.3', ['instruments.created'])('instrument-created-as-updated', {
    summary: 'The creation of an instrument is announced with action upd.',
    needs: 'instrument.add',
    announcedAction: readAs((change) => (change === 'new' ? 'upd' : change)),
  }),
  violating('6.3', ['instruments.deleted'])('instrument-deleted-as-updated', {
    summary: 'The deletion of an instrument is announced with action upd.',
    needs: 'instrument.remove',
    announcedAction: readAs((change) => (change === 'del' ? 'upd' : change)),
  }),
  violating('6.3', ['instruments.full-conditions'])('instrument-event-with-changes-only', {
    summary: 'An instrument event of action upd carries volume_max alone.',
    needs: 'instrument.update',
    change: amendingMessage('instrument_event', (message) => {
      const { instrument, volume_max } = message['payload'] as Record<string, string>; // As this speech wrote it.
      return { ...message, payload: { instrument: instrument ?? '', volume_max: volume_max ?? '' } };
    }),
  }),
  conditionsCurrent('instrument-event-stale', {
    summary: 'An instrument event shows the conditions from before the change.',
    needs: 'instrument.update',
    resolved: keptBy(({ instrument }, _own, _platform, where) => (where === 'event' ? instrument : undefined)),
  }),
  conditionsCurrent('instrument-event-with-other-digits', {
    summary: 'An instrument event shows one point digit more than a read.',
    needs: 'instrument.update',
    resolved: amended((conditions, _own, _platform, where) =>
      where === 'event' ? { ...conditions, pointDigits: conditions.pointDigits + 1 } : conditions,
    ),
  }),
  conditionsCurrent('instrument-event-of-another-account', {
    summary: 'An instrument event shows a volume_step that is not that of the account.',
    needs: 'instrument.update',
    resolved: amended((conditions, _own, _platform, where) => {
      const { volumeStep } = conditions;
      return where === 'event'
        ? { ...conditions, volumeStep: { ...volumeStep, coefficient: volumeStep.coefficient * 5n } }
        : conditions;
    }),
  }),
  conditionsCurrent('instrument-event-of-the-platform', {
    summary: 'To an account that had a volume_max of its own, an instrument event shows that of the platform.',
    needs: 'instrument.update',
    resolved: amended((conditions, _own, platform, where, before) => {
      if (where !== 'event' || platform === undefined || before === undefined) return conditions;
      const { volumeMax } = platform;
      return equals(before.volumeMax, volumeMax) ? conditions : { ...conditions, volumeMax };
    }),
  }),
  violating('2.4', ['instruments.updated'])('instrument-change-on-every-account', {
    summary: 'A change of one account’s conditions holds for all accounts, and is announced to that one only.',
    needs: 'instrument.update',
    changeReaches: always(true),
  }),
  subscribedOnly('instrument-events-for-everything', {
    summary: 'A subscription to one instrument brings the events of all.',
    needs: 'instrument.update',
    deliversTo: insteadWhere(
      (event, subscriptions, context) =>
        event.kind === 'instrument_event' && context.ownAccount && subscriptions.instruments.size > 0,
      true,
    ),
  }),
  ...MEMBERS.map(([member, word]) =>
    violating('6.3', ['instruments.full-conditions'])(`instrument-event-without-${word}`, {
      summary: `Instrument events lack ${member}.`,
      needs: 'instrument.update',
      change: editingMessage('instrument_event', `payload/${member}`, remove),
    }),
  ),
];

// Faults of configuration reads (interface 2.4, 4.4).
import type { Conditions } from '../../domain.js';
import { amended, exceptWhere, instead } from '../algebra/edits.js';
import { editingBody, type Fault, remove, violating } from '../algebra/index.js';
import { keptBy, sharing } from '../algebra/memory.js';

const volumeStringsInConditions = violating('1', ['numbers.volume-strings-in-conditions']);

export const MEMBERS = [
  ['volume_min', 'volume-min'],
  ['volume_max', 'volume-max'],
  ['volume_step', 'volume-step'],
  ['point_digits', 'point-digits'],
] as const;

export const configurationReadFaults: readonly Fault[] = [
  ...MEMBERS.map(([member, word]) =>
    violating('2.4', [`configuration.conditions-${word}`])(`conditions-without-${word}`, {
      summary: `The conditions of an instrument lack ${member}.`,
      change: editingBody('conditions', 200, member, remove),
    }),
  ),
  violating('2.4', ['configuration.conditions-point-digits'])('conditions-point-digits-as-increment', {
    summary: 'point_digits is the smallest price increment instead of a number of digits.',
    renderPointDigits: instead((digits) => 10 ** -digits),
  }),
  volumeStringsInConditions('conditions-volumes-as-numbers', {
    summary: 'Volumes in conditions are JSON numbers.',
    renderVolume: amended((answer, _volume, _digits, place) => (place.of === 'conditions' ? Number(answer) : answer)),
  }),
  volumeStringsInConditions('conditions-step-as-number', {
    summary: 'volume_step is a JSON number, the other volumes are strings.',
    renderVolume: amended((answer, _volume, _digits, place) =>
      place.member === 'volume_step' ? Number(answer) : answer,
    ),
  }),
  violating('4', ['configuration.conditions-named-instrument'])('conditions-of-another-instrument', {
    summary: 'The conditions call returns those of whichever instrument was read first.',
    resolved: (honest) => {
      let first: Conditions | undefined;
      return (own, platform, where) => {
        const conditions = honest(own, platform, where);
        if (where !== 'read') return conditions;
        first ??= conditions;
        return { ...first, instrument: conditions.instrument };
      };
    },
  }),
  violating('2.4', ['configuration.conditions-per-account'])('conditions-of-the-platform', {
    summary: 'The conditions call returns those of the platform, whatever was set for the account.',
    needs: 'instrument.update',
    resolved: amended((answer, _own, platform, surface) => (surface === 'read' ? (platform ?? answer) : answer)),
  }),
  violating('4', ['instruments.conditions-current'])('conditions-cached-for-ever', {
    summary: 'The conditions call returns what it returned the first time.',
    needs: 'instrument.update',
    resolved: keptBy(({ instrument }, _own, _platform, where) => (where === 'read' ? instrument : undefined)),
  }),
  violating('4.4', ['configuration.conditions-readable'])('conditions-unreadable-for-slashes', {
    summary: 'The conditions of an instrument whose name needs percent-encoding are not found.',
    showsConditions: exceptWhere((instrument) => instrument.includes('/')),
  }),
  violating('4.4', ['configuration.account-readable'])('account-unreadable', {
    summary: 'The account read is answered with 500.',
    shownAccount: instead(() => {
      throw new Error('account configuration is not loaded');
    }),
  }),
  violating('4.4', ['configuration.instruments-readable'])('instruments-unreadable', {
    summary: 'The list of instruments is answered with 500.',
    listed: instead(() => {
      throw new Error('instruments are not loaded');
    }),
  }),
  violating('4.4', ['configuration.instruments-complete'])('instruments-list-cut', {
    summary: 'The list of instruments holds the first three only.',
    listed: amended((answer) => answer.slice(0, 3)),
  }),
  violating('4.4', ['configuration.instruments-complete'])('instruments-list-without-the-latest', {
    summary: 'The list of instruments is cut behind the tenth, so that those which were created last are not on it.',
    needs: 'instrument.add',
    listed: amended((answer) => answer.slice(0, 10)),
  }),
  violating('4.4', ['configuration.instruments-complete'])('created-instruments-unlisted', {
    summary: 'The list of instruments is that of the platform, without those which were created for the account.',
    needs: 'instrument.add',
    listed: amended((answer, _available, everywhere) => {
      const known = new Set(everywhere().map(({ instrument }) => instrument));
      return answer.filter(({ instrument }) => known.has(instrument));
    }),
  }),
  violating('4.4', ['configuration.instruments-available-only'])('instruments-list-of-the-platform', {
    summary: 'The list of instruments holds every instrument of the platform.',
    listed: instead((_available, everywhere) => everywhere()),
  }),
  violating('4.4', ['configuration.instruments-available-only'])('instruments-list-of-all-who-asked', {
    summary: 'The list of instruments holds those of every account that has asked for its own.',
    change: sharing(
      () => new Map<string, Conditions>(),
      (asked) => ({
        listed: amended((own) => {
          for (const one of own) asked.set(one.instrument, one);
          return [...new Map([...asked, ...own.map((one) => [one.instrument, one] as const)]).values()];
        }),
      }),
    ),
  }),
  violating('4.4', ['configuration.limits-readable', 'limits.quota-readable'])('limits-unreadable', {
    summary: 'The limits call is answered with 500.',
    remainingShown: instead(() => {
      throw new Error('quota accounting is not available');
    }),
  }),
  violating('4.4', ['configuration.reads-change-nothing'])('listing-instruments-hides-orders', {
    summary: 'Once instruments were listed, snapshots lack the order that was placed last.',
    change: sharing(
      () => ({ wereListed: false }),
      (memory) => ({
        listed: amended((names) => {
          memory.wereListed = true;
          return names;
        }),
        snapshotOf: amended((shown) => (memory.wereListed ? { ...shown, orders: shown.orders.slice(0, -1) } : shown)),
      }),
    ),
  }),
];

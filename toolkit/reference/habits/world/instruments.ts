// Legal ways of telling of instruments and of HMR periods (interface 6.2, 6.3).
import { amended } from '../../faults/algebra/edits.js';
import { sharing } from '../../faults/algebra/memory.js';
import { among, type Habit } from '../algebra/index.js';

const wildcard = among('all-later', '6.3', ['all-dynamic']);
const periods = among('hmr-periods', '6.2', ['hmr-filter']);

export const instrumentHabits: readonly Habit[] = [
  wildcard('all-is-of-that-moment', {
    // Nobody would be told of a creation any more.
    excludes: ['names-end-with-their-instrument'],
    summary: 'All instruments means those that were there when it was subscribed.',
    costs: [
      { checks: 'instruments.created/under-all', verdict: 'not-applicable', because: 'instruments that come later' },
    ],
    rules: sharing(
      // By what a connection is subscribed to, which is another object after each command.
      () => new WeakMap<object, Set<string>>(),
      (laterOf) => ({
        deliversTo: amended((delivers, event, subscriptions) => {
          if (event.kind !== 'instrument_event') return delivers;
          const { allInstruments, instruments } = subscriptions;
          const { instrument } = event.conditions;
          const later = laterOf.get(subscriptions) ?? new Set();
          laterOf.set(subscriptions, later);
          if (event.action === 'new') later.add(instrument);
          return delivers && !(allInstruments && later.has(instrument) && !instruments.has(instrument));
        }),
      }),
    ),
  }),
  wildcard('all-covers-later-ones', { summary: 'All instruments means those that appear later, too.' }),
  periods('periods-narrowed', {
    summary: 'HMR messages show the periods of the subscribed instruments.',
    behaviour: { hmrPeriods: 'narrowed' },
  }),
  periods('periods-whole', {
    summary: 'HMR messages show all periods of the account.',
    behaviour: { hmrPeriods: 'whole' },
  }),
];

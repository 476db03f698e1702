// Where the interface gives a rule and lets a target state otherwise, or gives none although it seems to (interface 1, rules 4 and 5;
// 4.5, rule 5; 6.1; 6.4).

import type { Profile } from '../../../profile/profile.js';
import type { StatedCollection } from '../../../profile/stated-history.js';
import { always, amended, instead } from '../../faults/algebra/edits.js';
import { among, type Habit } from '../algebra/index.js';

const order = among('history-order', '1', []);
const beside = among('beside-a-cursor', '1', []);
const overflow = among('overflow', '6.4', ['overflow-outcome', 'buffer-size']);

function stating(stated: Partial<StatedCollection>): (profile: Profile) => Profile {
  return (profile) => ({
    ...profile,
    history: {
      orderHistory: { ...profile.history?.orderHistory, ...stated },
      dealHistory: { ...profile.history?.dealHistory, ...stated },
    },
  });
}

const LATE_MS = 300;

export const statedHabits: readonly Habit[] = [
  order('history-newest-first', {
    summary: 'History comes from newer to older, as the service documents for its collections.',
    settings: { historyOrder: 'descending' },
    profile: stating({ order: 'descending' }),
  }),
  order('history-counted-from-the-newest', {
    summary: 'History comes from newer to older, a moment late, and a cursor says how many rows came before it.',
    settings: { historyOrder: 'descending', cursorsCountRows: true },
    rules: { isListed: amended((isListed, ageMs) => isListed && ageMs >= LATE_MS) },
    profile: stating({ order: 'descending' }),
    // A server that is behind counts fewer rows: the walk would lose some, which is a fault.
    excludes: ['history-of-two-servers'],
  }),
  beside('cursor-with-filters', {
    summary:
      'Filters may stand beside a cursor, as the service documents, and add nothing to those it was given under.',
    rules: { acceptsFiltersBesideCursor: always(true) },
    profile: stating({ cursorWith: 'any' }),
    costs: [
      { checks: 'history.cursor-with-filter-refused/*', verdict: 'not-applicable', because: 'states that a cursor' },
    ],
  }),
  beside('cursor-needs-its-filters', {
    summary:
      'A cursor is a place in the whole collection, and the filters stand beside it on every page, as the service documents.',
    rules: { acceptsFiltersBesideCursor: always(true), filtersOfPage: instead((_cursor, filters) => filters) },
    profile: stating({ cursorWith: 'any' }),
    costs: [
      { checks: 'history.cursor-with-filter-refused/*', verdict: 'not-applicable', because: 'states that a cursor' },
    ],
  }),
  overflow('overflow-closes', { summary: 'A reader that falls too far behind loses its connection.' }),
  overflow('overflow-loses-and-goes-on', {
    summary: 'Beyond a small send buffer messages are dropped, and the connection goes on.',
    rules: { onOverflow: always('lose'), overflows: instead((bufferedBytes) => bufferedBytes > 262_144) },
    costs: [{ checks: 'delivery.overflow-no-replay/*', verdict: 'not-applicable', because: 'or lives on' }],
  }),
];

// Faults of duplicate query parameters (interface 5.3, rule 5) at one endpoint, or in one spelling: each may read its query by itself.
import type { Operation } from '../../domain.js';
import { alsoOn, alsoWhere } from '../algebra/edits.js';
import { type Fault, on, violating } from '../algebra/index.js';

const duplicates = violating('5.3', ['auth.duplicate-query-refused']);

const PLACES: readonly (readonly [slug: string, operation: Operation])[] = [
  ['account', 'account'],
  ['instruments', 'instruments'],
  ['conditions', 'conditions'],
  ['limits', 'limits'],
  ['snapshot', 'snapshot'],
  ['order-history', 'orderHistory'],
  ['deal-history', 'dealHistory'],
];

const ENDINGS: typeof PLACES = [
  ['closes', 'closePosition'],
  ['cancellations', 'cancelOrder'],
];

export const endpointQueryFaults: readonly Fault[] = [
  ...PLACES.map(([slug, operation]) =>
    duplicates(`duplicate-query-accepted-on-${slug}`, {
      summary: `A read of ${operation} is accepted with a query parameter that stands twice.`,
      acceptsQuery: alsoOn(on(operation)),
    }),
  ),
  duplicates('duplicate-query-accepted-on-openings', {
    summary: 'An opening is carried out with a query parameter that stands twice.',
    acceptsQuery: alsoOn(on('openPosition')),
  }),
  ...ENDINGS.map(([slug, operation]) =>
    duplicates(`duplicate-query-accepted-on-${slug}`, {
      summary: `A ${operation} is carried out with a query parameter that stands twice.`,
      // Calls that the interface does not show.
      level: 'should',
      acceptsQuery: alsoOn(on(operation)),
    }),
  ),
  duplicates('duplicate-query-without-a-value-accepted', {
    summary: 'A query parameter without a value may stand twice.',
    acceptsQuery: alsoWhere((query) => !query.includes('=')),
  }),
];

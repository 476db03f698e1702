// The reads that the interface names without showing their paths (interface 1, rule 2; 4), as data: a target has them where its dialect
// binds them, and they are signed and scoped like every request (interface 5; 5.3, rule 9).
import type { Needs } from '../runner/check.js';

interface UnstatedRead {
  readonly name: 'snapshot' | 'orderHistory' | 'dealHistory';
  readonly slug: string;
  /** As in "refuses reading the trading snapshot". */
  readonly words: string;
  readonly needs: Needs;
}

const READ: Needs = { shared: true, readOnly: true };

export const UNSTATED_READS: readonly UnstatedRead[] = [
  {
    name: 'snapshot',
    slug: 'snapshot',
    words: 'reading the trading snapshot',
    needs: { ...READ, claims: ['snapshotResource'], requests: ['snapshot'] },
  },
  {
    name: 'orderHistory',
    slug: 'order-history',
    words: 'reading the history of orders',
    needs: { ...READ, claims: ['orderHistory'], requests: ['orderHistory'] },
  },
  {
    name: 'dealHistory',
    slug: 'deal-history',
    words: 'reading the history of deals',
    needs: { ...READ, claims: ['dealHistory'], requests: ['dealHistory'] },
  },
];

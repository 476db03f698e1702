// The reads that the interface names without showing their paths (interface 1, rule 2; 4), as data: a target has them where its dialect
// binds them, and they are signed and scoped like every request (interface 5; 5.3, rule 9).
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';

interface UnstatedRead {
  readonly name: 'snapshot' | 'orderHistory' | 'dealHistory';
  readonly slug: string;
  /** By what it is judged that the read is signed like every request. */
  readonly signed: RequirementId;
  /** As in "refuses reading the trading snapshot". */
  readonly words: string;
  readonly needs: Needs;
}

const READ: Needs = { shared: true, readOnly: true };

export const UNSTATED_READS: readonly UnstatedRead[] = [
  {
    name: 'snapshot',
    slug: 'snapshot',
    signed: 'auth.signed-snapshot',
    words: 'reading the trading snapshot',
    needs: { ...READ, claims: ['snapshotResource'], requests: ['snapshot'] },
  },
  {
    name: 'orderHistory',
    slug: 'order-history',
    signed: 'auth.signed-order-history',
    words: 'reading the history of orders',
    needs: { ...READ, claims: ['orderHistory'], requests: ['orderHistory'] },
  },
  {
    name: 'dealHistory',
    slug: 'deal-history',
    signed: 'auth.signed-deal-history',
    words: 'reading the history of deals',
    needs: { ...READ, claims: ['dealHistory'], requests: ['dealHistory'] },
  },
];

// Faults of single endpoints that read their headers themselves (interface 5.1; 5.3, rule 6; 9, rule 2), and compare less of them with the
// signed payload than the others do.
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { Operation } from '../../domain.js';
import { alsoOn, alsoWhere } from '../algebra/edits.js';
import { type Edits, type Fault, on, violating } from '../algebra/index.js';

const DEFECTS: Readonly<Record<string, { readonly words: string; readonly edits: (operation: Operation) => Edits }>> = {
  'timestamp-mismatch': {
    words: 'SVC-TIMESTAMP is not compared with the signed timestamp',
    edits: (operation) => ({ timestampAgrees: alsoOn(on(operation)) }),
  },
  'sign-version-mismatch': {
    words: 'SVC-SIGN-VERSION is not compared with the signed version',
    edits: (operation) => ({ signVersionAgrees: alsoOn(on(operation)) }),
  },
  'key-mismatch': {
    words: 'SVC-IDEMPOTENCY-KEY is not compared with the signed key',
    edits: (operation) => ({ idempotencyKeyAgrees: alsoOn(on(operation)) }),
  },
  'version-two': {
    words: 'Signature version 2 is accepted, and verified like version 1,',
    edits: (operation) => ({
      supportsSignVersion: alsoWhere((signed, context) => signed === 2 && on(operation)(context)),
    }),
  },
  'timestamp-header-missing': {
    words: 'SVC-TIMESTAMP may be missing',
    edits: (operation) => ({
      acceptsHeaderCount: alsoWhere(
        (count, role, context) => count === 0 && role === 'timestamp' && on(operation)(context),
      ),
      timestampAgrees: alsoWhere((header, _signed, context) => header === undefined && on(operation)(context)),
    }),
  },
};

/** A call or two for each defect, so that every call has one. */
const PLACES: readonly (readonly [keyof typeof DEFECTS, string, Operation, RequirementId])[] = [
  ['timestamp-mismatch', 'openings', 'openPosition', 'auth.signed-open-position'],
  ['timestamp-mismatch', 'account', 'account', 'auth.signed-account'],
  ['timestamp-mismatch', 'order-history', 'orderHistory', 'auth.signed-order-history'],
  ['sign-version-mismatch', 'closes', 'closePosition', 'auth.signed-close-position'],
  ['sign-version-mismatch', 'instruments', 'instruments', 'auth.signed-instruments'],
  ['sign-version-mismatch', 'ticks', 'ticksStream', 'auth.signed-ticks-handshake'],
  ['key-mismatch', 'openings', 'openPosition', 'auth.signed-open-position'],
  ['key-mismatch', 'cancellations', 'cancelOrder', 'auth.signed-cancel-order'],
  ['version-two', 'conditions', 'conditions', 'auth.signed-conditions'],
  ['version-two', 'operation-status', 'operationStatus', 'auth.signed-operation-status'],
  ['version-two', 'snapshot', 'snapshot', 'auth.signed-snapshot'],
  ['timestamp-header-missing', 'deal-history', 'dealHistory', 'auth.signed-deal-history'],
  ['timestamp-header-missing', 'cancellations', 'cancelOrder', 'auth.signed-cancel-order'],
];

export const endpointHeaderFaults: readonly Fault[] = PLACES.flatMap(([name, slug, operation, signed]) => {
  const defect = DEFECTS[name];
  if (defect === undefined) return [];
  return violating('5.1', [signed])(`${name}-accepted-on-${slug}`, {
    summary: `${defect.words} on ${slug.replace('-', ' ')}.`,
    ...defect.edits(operation),
  });
});

// Faults of the signed path beyond the account (interface 5.2; 5.3, rule 4): its last name or its query is not compared on one call.
import { EMPTY_BODY_HASH } from '../../../signing/payload.js';
import { alsoWhere } from '../algebra/edits.js';
import { type Fault, on, violating } from '../algebra/index.js';

const upTo = (path: unknown, part: string): string => String(path).slice(0, String(path).indexOf(part) + part.length);

/** Paths that begin alike, up to that part, which both have. */
function beginAlike(signed: unknown, target: string, part: string): boolean {
  return String(signed).includes(part) && upTo(signed, part) === upTo(target, part);
}

const path = violating('5.2', ['auth.path-matches']);

export const anotherResourceFaults: readonly Fault[] = [
  path('conditions-signed-for-another-instrument', {
    summary: 'What was signed for the conditions of one instrument reads those of another.',
    acceptsPath: alsoWhere(
      (signed, target, context) =>
        on('conditions')(context) &&
        String(signed).endsWith('/conditions') &&
        beginAlike(signed, target, '/instruments/'),
    ),
  }),
  path('status-signed-for-another-operation', {
    summary: 'What was signed for the status of one operation reads that of another.',
    acceptsPath: alsoWhere(
      (signed, target, context) =>
        on('operationStatus')(context) && !String(signed).endsWith('/') && beginAlike(signed, target, '/operations/'),
    ),
  }),
  violating('5.3', ['auth.query-signed'])('query-unsigned-on-history', {
    summary: 'History may be read with a signed path that lacks the query.',
    acceptsPath: alsoWhere(
      (signed, target, context) => on('orderHistory', 'dealHistory')(context) && target.split('?')[0] === signed,
    ),
  }),
  violating('5.2', ['auth.signed-cancel-order', 'auth.body-hash-matches'])('body-hash-of-nothing-on-cancellations', {
    summary: 'A cancellation may be signed with the hash of no body.',
    level: 'should',
    acceptsBodyHash: alsoWhere((signed, _actual, context) => on('cancelOrder')(context) && signed === EMPTY_BODY_HASH),
  }),
];

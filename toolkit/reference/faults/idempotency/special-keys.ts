// Faults of keys that are good and mean something else to a program (interface 8): to the language that it is written in, or to whoever
// watches over paths.
import type { WorldlyRefusal } from '../../rules/telling/transit.js';
import { exceptWhere, insteadWhere, onlyWhere, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const TAKEN: WorldlyRefusal = { status: 409, name: 'REQUEST_DUPLICATE_KEY_CONFLICT' };

const keyKindsNeeded = violating('8', [
  'idempotency.key-letters-digits-accepted',
  'idempotency.key-marks-accepted',
  'positions.idempotency-key-grammar',
]);

export const specialKeyFaults: readonly Fault[] = [
  violating('8', ['idempotency.key-letters-digits-accepted'])('keys-that-are-members-of-objects-taken', {
    summary: 'Keys such as constructor and toString are found where none was ever used, and refused as conflicts.',
    needs: 'account.create',
    refuses: insteadWhere(({ idempotencyKey }) => idempotencyKey !== '' && idempotencyKey in {}, TAKEN),
  }),
  violating('8', ['idempotency.key-marks-accepted', 'positions.idempotency-key-grammar'])(
    'keys-like-parent-folders-refused',
    {
      summary: 'A key with two full stops in a row is refused.',
      acceptsMutatingKey: exceptWhere((key) => key.includes('..')),
    },
  ),
  keyKindsNeeded('keys-without-a-letter-refused', {
    summary: 'A key in which no letter stands is refused.',
    acceptsMutatingKey: onlyWhere((key) => /[A-Za-z]/.test(key)),
  }),
  keyKindsNeeded('keys-without-a-digit-refused', {
    summary: 'A key in which no digit stands is refused.',
    acceptsMutatingKey: onlyWhere((key) => /[0-9]/.test(key)),
  }),
  violating('8', ['idempotency.key-exact'])('keys-with-full-stops-and-tildes-alike', {
    summary: 'Full stops and tildes of a key are the same where it is looked up.',
    recordName: readAs((request) => ({ ...request, idempotencyKey: request.idempotencyKey.replaceAll('~', '.') })),
  }),
];

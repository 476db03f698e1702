// Faults of idempotency (interface 7.1, rule 1; 8): repeats, conflicts, scope, concurrency.
import { isJsonObject } from '../../../payload/json-kind.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import {
  alsoOn,
  alsoWhere,
  always,
  exceptWhere,
  instead,
  insteadWhere,
  onlyOn,
  onlyWhere,
  readAs,
} from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const duplicateAfterSuccess = violating('8', ['idempotency.duplicate-after-success']);
const conflictNotExecuted = violating('7.1', ['idempotency.conflict-not-executed', 'positions.conflict-refused']);
const scopeAccount = violating('8', ['idempotency.scope-account']);
const scopeOperationKind = violating('8', ['idempotency.scope-operation-kind']);

const EXECUTED = 'idempotency.duplicate-not-executed';
const SAME = 'idempotency.duplicate-same-operation';

const MEMBERS = ['price', 'volume', 'stop_loss_price', 'take_profit_price', 'side'] as const;
const CONFLICTS: Readonly<Record<(typeof MEMBERS)[number], readonly RequirementId[]>> = {
  price: ['idempotency.conflict-any-member'],
  volume: ['idempotency.conflict-any-member', 'positions.conflict-refused'],
  stop_loss_price: ['idempotency.conflict-any-member'],
  take_profit_price: ['idempotency.conflict-any-member'],
  side: ['positions.conflict-refused'],
};

export const idempotencyFaults: readonly Fault[] = [
  violating('8', [
    SAME,
    EXECUTED,
    'idempotency.duplicate-after-success',
    'idempotency.conflict-refused',
    'idempotency.key-to-operation',
    'reconnect.retry-resolves-unknown-send',
  ])('idempotency-ignored', {
    summary: 'Keys are checked and echoed, and every request is a new one.',
    recognises: always(false),
  }),
  violating('8', [EXECUTED, 'positions.duplicate-not-executed'])('idempotency-reexecute', {
    summary: 'A repeat is answered with the original operation and executed once more.',
    executesDuplicate: always(true),
  }),
  violating('8', [EXECUTED, 'idempotency.duplicate-after-success'])('idempotency-reexecute-after-success', {
    summary: 'A repeat is executed again once the original has succeeded.',
    executesDuplicate: instead(({ succeeded }) => succeeded === true),
  }),
  violating('8', ['idempotency.duplicate-in-flight', 'idempotency.duplicate-one-winner', EXECUTED])(
    'idempotency-in-flight-unseen',
    {
      summary: 'A repeat that comes before the original has finished is executed as a request of its own.',
      recognises: exceptWhere((context) => context.inFlight),
    },
  ),
  violating('8', ['idempotency.duplicate-in-flight', EXECUTED])('idempotency-in-flight-for-a-second', {
    summary: 'A repeat is a request of its own when the original has been unfinished for more than a second.',
    needs: 'operation.hold',
    recognises: exceptWhere(({ inFlight, ageMs }) => inFlight && ageMs > 1000),
  }),
  violating('8', ['idempotency.duplicate-after-rejection'])('idempotency-forgets-rejections', {
    summary: 'The key of a rejected operation is free again.',
    recognises: exceptWhere((context) => context.succeeded === false),
  }),
  duplicateAfterSuccess('idempotency-retention-of-milliseconds', {
    summary: 'Records are forgotten as soon as their operation has finished.',
    recognises: onlyWhere((context) => context.inFlight),
  }),
  violating('4.2', [
    'positions.duplicate-same-operation',
    'positions.duplicate-not-executed',
    'positions.conflict-refused',
  ])('idempotency-orders-only', {
    summary: 'Idempotency works on the orders call alone.',
    recognises: exceptWhere((context) => context.kind === 'openPosition'),
  }),
  violating('8', [SAME, 'positions.duplicate-same-operation'])('idempotency-new-id-for-repeats', {
    summary: 'A repeat executes as an operation of its own that merely carries the same key.',
    duplicateOperationId: instead((_original, fresh) => fresh()),
  }),
  violating('8', ['idempotency.duplicate-in-flight', 'idempotency.duplicate-one-winner', SAME])(
    'idempotency-id-changed-in-flight',
    {
      summary: 'A repeat in flight is answered with an operation_id that was never used.',
      duplicateOperationId: instead((original, _fresh, { inFlight }) => (inFlight ? `${original}-again` : original)),
    },
  ),
  violating('8', ['idempotency.duplicate-accepted', SAME, 'positions.duplicate-same-operation'])(
    'idempotency-refuses-repeats',
    { summary: 'Every repeated key is a conflict, also with the same payload.', samePayload: always(false) },
  ),
  duplicateAfterSuccess('idempotency-refuses-finished-repeats', {
    summary: 'A repeat is refused once the original has finished.',
    samePayload: onlyOn(({ inFlight }) => inFlight),
  }),
  violating('8', ['idempotency.duplicate-re-signed', SAME])('idempotency-needs-the-same-signature', {
    summary:
      'A repeat counts as one only when it comes in the same millisecond, since its timestamp is part of the payload.',
    samePayload: onlyOn(({ ageMs }) => ageMs < 1),
  }),
  violating('7.1', ['idempotency.conflict-refused', 'idempotency.conflict-any-member', 'positions.conflict-refused'])(
    'conflict-unnoticed',
    { summary: 'Another payload under the same key is answered like a repeat.', samePayload: always(true) },
  ),
  violating('7.1', ['idempotency.conflict-refused', 'idempotency.conflict-not-executed', 'positions.conflict-refused'])(
    'conflict-executed',
    { summary: 'Another payload under the same key is a new operation.', onConflict: always('accept') },
  ),
  conflictNotExecuted('conflict-refused-and-executed', {
    summary: 'A conflicting request is refused and carried out all the same.',
    onConflict: always('execute-and-refuse'),
  }),
  violating('7.1', ['idempotency.conflict-keeps-original'])('conflict-forgets-the-original', {
    summary:
      'A conflict puts its own record in the place of the original, so that the original can no longer be repeated.',
    conflictReplaces: always(true),
  }),
  violating('7.1', ['idempotency.conflict-one-winner'])('conflict-in-flight-unnoticed', {
    summary:
      'While the original is in flight, which takes a while, another payload under its key is answered like a repeat.',
    samePayload: alsoOn(({ inFlight }) => inFlight),
    finaliseDelayMs: always(100),
  }),
  ...MEMBERS.map((member) =>
    violating('7.1', CONFLICTS[member])(`conflict-ignores-${member.replaceAll('_', '-')}`, {
      summary: `The value of ${member} is no part of what tells one payload from another.`,
      fingerprintOf: (honest) => (request) => {
        const { [member]: _ignored, ...json } = request.json as Record<string, never>; // A body that was accepted is an object.
        return honest({ ...request, json, comparesJson: true });
      },
    }),
  ),
  violating('7.1', ['idempotency.conflict-any-member'])('conflict-ignores-all-after-64-bytes', {
    summary: 'Only the first 64 bytes of the body tell one payload from another.',
    fingerprintOf: instead(({ target, body }) => `${target}\n${Buffer.from(body.subarray(0, 64)).toString()}`),
  }),
  scopeAccount('key-shared-by-accounts', {
    summary: 'A key is known across accounts.',
    recordName: readAs((request) => ({ ...request, accountId: '*' })),
  }),
  scopeAccount('key-of-stop-orders-shared-by-accounts', {
    summary: 'The key of a stop order is known across accounts.',
    recordName: readAs((request) =>
      isJsonObject(request.json) && Object.values(request.json).includes('stop')
        ? { ...request, accountId: '*' }
        : request,
    ),
  }),
  scopeAccount('key-of-openings-shared-by-accounts', {
    summary: 'The key of an opening is known across accounts.',
    recordName: readAs((request) => (request.kind === 'openPosition' ? { ...request, accountId: '*' } : request)),
  }),
  scopeAccount('key-shared-by-accounts-for-same-payload', {
    summary: 'The same key and payload on another account is answered with the operation of the first one.',
    recordName: readAs((request) => ({ ...request, accountId: '*' })),
    fingerprintOf: readAs((request) => ({
      ...request,
      target: request.target.replace(/accounts\/[^/]+/, 'accounts/*'),
    })),
  }),
  scopeOperationKind('key-shared-by-kinds', {
    summary: 'A key that placed an order is a conflict when it opens a position.',
    recordName: readAs((request) => ({ ...request, kind: 'placeOrder' })),
  }),
  scopeOperationKind('key-shared-by-opening-and-close', {
    summary: 'A close under the key of an opening is answered as a repeat of that opening, and closes nothing.',
    // Closes are calls that the interface does not show.
    level: 'should',
    kindOf: insteadWhere((operation) => operation === 'closePosition', 'openPosition'),
    samePayload: alsoWhere(
      (remembered, incoming, context) =>
        context.kind === 'openPosition' && remembered.split('\n')[0] !== incoming.split('\n')[0],
    ),
  }),
  scopeOperationKind('key-shared-by-order-and-cancellation', {
    summary: 'A cancellation under the key of an order is a conflict with it.',
    // Cancellations are calls that the interface does not show.
    level: 'should',
    recordName: readAs((request) => (request.kind === 'cancelOrder' ? { ...request, kind: 'placeOrder' } : request)),
  }),
  violating('8', ['idempotency.key-exact'])('key-case-ignored', {
    summary: 'Keys are compared without regard to case.',
    recordName: readAs((request) => ({ ...request, idempotencyKey: request.idempotencyKey.toLowerCase() })),
  }),
  violating('8', ['idempotency.key-exact', 'idempotency.key-to-operation', 'idempotency.key-longest-accepted'])(
    'key-compared-by-its-beginning',
    {
      summary: 'Keys are cut to 64 characters before they are compared.',
      recordName: readAs((request) => ({ ...request, idempotencyKey: request.idempotencyKey.slice(0, 64) })),
    },
  ),
];

// Faults of idempotency (interface 7.1, rule 1; 8): repeats, conflicts, scope, concurrency.
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const EXECUTED = 'idempotency.duplicate-not-executed';
const SAME = 'idempotency.duplicate-same-operation';

export const idempotencyFaults: readonly Fault[] = [
  fault(
    'idempotency-ignored',
    '8',
    [
      SAME,
      EXECUTED,
      'idempotency.duplicate-after-success',
      'idempotency.conflict-refused',
      'idempotency.key-to-operation',
      'reconnect.retry-resolves-unknown-send',
    ],
    'Keys are checked and echoed, and every request is a new one.',
    changing('recognises', () => () => false),
  ),
  fault(
    'idempotency-reexecute',
    '8',
    [EXECUTED, 'positions.duplicate-not-executed'],
    'A repeat is answered with the original operation and executed once more.',
    changing('executesDuplicate', () => () => true),
  ),
  fault(
    'idempotency-reexecute-after-success',
    '8',
    [EXECUTED, 'idempotency.duplicate-after-success'],
    'A repeat is executed again once the original has succeeded.',
    changing(
      'executesDuplicate',
      () =>
        ({ succeeded }) =>
          succeeded === true,
    ),
  ),
  fault(
    'idempotency-in-flight-unseen',
    '8',
    ['idempotency.duplicate-in-flight', 'idempotency.duplicate-one-winner', EXECUTED],
    'A repeat that comes before the original has finished is executed as a request of its own.',
    changing('recognises', (honest) => (context) => !context.inFlight && honest(context)),
  ),
  fault(
    'idempotency-forgets-rejections',
    '8',
    ['idempotency.duplicate-after-rejection'],
    'The key of a rejected operation is free again.',
    changing('recognises', (honest) => (context) => context.succeeded !== false && honest(context)),
  ),
  fault(
    'idempotency-retention-of-milliseconds',
    '8',
    ['idempotency.duplicate-after-success'],
    'Records are forgotten as soon as their operation has finished.',
    changing('recognises', (honest) => (context) => context.inFlight && honest(context)),
  ),
  fault(
    'idempotency-orders-only',
    '4.2',
    ['positions.duplicate-same-operation', 'positions.duplicate-not-executed', 'positions.conflict-refused'],
    'Idempotency works on the orders call alone.',
    changing('recognises', (honest) => (context) => context.kind !== 'openPosition' && honest(context)),
  ),
  fault(
    'idempotency-new-id-for-repeats',
    '8',
    [SAME, 'positions.duplicate-same-operation'],
    'A repeat executes as an operation of its own that merely carries the same key.',
    changing('duplicateOperationId', () => (_original, fresh) => fresh()),
  ),
  fault(
    'idempotency-id-changed-in-flight',
    '8',
    ['idempotency.duplicate-in-flight', 'idempotency.duplicate-one-winner', SAME],
    'A repeat in flight is answered with an operation_id that was never used.',
    changing(
      'duplicateOperationId',
      () =>
        (original, _fresh, { inFlight }) =>
          inFlight ? `${original}-again` : original,
    ),
  ),
  fault(
    'idempotency-refuses-repeats',
    '8',
    ['idempotency.duplicate-accepted', SAME, 'positions.duplicate-same-operation'],
    'Every repeated key is a conflict, also with the same payload.',
    changing('samePayload', () => () => false),
  ),
  fault(
    'idempotency-refuses-finished-repeats',
    '8',
    ['idempotency.duplicate-after-success'],
    'A repeat is refused once the original has finished.',
    changing(
      'samePayload',
      (honest) => (remembered, incoming, context) => context.inFlight && honest(remembered, incoming, context),
    ),
  ),
  fault(
    'idempotency-needs-the-same-signature',
    '8',
    ['idempotency.duplicate-re-signed', SAME],
    'A repeat counts as one only when it comes in the same millisecond, since its timestamp is part of the payload.',
    changing(
      'samePayload',
      (honest) => (remembered, incoming, context) => context.ageMs < 1 && honest(remembered, incoming, context),
    ),
  ),
  fault(
    'conflict-unnoticed',
    '7.1',
    ['idempotency.conflict-refused', 'idempotency.conflict-any-member', 'positions.conflict-refused'],
    'Another payload under the same key is answered like a repeat.',
    changing('samePayload', () => () => true),
  ),
  fault(
    'conflict-executed',
    '7.1',
    ['idempotency.conflict-refused', 'idempotency.conflict-not-executed', 'positions.conflict-refused'],
    'Another payload under the same key is a new operation.',
    changing('onConflict', () => () => 'accept'),
  ),
  fault(
    'conflict-refused-and-executed',
    '7.1',
    ['idempotency.conflict-not-executed', 'positions.conflict-refused'],
    'A conflicting request is refused and carried out all the same.',
    changing('onConflict', () => () => 'execute-and-refuse'),
  ),
  fault(
    'conflict-forgets-the-original',
    '7.1',
    ['idempotency.conflict-keeps-original'],
    'A conflict puts its own record in the place of the original, so that the original can no longer be repeated.',
    changing('conflictReplaces', () => () => true),
  ),
  fault(
    'conflict-in-flight-unnoticed',
    '7.1',
    ['idempotency.conflict-one-winner'],
    'While the original is in flight, which takes a while, another payload under its key is answered like a repeat.',
    together(
      changing(
        'samePayload',
        (honest) => (remembered, incoming, context) => context.inFlight || honest(remembered, incoming, context),
      ),
      changing('finaliseDelayMs', () => () => 100),
    ),
  ),
  ...(['price', 'volume', 'stop_loss_price', 'take_profit_price', 'side'] as const).map((member) =>
    fault(
      `conflict-ignores-${member.replaceAll('_', '-')}`,
      '7.1',
      member === 'side'
        ? ['positions.conflict-refused']
        : ['idempotency.conflict-any-member', ...(member === 'volume' ? ['positions.conflict-refused'] : [])],
      `The value of ${member} is no part of what tells one payload from another.`,
      changing('fingerprintOf', (honest) => (request) => {
        const { [member]: _ignored, ...json } = request.json as Record<string, never>; // A body that was accepted is an object.
        return honest({ ...request, json, comparesJson: true });
      }),
    ),
  ),
  fault(
    'conflict-ignores-all-after-64-bytes',
    '7.1',
    ['idempotency.conflict-any-member'],
    'Only the first 64 bytes of the body tell one payload from another.',
    changing(
      'fingerprintOf',
      () =>
        ({ target, body }) =>
          `${target}\n${Buffer.from(body.subarray(0, 64)).toString()}`,
    ),
  ),
  fault(
    'key-shared-by-accounts',
    '8',
    ['idempotency.scope-account'],
    'A key is known across accounts.',
    changing('recordName', (honest) => (request) => honest({ ...request, accountId: '*' })),
  ),
  fault(
    'key-shared-by-accounts-for-same-payload',
    '8',
    ['idempotency.scope-account'],
    'The same key and payload on another account is answered with the operation of the first one.',
    together(
      changing('recordName', (honest) => (request) => honest({ ...request, accountId: '*' })),
      changing(
        'fingerprintOf',
        (honest) => (request) =>
          honest({ ...request, target: request.target.replace(/accounts\/[^/]+/, 'accounts/*') }),
      ),
    ),
  ),
  fault(
    'key-shared-by-kinds',
    '8',
    ['idempotency.scope-operation-kind'],
    'A key that placed an order is a conflict when it opens a position.',
    changing('recordName', (honest) => (request) => honest({ ...request, kind: 'placeOrder' })),
  ),
  fault(
    'key-shared-by-opening-and-close',
    '8',
    ['idempotency.scope-operation-kind'],
    'A close under the key of an opening is answered as a repeat of that opening, and closes nothing.',
    together(
      changing(
        'kindOf',
        (honest) => (operation) => (operation === 'closePosition' ? 'openPosition' : honest(operation)),
      ),
      changing(
        'samePayload',
        (honest) => (remembered, incoming, context) =>
          (context.kind === 'openPosition' && remembered.split('\n')[0] !== incoming.split('\n')[0]) ||
          honest(remembered, incoming, context),
      ),
    ),
  ),
  fault(
    'key-shared-by-order-and-cancellation',
    '8',
    ['idempotency.scope-operation-kind'],
    'A cancellation under the key of an order is a conflict with it.',
    changing(
      'recordName',
      (honest) => (request) => honest(request.kind === 'cancelOrder' ? { ...request, kind: 'placeOrder' } : request),
    ),
  ),
  fault(
    'key-case-ignored',
    '8',
    ['idempotency.key-exact'],
    'Keys are compared without regard to case.',
    changing(
      'recordName',
      (honest) => (request) => honest({ ...request, idempotencyKey: request.idempotencyKey.toLowerCase() }),
    ),
  ),
  fault(
    'key-compared-by-its-beginning',
    '8',
    ['idempotency.key-exact', 'idempotency.key-to-operation', 'idempotency.key-longest-accepted'],
    'Keys are cut to 64 characters before they are compared.',
    changing(
      'recordName',
      (honest) => (request) => honest({ ...request, idempotencyKey: request.idempotencyKey.slice(0, 64) }),
    ),
  ),
];

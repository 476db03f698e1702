// Faults of keys that two kinds of operation use at the same moment (interface 8): a lock, or a record not yet written in full, that knows
// the account and the key alone. A moment later each kind has its own.
import type { OperationKind } from '../../domain.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const scope = violating('8', ['idempotency.scope-operation-kind']);

const MOMENT_MS = 150;

/** For a moment the second of the two kinds is taken for the first. */
function oneKindForAMoment(...kinds: readonly [OperationKind, OperationKind]): Change {
  return sharing(
    () => new Map<string, { readonly kind: OperationKind; readonly atMs: number }>(),
    (first) => ({
      recordName: (honest) => (request) => {
        const { accountId, idempotencyKey, kind } = request;
        if (!kinds.includes(kind)) return honest(request);
        const name = `${accountId} ${idempotencyKey}`;
        const before = first.get(name) ?? { kind, atMs: Date.now() };
        first.set(name, before);
        return honest(Date.now() - before.atMs < MOMENT_MS ? { ...request, kind: before.kind } : request);
      },
    }),
  );
}

const PAIRS = [
  ['closePosition', 'cancelOrder', 'close-and-cancellation'],
  ['placeOrder', 'cancelOrder', 'order-and-cancellation'],
  ['openPosition', 'closePosition', 'opening-and-close'],
] as const;

export const keyAtOnceFaults: readonly Fault[] = [
  scope('key-shared-by-order-and-opening-at-once', {
    summary: 'An order and an opening that come with one key at the same moment are a conflict.',
    change: oneKindForAMoment('placeOrder', 'openPosition'),
  }),
  ...PAIRS.map(([one, other, slug]) =>
    scope(`key-shared-by-${slug}-at-once`, {
      summary: `A ${one} and a ${other} that come with one key at the same moment are a conflict.`,
      // Calls that the interface does not show.
      level: 'should',
      change: oneKindForAMoment(one, other),
    }),
  ),
];

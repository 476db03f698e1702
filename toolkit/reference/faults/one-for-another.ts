// Faults of services that take one operation for another (interface 2.2, 4.3, 5.3, 7, 8): what was made, refused or verified a moment
// ago colours what comes next.
import type { Order } from '../domain.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

const AT_ONCE_MS = 30;

/** The key of a request, from the payload that it signed. */
function idempotencyKeyOf(payload: Uint8Array): string {
  return /"idempotency_key"\s*:\s*"([^"]*)"/.exec(Buffer.from(payload).toString('utf8'))?.[1] ?? '';
}

export const oneForAnotherFaults: readonly Fault[] = [
  fault(
    'event-with-the-order-placed-just-before',
    '6.1',
    ['transactions.placement-order', 'transactions.only-changed-entities'],
    'Of placements within 30 milliseconds of each other every event shows the order of the one before.',
    changing('ordersOf', (honest) => {
      const latest = new Map<string, { readonly orders: readonly Order[]; readonly atMs: number }>();
      return (transaction, surroundings) => {
        const orders = honest(transaction, surroundings);
        if (transaction.kind !== 'placement') return orders;
        const before = latest.get(surroundings.accountId);
        const atMs = performance.now();
        latest.set(surroundings.accountId, { orders, atMs });
        return before !== undefined && atMs - before.atMs < AT_ONCE_MS ? before.orders : orders;
      };
    }),
  ),
  fault(
    'status-follows-the-order',
    '4.3',
    ['operations.final-result-stays'],
    'Once an account has cancelled an order, its placements are shown as rejected.',
    (rules) => {
      const cancelling = new Set<string>();
      return {
        ...rules,
        ordersOf: (transaction, surroundings) => {
          if (transaction.kind === 'cancel') cancelling.add(surroundings.accountId);
          return rules.ordersOf(transaction, surroundings);
        },
        shownStatus: (status, ageMs, context) => {
          const shown = rules.shownStatus(status, ageMs, context);
          return context.kind === 'placeOrder' && shown.state === 'success' && cancelling.has(context.accountId)
            ? { ...shown, state: 'rejected', errorCode: 'EXECUTION_REJECTED', errorMessage: 'EXECUTION_REJECTED' }
            : shown;
        },
      };
    },
  ),
  fault(
    'error-code-of-the-first-rejection',
    '7.2',
    ['errors.volume-too-large'],
    'Every rejected operation of an account names the error code of the first.',
    changing('finalCode', (honest) => {
      const first = new Map<string, string>();
      return (code, context) => {
        const own = honest(code, context);
        const remembered = first.get(context.accountId) ?? own;
        first.set(context.accountId, remembered);
        return remembered;
      };
    }),
  ),
  fault(
    'repeats-answered-before-verifying',
    '5.3',
    ['auth.signature-verified', 'auth.invalid-signature-code'],
    'The signature of a request whose idempotency key was used before is not verified.',
    changing('acceptsSignature', (honest) => {
      const used = new Set<string>();
      return (trial, context) => {
        const key = `${context.accountId} ${idempotencyKeyOf(trial.payload)}`;
        if (context.isMutating && used.has(key)) return true;
        const valid = honest(trial, context);
        if (context.isMutating && valid) used.add(key);
        return valid;
      };
    }),
  ),
  fault(
    'repeats-answered-to-any-key',
    '5.3',
    ['auth.key-read-scope', 'auth.access-violation-code'],
    'What a key may do is not asked of a request whose idempotency key was used before.',
    (rules) => {
      const used = new Set<string>();
      let isRepeat = false;
      return {
        ...rules,
        acceptsSignature: (trial, context) => {
          const key = `${context.accountId} ${idempotencyKeyOf(trial.payload)}`;
          const valid = rules.acceptsSignature(trial, context);
          isRepeat = valid && context.isMutating && used.has(key);
          if (valid && context.isMutating) used.add(key);
          return valid;
        },
        permitsScope: (key, scope, context) => isRepeat || rules.permitsScope(key, scope, context),
      };
    },
  ),
  fault(
    'conflict-compares-values-without-their-names',
    '7.1',
    ['idempotency.conflict-any-member'],
    'Payloads are the same when they hold the same values, under whichever names.',
    changing('fingerprintOf', (honest) => (request) => {
      const { json } = request;
      if (json === null || typeof json !== 'object' || Array.isArray(json)) return honest(request);
      return Object.values(json)
        .map((value) => JSON.stringify(value))
        .sort()
        .join();
    }),
  ),
  fault(
    'close-takes-the-newest-position',
    '3',
    ['positions.closed-not-open', 'transactions.close-position'],
    'A close is of the position that was opened last, whichever it names.',
    changing('closes', () => (named, open) => open.at(-1) ?? named),
  ),
];

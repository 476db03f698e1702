// Faults of balance transactions (interface 2.2; 6.1, rule 4): kinds, amounts, what does not belong to them.
import { BALANCE_KINDS } from '../domain.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

export const balanceEventFaults: readonly Fault[] = [
  fault(
    'balance-event-without-account-state',
    '6.1',
    ['transactions.balance-account-state'],
    'Balance transactions hold no account state.',
    changing(
      'accountStateOf',
      (honest) => (state, transaction) => (transaction.kind === 'balance' ? undefined : honest(state, transaction)),
    ),
    { needs: 'account.deposit' },
  ),
  fault(
    'balance-event-with-open-orders',
    '6.1',
    ['transactions.balance-only'],
    'Balance transactions hold the open orders and positions of the account.',
    together(
      changing(
        'ordersOf',
        (honest) => (transaction, surroundings) =>
          transaction.kind === 'balance' ? surroundings.openOrders() : honest(transaction, surroundings),
      ),
      changing(
        'positionsOf',
        (honest) => (transaction, surroundings) =>
          transaction.kind === 'balance' ? surroundings.openPositions() : honest(transaction, surroundings),
      ),
    ),
    { needs: 'account.deposit' },
  ),
  fault(
    'balance-event-without-deal',
    '6.1',
    ['transactions.balance-deal', 'transactions.balance-kind-deposit'],
    'Balance transactions hold the account state alone.',
    changing(
      'dealsOf',
      (honest) => (transaction, surroundings) =>
        transaction.kind === 'balance' ? [] : honest(transaction, surroundings),
    ),
    { needs: 'account.deposit' },
  ),
  fault(
    'balance-booked-twice',
    '6.1',
    ['transactions.balance-arithmetic'],
    'A deposit changes the balance by twice its amount.',
    changing(
      'balanceChange',
      (honest) =>
        (...asked) =>
          2n * honest(...asked),
    ),
    { needs: 'account.deposit' },
  ),
  fault(
    'balance-fees-added',
    '6.1',
    ['transactions.balance-arithmetic'],
    'Negative amounts are booked as positive ones.',
    changing('balanceChange', (honest) => (...asked) => {
      const change = honest(...asked);
      return change < 0n ? -change : change;
    }),
    { needs: 'account.deposit' },
  ),
  fault(
    'balance-rounded-to-ten-units',
    '6.1',
    ['transactions.balance-arithmetic'],
    'What a deposit adds is rounded down to a multiple of ten of the smallest unit.',
    changing(
      'balanceChange',
      (honest) =>
        (...asked) =>
          (honest(...asked) / 10n) * 10n,
    ),
    { needs: 'account.deposit' },
  ),
  fault(
    'balance-third-decimal-lost',
    '6.1',
    ['transactions.balance-arithmetic'],
    'What a deposit adds keeps two decimals, also in a currency of three.',
    changing('balanceChange', (honest) => (kind, amount, digits) => {
      const change = honest(kind, amount, digits);
      return digits > 2 ? change - (change % 10n ** BigInt(digits - 2)) : change;
    }),
    { needs: 'account.deposit' },
  ),
  ...BALANCE_KINDS.map((kind) =>
    fault(
      `balance-kind-${kind.replaceAll('_', '-')}-wrong`,
      '2.2',
      [`transactions.balance-kind-${kind === 'balance' ? 'deposit' : kind.replaceAll('_', '-')}`],
      `A booking of kind ${kind} is announced as another kind.`,
      changing(
        'dealsOf',
        (honest) => (transaction, surroundings) =>
          honest(transaction, surroundings).map((deal) =>
            deal.balanceKind === kind ? { ...deal, balanceKind: kind === 'balance' ? 'dividend' : 'balance' } : deal,
          ),
      ),
      { needs: 'account.deposit' },
    ),
  ),
  fault(
    'balance-with-operation-id',
    '6.1',
    ['transactions.balance-operation-id-omitted'],
    'Balance transactions carry an operation_id that the platform makes.',
    changing(
      'announcements',
      (honest) => (event, surroundings) =>
        honest(event, surroundings).map((one) =>
          one.payload.deals.some(({ balanceKind }) => balanceKind !== undefined)
            ? { ...one, operationId: `bal-${one.atMs}` }
            : one,
        ),
    ),
    { needs: 'account.deposit' },
  ),
  fault(
    'balance-with-last-operation-id',
    '6.1',
    ['transactions.balance-no-requested-operation', 'transactions.balance-no-client-request-id'],
    "Balance transactions carry the identifiers of the account's last operation.",
    changing('announcements', (honest) => {
      const last = new Map<string, { operationId: string | undefined; clientRequestId: string | undefined }>();
      return (event, surroundings) =>
        honest(event, surroundings).map((one) => {
          const { operationId, clientRequestId } = one;
          if (clientRequestId !== undefined) {
            last.set(surroundings.accountId, { operationId, clientRequestId });
            return one;
          }
          const isBalance = one.payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
          return isBalance ? { ...one, ...last.get(surroundings.accountId) } : one;
        });
    }),
    { needs: 'account.deposit' },
  ),
  fault(
    'balance-with-operation-in-flight',
    '6.1',
    ['transactions.balance-no-requested-operation', 'transactions.balance-no-client-request-id'],
    'A balance transaction that is booked while an operation is in flight carries the identifiers of that operation.',
    (rules) => {
      const inFlight = new Map<string, { readonly operationId: string; readonly clientRequestId: string }>();
      return {
        ...rules,
        finishes: (operation) => {
          const { accountId, operationId, clientRequestId } = operation;
          inFlight.set(accountId, { operationId, clientRequestId });
          return rules.finishes(operation);
        },
        announcements: (event, surroundings) =>
          rules.announcements(event, surroundings).map((one) => {
            const { accountId } = surroundings;
            const running = inFlight.get(accountId);
            if (running?.operationId === one.operationId) inFlight.delete(accountId);
            const isBalance = one.payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
            return isBalance ? { ...one, ...running } : one;
          }),
      };
    },
    { needs: 'operation.hold' },
  ),
  fault(
    'operation-id-null-when-absent',
    '2.2',
    ['transactions.operation-id-omitted'],
    'Where a transaction event has no operation_id the member is null.',
    changing('amendMessage', (honest) => (message, event, connection) => {
      const amended = honest(message, event, connection);
      return event.kind === 'transaction_event' && event.operationId === undefined
        ? { ...(amended as typeof message), operation_id: null } // An object as it came.
        : amended;
    }),
    { needs: 'account.deposit' },
  ),
];

// Faults of balance transactions (interface 2.2; 6.1, rule 4): kinds, amounts, what does not belong to them.
import type { TransactionEvent } from '../../domain.js';
import { amended, insteadOn, insteadWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const balanceArithmetic = violating('6.1', ['transactions.balance-arithmetic']);
const balanceNoRequestedOperation = violating('6.1', [
  'transactions.balance-no-requested-operation',
  'transactions.balance-no-client-request-id',
]);

const isBalance = ({ payload }: TransactionEvent): boolean =>
  payload.deals.some(({ balanceKind }) => balanceKind !== undefined);

const KINDS = [
  ['balance', 'balance', 'transactions.balance-kind-deposit'],
  ['null_compensation', 'null-compensation', 'transactions.balance-kind-null-compensation'],
  ['swap_fee', 'swap-fee', 'transactions.balance-kind-swap-fee'],
  ['admin_fee', 'admin-fee', 'transactions.balance-kind-admin-fee'],
  ['dividend', 'dividend', 'transactions.balance-kind-dividend'],
  ['svc_dollar', 'svc-dollar', 'transactions.balance-kind-svc-dollar'],
] as const;

export const balanceFaults: readonly Fault[] = [
  violating('6.1', ['transactions.balance-account-state'])('balance-event-without-account-state', {
    summary: 'Balance transactions hold no account state.',
    needs: 'account.deposit',
    accountStateOf: insteadOn(({ kind }) => kind === 'balance', undefined),
  }),
  violating('6.1', ['transactions.balance-account-state', 'numbers.money-in-account-currency'])(
    'balance-event-with-the-equity-before',
    {
      summary: 'Where a position is open a balance transaction shows the equity from before it.',
      // What equity is made of is not said.
      level: 'should',
      needs: 'account.deposit',
      accountStateOf: amended((shown, { equity, usedMargin }, { kind, balanceChange }) =>
        shown === undefined || kind !== 'balance' || usedMargin.coefficient === 0n
          ? shown
          : { ...shown, equity: { ...equity, coefficient: equity.coefficient - balanceChange } },
      ),
    },
  ),
  violating('6.1', ['transactions.balance-only'])('balance-event-with-open-orders', {
    summary: 'Balance transactions hold the open orders and positions of the account.',
    needs: 'account.deposit',
    ordersOf: amended((answer, transaction, surroundings) =>
      transaction.kind === 'balance' ? surroundings.openOrders() : answer,
    ),
    positionsOf: amended((answer, transaction, surroundings) =>
      transaction.kind === 'balance' ? surroundings.openPositions() : answer,
    ),
  }),
  violating('6.1', ['transactions.balance-deal', 'transactions.balance-kind-deposit'])('balance-event-without-deal', {
    summary: 'Balance transactions hold the account state alone.',
    needs: 'account.deposit',
    dealsOf: insteadWhere((transaction) => transaction.kind === 'balance', []),
  }),
  violating('1', ['numbers.money-in-account-currency'])('bookings-converted', {
    summary:
      'What is booked on an account is converted from dollars into its currency, be it stated in that currency already.',
    needs: 'account.deposit',
    balanceChange: amended((change, _kind, _amount, digits) => (digits === 2 ? change : 150n * change)),
  }),
  violating('1', ['numbers.money-in-account-currency'])('bookings-in-cents', {
    summary: 'The amount of a booking is taken for so many of the smallest unit of the currency.',
    needs: 'account.deposit',
    balanceChange: amended((change, _kind, _amount, digits) => change / 10n ** BigInt(digits)),
  }),
  balanceArithmetic('balance-booked-twice', {
    summary: 'A deposit changes the balance by twice its amount.',
    needs: 'account.deposit',
    balanceChange: amended((change) => 2n * change),
  }),
  balanceArithmetic('balance-fees-added', {
    summary: 'Negative amounts are booked as positive ones.',
    needs: 'account.deposit',
    balanceChange: amended((change) => (change < 0n ? -change : change)),
  }),
  balanceArithmetic('balance-rounded-to-ten-units', {
    summary: 'What a deposit adds is rounded down to a multiple of ten of the smallest unit.',
    needs: 'account.deposit',
    balanceChange: amended((change) => (change / 10n) * 10n),
  }),
  balanceArithmetic('balance-third-decimal-lost', {
    summary: 'What a deposit adds keeps two decimals, also in a currency of three.',
    needs: 'account.deposit',
    balanceChange: amended((change, _kind, _amount, digits) =>
      digits > 2 ? change - (change % 10n ** BigInt(digits - 2)) : change,
    ),
  }),
  ...KINDS.map(([kind, word, requirement]) =>
    violating('2.2', [requirement])(`balance-kind-${word}-wrong`, {
      summary: `A booking of kind ${kind} is announced as another kind.`,
      needs: 'account.deposit',
      dealsOf: amended((deals) =>
        deals.map((deal) =>
          deal.balanceKind === kind ? { ...deal, balanceKind: kind === 'balance' ? 'dividend' : 'balance' } : deal,
        ),
      ),
    }),
  ),
  violating('2.2', ['transactions.balance-kind-deposit'])('balance-kind-of-withdrawals-wrong', {
    summary: 'A withdrawal is announced as a fee.',
    needs: 'account.deposit',
    dealsOf: amended((deals) =>
      deals.map((deal) =>
        deal.balanceKind === 'balance' && deal.amount.coefficient < 0n ? { ...deal, balanceKind: 'admin_fee' } : deal,
      ),
    ),
  }),
  violating('6.1', ['transactions.balance-operation-id-omitted'])('balance-with-operation-id', {
    summary: 'Balance transactions carry an operation_id that the platform makes.',
    needs: 'account.deposit',
    announcements: amended((announced) =>
      announced.map((one) => (isBalance(one) ? { ...one, operationId: `bal-${one.atMs}` } : one)),
    ),
  }),
  balanceNoRequestedOperation('balance-with-last-operation-id', {
    summary: "Balance transactions carry the identifiers of the account's last operation.",
    needs: 'account.deposit',
    announcements: (honest) => {
      const last = new Map<string, { operationId: string | undefined; clientRequestId: string | undefined }>();
      return (event, surroundings) =>
        honest(event, surroundings).map((one) => {
          const { operationId, clientRequestId } = one;
          if (clientRequestId !== undefined) {
            last.set(surroundings.accountId, { operationId, clientRequestId });
            return one;
          }
          return isBalance(one) ? { ...one, ...last.get(surroundings.accountId) } : one;
        });
    },
  }),
  balanceNoRequestedOperation('balance-with-operation-in-flight', {
    summary:
      'A balance transaction that is booked while an operation is in flight carries the identifiers of that operation.',
    needs: 'operation.hold',
    change: sharing(
      () => new Map<string, { readonly operationId: string; readonly clientRequestId: string }>(),
      (inFlight) => ({
        finishes: amended((finishes, { accountId, operationId, clientRequestId }) => {
          inFlight.set(accountId, { operationId, clientRequestId });
          return finishes;
        }),
        announcements: amended((announced, _event, { accountId }) =>
          announced.map((one) => {
            const running = inFlight.get(accountId);
            if (running?.operationId === one.operationId) inFlight.delete(accountId);
            return isBalance(one) ? { ...one, ...running } : one;
          }),
        ),
      }),
    ),
  }),
  violating('2.2', ['transactions.operation-id-omitted'])('operation-id-null-when-absent', {
    summary: 'Where a transaction event has no operation_id the member is null.',
    needs: 'account.deposit',
    amendMessage: amended((amended, message, event) =>
      event.kind === 'transaction_event' && event.operationId === undefined
        ? { ...(amended as typeof message), operation_id: null } // An object as it came.
        : amended,
    ),
  }),
  balanceArithmetic('simultaneous-bookings-lost', {
    summary: 'Of bookings within 20 milliseconds of each other the later one is announced and not added.',
    needs: 'account.deposit',
    balanceChange: (honest) => {
      let latestMs = Number.NEGATIVE_INFINITY;
      return (...asked) => {
        const atMs = performance.now();
        const isLost = atMs - latestMs < 20;
        latestMs = atMs;
        return isLost ? 0n : honest(...asked);
      };
    },
  }),
];

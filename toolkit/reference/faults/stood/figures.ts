// Faults of account figures after partial closes, executions and sold positions (interface 2.3; 6; 6.1, rule 2): one place shows what was
// before.
import { add, type Decimal, subtract } from '../../../decimal/index.js';
import type { AccountState, Transaction } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

// How balance and margin are reckoned is the target's own, so that only warnings are due below.
const leadTo = violating('1', ['domain.events-lead-to-snapshot']);

/** The event of a transaction of that kind shows a figure as the event before it on the account did. */
function asBefore(kind: Transaction['kind'], figure: 'balance' | 'usedMargin'): Change {
  return sharing(
    () => ({ account: '', last: new Map<string, AccountState>() }),
    (memory) => ({
      // Told before the account state of the same event.
      ordersOf: amended((orders, _transaction, { accountId }) => {
        memory.account = accountId;
        return orders;
      }),
      accountStateOf: amended((state, _state, transaction) => {
        const before = memory.last.get(memory.account);
        if (state !== undefined) memory.last.set(memory.account, state);
        return state !== undefined && before !== undefined && transaction.kind === kind
          ? { ...state, [figure]: before[figure] }
          : state;
      }),
    }),
  );
}

export const figurePastFaults: readonly Fault[] = [
  leadTo('event-with-the-margin-before-a-partial-close', {
    summary: 'The event of a partial close shows the margin that was used before it.',
    level: 'should',
    change: asBefore('partial-close', 'usedMargin'),
  }),
  leadTo('event-with-the-margin-before-a-close', {
    summary: 'The event of a close shows the margin that was used before it.',
    level: 'should',
    change: asBefore('close', 'usedMargin'),
  }),
  leadTo('event-with-the-balance-before-a-partial-close', {
    summary: 'The event of a partial close shows the balance without its profit or loss.',
    level: 'should',
    change: asBefore('partial-close', 'balance'),
  }),
  leadTo('event-with-the-margin-before-an-execution', {
    summary: 'The event of a pending order that is executed shows the margin that was used before it.',
    level: 'should',
    needs: 'order.fill',
    change: asBefore('fill', 'usedMargin'),
  }),
  leadTo('event-with-the-balance-as-equity', {
    summary: 'The equity of transaction events leaves open positions out: it is the balance.',
    level: 'should',
    needs: 'market.price',
    accountStateOf: amended((state) => state && { ...state, equity: state.balance }),
  }),
  leadTo('snapshots-with-the-balance-as-equity', {
    summary: 'The equity of snapshots leaves open positions out: it is the balance.',
    level: 'should',
    needs: 'market.price',
    snapshotOf: amended((shown) => ({
      ...shown,
      accountState: { ...shown.accountState, equity: shown.accountState.balance },
    })),
  }),
  leadTo('snapshots-without-the-latest-booking', {
    summary: 'The figures of snapshots lack a booking until the account has traded again.',
    needs: 'account.deposit',
    change: sharing(
      () => new Map<string, Decimal>(),
      (latest) => ({
        dealsOf: amended((deals, { kind }, { accountId }) => {
          latest.delete(accountId);
          for (const { amount } of kind === 'balance' ? deals : []) latest.set(accountId, amount);
          return deals;
        }),
        snapshotOf: amended((shown, _state, { accountId }) => {
          const lacking = latest.get(accountId);
          const { balance, equity } = shown.accountState;
          if (lacking === undefined) return shown;
          const figures = { balance: subtract(balance, lacking), equity: subtract(equity, lacking) };
          return { ...shown, accountState: { ...shown.accountState, ...figures } };
        }),
      }),
    ),
  }),
  violating('2.3', ['account-state.agrees-with-snapshot'])('snapshots-without-the-profit-of-sold-positions', {
    summary: 'The balance of snapshots lacks what closed sold positions have brought.',
    change: sharing(
      () => new Map<string, Decimal>(),
      (missing) => ({
        dealsOf: amended((deals, { kind }, { accountId }) => {
          for (const { side, amount } of kind === 'close' ? deals : []) {
            const before = missing.get(accountId);
            // The deal of a close has the other side.
            if (side === 'buy') missing.set(accountId, before === undefined ? amount : add(before, amount));
          }
          return deals;
        }),
        snapshotOf: amended((shown, _state, { accountId }) => {
          const { accountState } = shown;
          const lacking = missing.get(accountId);
          return lacking === undefined
            ? shown
            : { ...shown, accountState: { ...accountState, balance: subtract(accountState.balance, lacking) } };
        }),
      }),
    ),
  }),
];

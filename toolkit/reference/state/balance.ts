// Non-trading balance transactions (interface 2.2, 6.1, rule 4): a balance deal, and nothing else.
import type { Transaction } from '../domain.js';
import { type BalanceCommand, type Desk, identifiersOf, transactionOf } from './desk.js';
import { newBalanceDeal } from './entities.js';

export function bookBalance(desk: Desk, command: BalanceCommand): Transaction {
  const ids = identifiersOf(desk);
  const change = desk.rules.balanceChange(command.balanceKind, command.amount, desk.account.currencyDigits);
  const deal = newBalanceDeal(desk, ids, command.balanceKind, command.amount);
  return transactionOf('balance', ids, { deals: [deal], balanceChange: change });
}

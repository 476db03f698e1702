// Non-trading balance transactions (interface 2.2, 6.1, rule 4): a balance deal, and nothing else.
import type { Transaction } from '../domain.js';
import { type BalanceCommand, type DecisionContext, identifiersOf, transactionOf } from './decision.js';
import { newBalanceDeal } from './entities.js';

export function bookBalance(context: DecisionContext, command: BalanceCommand): Transaction {
  const ids = identifiersOf(context);
  const change = context.rules.balanceChange(command.balanceKind, command.amount, context.account.currencyDigits);
  const deal = newBalanceDeal(context, ids, command.balanceKind, command.amount);
  return transactionOf('balance', ids, { deals: [deal], balanceChange: change });
}

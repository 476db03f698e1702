// A deposit, or a booking of another kind, by control action (interface 6.1, rule 4). What awaits its event is `balanceEventOf`.
import type { Account, CheckContext } from '../../runner/context.js';

export async function deposit(
  t: CheckContext,
  amount: string,
  { account = t.account, kind = 'balance' }: { readonly account?: Account; readonly kind?: string } = {},
): Promise<void> {
  await t.control('account.deposit', { account_id: account.id, kind, amount });
}

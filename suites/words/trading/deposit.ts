// A plain deposit by control action (interface 6.1, rule 4). What asks for its event, or for another kind of booking, is `balanceEventOf`.
import type { Account, CheckContext } from '../../runner/context.js';

export async function deposit(t: CheckContext, amount: string, account: Account = t.account): Promise<void> {
  await t.control('account.deposit', { account_id: account.id, kind: 'balance', amount });
}

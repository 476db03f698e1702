// What a run opens, it closes (design, rule 10): after a check that traded on an account of the pool, everything that was not there
// before is cancelled or closed as far as the target lets it. What stays is looked for once, at the end (`leaks.ts`). Accounts opened
// for one check are thrown away as they are.
import type { Account } from '../../context.js';
import type { CheckScope } from '../scope.js';
import { leftOver } from '../sharing/baselines.js';
import { canCancelOrders, canClosePositions } from '../target/means.js';
import type { LiveTarget } from '../target/target.js';
import { saysTooManyOrders } from './exhaustion.js';

/** Called at the end of a lease: clears the account if it is one of the pool on which the check has traded. Never rejects. */
export async function cleanUp(account: Account, scope: CheckScope): Promise<void> {
  if (!scope.traded.has(account)) return;
  await closeAll(account, scope.target).catch(() => undefined);
  await noteFull(account, scope).catch(() => undefined);
  // Only now: what clean-up itself sends counts as trading too, and must not call for another one after the lease has ended.
  scope.traded.delete(account);
}

async function closeAll(account: Account, target: LiveTarget): Promise<void> {
  const canCancel = canCancelOrders(target);
  const canClose = canClosePositions(target);
  // Whatever is under way must not end in the hands of whoever leases the account next.
  await account.settleAll();
  if (!canCancel && !canClose) return;
  const baseline = await target.baselines.of(account.id, () => account.state());
  const { orders, positions } = leftOver(await account.state(), baseline);
  if (canCancel) await Promise.all(orders.map((orderId) => attempt(() => cancelOrder(account, orderId))));
  if (canClose) await Promise.all(positions.map(({ id, volume }) => attempt(() => account.closePosition(id, volume))));
  await account.settleAll();
}

async function cancelOrder(account: Account, orderId: string): Promise<void> {
  await account.submit({ accountId: account.id, orderId }, { request: 'cancelOrder' });
}

/** What cannot be closed shows at the end of the run. */
async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch {
    // A leak.
  }
}

/** Looks whether a refusal for too many orders is due to what the run has left open. */
async function noteFull(account: Account, { target, journal }: CheckScope): Promise<void> {
  const { fullAccounts, baselines } = target;
  if (canCancelOrders(target) || fullAccounts.has(account.id)) return;
  const refused = journal.indicesOf((record) => record.account === account.id && saysTooManyOrders(record));
  if (refused.length === 0) return;
  const baseline = await baselines.of(account.id, () => account.state());
  const { orders } = leftOver(await account.state(), baseline);
  if (orders.length > 0) fullAccounts.mark(account.id, orders.length);
}

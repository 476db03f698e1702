// What a run opens, it closes (design, rule 10): after a check that traded on an account of the pool, everything that was not there
// before is cancelled or closed as far as the target lets it. What stays is looked for once, at the end (`leaks.ts`). Accounts opened
// for one check are thrown away as they are.
import type { LiveAccount } from '../account/account.js';
import type { CheckScope } from '../scope.js';
import { leftOver } from './baselines.js';
import { canCancelOrders, canClosePositions } from './means.js';

export async function cleanUp(account: LiveAccount, { target }: CheckScope): Promise<void> {
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

async function cancelOrder(account: LiveAccount, orderId: string): Promise<void> {
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

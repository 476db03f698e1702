// What a run opens, it closes: after a check that traded on an account of the pool, everything that was not there
// before is cancelled or closed as far as the target lets it, but for what others opened. What stays is looked for once, at the end
// (`leaks.ts`). Accounts opened for one check are thrown away as they are.
import type { Account } from '../../context.js';
import { readUntil } from '../patience.js';
import type { CheckScope } from '../scope.js';
import { isEmpty, type LeftOver } from '../sharing/baselines.js';
import { canCancelOrders, canClosePositions, canReset, hasCancelRequest } from '../target/ways-to-undo.js';
import { saysTooManyOrders } from './exhaustion.js';
import { leftOn } from './left-on.js';

/** How long the effect of a control action is awaited, which may come after its answer. */
const EFFECT_MS = 1_500;
/** Times the pause that control actions of the target are known to need. */
const MARGIN = 1.5;

/** Called at the end of a lease: clears the account if it is one of the pool on which the check has traded. Never rejects. */
export async function cleanUp(account: Account, scope: CheckScope): Promise<void> {
  if (!scope.traded.has(account)) return;
  await closeAll(account, scope).catch(() => undefined);
  await noteFull(account, scope).catch(() => undefined);
  // Only now: what clean-up itself sends counts as trading too, and must not call for another one after the lease has ended.
  scope.traded.delete(account);
}

async function closeAll(account: Account, scope: CheckScope): Promise<void> {
  const { target } = scope;
  // Nothing may still be under way when the account is leased again.
  await account.settleAll();
  if (!canCancelOrders(target) && !canClosePositions(target)) return;
  const left = (): Promise<LeftOver> => leftOn(account, target);
  const { orders, positions } = await left();
  if (hasCancelRequest(target) || target.control.has('order.cancel')) {
    await Promise.all(orders.map((orderId) => attempt(() => cancelOrder(account, orderId, scope))));
  }
  if (canClosePositions(target)) {
    await Promise.all(positions.map(({ id, volume }) => attempt(() => account.closePosition(id, volume))));
  }
  await account.settleAll();
  if (isEmpty({ orders, positions })) return;
  const byControl = !hasCancelRequest(target) && orders.length > 0;
  if (byControl ? await isCleared(left, scope) : canReset(target) && isEmpty(await left())) return;
  if (!canReset(target)) return;
  await attempt(() => scope.controls.perform('account.reset', { account_id: account.id }));
  await isCleared(left, scope);
}

/**
 * Waits until nothing is left: a control action may take effect after its answer, and must not do so during the next lease of the account.
 * On a target where it never takes effect, only the first few clean-ups wait.
 */
async function isCleared(left: () => Promise<LeftOver>, { target: { controlPace } }: CheckScope): Promise<boolean> {
  const withinMs = controlPace.mayAwaitEffect ? Math.max(EFFECT_MS, MARGIN * controlPace.waitMs) : 0;
  const last = await readUntil(left, isEmpty, { withinMs, signal: new AbortController().signal });
  if (!isEmpty(last)) controlPace.awaitedInVain();
  return isEmpty(last);
}

async function cancelOrder(account: Account, orderId: string, scope: CheckScope): Promise<void> {
  if (hasCancelRequest(scope.target)) {
    await account.submit({ accountId: account.id, orderId }, { request: 'cancelOrder' });
  } else {
    // Protection may have gone with what it protected; what stays is a leak.
    await scope.controls.perform(
      'order.cancel',
      { account_id: account.id, order_id: orderId },
      { mayBeNeedless: true },
    );
  }
}

/** What cannot be closed is reported at the end of the run (`leaks.ts`). */
async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch {
    // Reported as a leak.
  }
}

/** Looks whether a refusal for too many orders is due to what the run has left open. */
async function noteFull(account: Account, scope: CheckScope): Promise<void> {
  const { target, journal } = scope;
  const { fullAccounts } = target;
  if (fullAccounts.has(account.id) || (canCancelOrders(target) && !canReset(target))) return;
  const refused = journal.indicesOf((record) => record.account === account.id && saysTooManyOrders(record));
  if (refused.length === 0) return;
  // What earlier runs left there goes as well.
  if (canReset(target)) return attempt(() => scope.controls.perform('account.reset', { account_id: account.id }));
  const { orders } = await leftOn(account, target);
  if (orders.length > 0) fullAccounts.mark(account.id, orders.length);
}

// What the run has opened on an account of the pool and not closed, as the account shows it now.
import type { Account } from '../../context.js';
import { type LeftOver, leftOver } from '../sharing/baselines.js';
import type { LiveTarget } from '../target/target.js';

/** Rejects where the account's state cannot be read. */
export async function leftOn(account: Account, { baselines, journal }: LiveTarget): Promise<LeftOver> {
  const before = await baselines.of(account.id, () => account.state());
  const state = await account.state();
  return leftOver(state, journal.opened.addTo(before, account.id, state));
}

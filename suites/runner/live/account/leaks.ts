// What the run left behind on the accounts of the pool, looked for once after the last check.

import { CheckScope } from '../scope.js';
import { isEmpty, type LeftOver } from '../sharing/baselines.js';
import type { LiveTarget } from '../target/target.js';
import { CheckTally } from '../verdict/tally.js';
import { LiveAccount } from './account.js';
import { leftOn } from './left-on.js';
import { PLAIN_ORDER } from './usual-order.js';

const PATIENCE_MS = 5_000;
/** Identifiers that a report names. */
const NAMED = 10;

/** One sentence per account that keeps something, or that could not be looked at. Never rejects. */
export async function findLeaks(target: LiveTarget): Promise<readonly string[]> {
  const found = await Promise.all(target.baselines.accounts.map((id) => leakOf(id, target)));
  return found.filter((leak) => leak !== undefined);
}

async function leakOf(accountId: string, target: LiveTarget): Promise<string | undefined> {
  const tag = `own.leaks/${accountId}` as const;
  const spec = { id: tag, title: '', kind: 'scenario', run: async () => undefined } as const;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const scope = new CheckScope({
    target,
    spec,
    journal: target.journal.open(null),
    tally: new CheckTally(spec),
    usual: PLAIN_ORDER,
    signal,
  });
  const account = new LiveAccount({ id: accountId }, scope);
  try {
    const left = await leftOn(account, target);
    if (isEmpty(left)) return undefined;
    // What others open may be like what the run asked for.
    const whose = target.journal.opened.tradedOn(accountId) ? '; others trade on it, and may have opened that' : '';
    return `account ${accountId} keeps ${describe(left)} that it did not have before the run${whose}`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `account ${accountId} could not be searched for what the run left open: ${why}`;
  } finally {
    await scope.streams.close();
  }
}

function describe({ orders, positions }: LeftOver): string {
  const part = (ids: readonly string[], one: string, many: string): readonly string[] =>
    ids.length === 0 ? [] : [`${ids.length} ${ids.length === 1 ? one : many} (${named(ids)})`];
  return [
    ...part(orders, 'order', 'orders'),
    ...part(
      positions.map(({ id }) => id),
      'position',
      'positions',
    ),
  ].join(' and ');
}

function named(ids: readonly string[]): string {
  return ids.length <= NAMED ? ids.join(', ') : `${ids.slice(0, NAMED).join(', ')}, ...`;
}

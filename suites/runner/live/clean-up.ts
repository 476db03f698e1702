// What a run opens, it closes (design, rule 10): after a check that traded on an account of the pool, everything that was not there
// before is cancelled or closed as far as the target lets it; the rest is reported as a leak. Accounts opened for one check are
// thrown away as they are.
import type { TradingStateView } from '../../../toolkit/profile/views.js';
import type { LiveAccount } from './account.js';
import type { Baseline } from './baselines.js';
import type { CheckScope } from './scope.js';

interface Left {
  readonly orders: readonly string[];
  readonly positions: readonly string[];
  readonly record: number;
}

export async function cleanUp(account: LiveAccount, scope: CheckScope): Promise<void> {
  const baseline = await scope.target.baselines.of(account.id, () => account.state());
  const before = leftOver(await account.state(), baseline);
  if (isEmpty(before)) return;
  for (const orderId of before.orders) await cancelOrder(account, orderId);
  for (const positionId of before.positions) await attempt(() => account.closePosition(positionId));
  const after = leftOver(await account.state(), baseline);
  if (isEmpty(after)) return;
  scope.tally.findings.push({
    kind: 'leak',
    message: `account ${account.id} keeps ${describe(after)} that the check opened; close them by hand, or bind cancelOrder and closePosition in the dialect`,
    evidence: [after.record],
  });
}

async function cancelOrder(account: LiveAccount, orderId: string): Promise<void> {
  const { dialect, profile } = account.scope.target;
  if (!profile.claims.cancelOrder || !dialect.has('cancelOrder')) return;
  await attempt(async () => {
    const submission = await account.submit({ accountId: account.id, orderId }, { request: 'cancelOrder' });
    if (submission.accepted) await account.settle(submission);
  });
}

/** What cannot be closed shows in the state that is read afterwards. */
async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch {
    // Reported as a leak.
  }
}

function leftOver(state: TradingStateView & { readonly record: number }, baseline: Baseline): Left {
  const ids = (entities: readonly { readonly id?: string }[] | undefined, known: ReadonlySet<string>): string[] =>
    (entities ?? []).flatMap(({ id }) => (id === undefined || known.has(id) ? [] : [id]));
  return {
    orders: ids(state.orders, baseline.orders),
    positions: ids(state.positions, baseline.positions),
    record: state.record,
  };
}

function isEmpty({ orders, positions }: Left): boolean {
  return orders.length === 0 && positions.length === 0;
}

function describe({ orders, positions }: Left): string {
  const parts = [
    ...(orders.length > 0
      ? [`${orders.length} ${orders.length === 1 ? 'order' : 'orders'} (${orders.join(', ')})`]
      : []),
    ...(positions.length > 0
      ? [`${positions.length} ${positions.length === 1 ? 'position' : 'positions'} (${positions.join(', ')})`]
      : []),
  ];
  return parts.join(' and ');
}

// The trading state that a client shows once it is synchronised again (interface 6; 6.4, rule 4): that of the service, and no other.
import { toText } from '../../../toolkit/decimal/index.js';
import type { AccountView } from '../../../toolkit/reference/index.js';
import { expectCurrent } from './connections.js';
import type { Judged, Stage } from './stage.js';
import { tradingShown } from './views.js';

/** `since` goes on `…, since`. */
export async function expectTrading(stage: Stage, since: string, judged: Judged = {}): Promise<void> {
  await expectCurrent(stage, 'transactions', judged);
  await stage.expect.view(
    `${stateText(stage.inside().state)}, since ${since}`,
    (view) => tradingShown(view, stage),
    judged,
  );
}

const MOST = 8;

function stateText({ orders, positions, accountState }: AccountView['state']): string {
  const ids = orders.filter(({ type }) => type !== 'sltp').map(({ id }) => id);
  const open = positions.map(({ id, volume }) => `${id} of ${toText(volume)}`);
  return [
    `orders ${listed(ids)}`,
    `positions ${listed(open)}`,
    `a balance of ${toText(accountState.balance)} or what it is behind a deposit`,
  ].join(', ');
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  return names.length > MOST ? `${names.slice(0, MOST).join(', ')}, and ${names.length - MOST} more` : names.join(', ');
}

// An account on which something is open already when the check begins (interface 1, rule 2): a position and an order on an instrument
// that the check is less likely to trade on. What a service owes on an empty account, it owes beside these, so some checks begin so.
import { areaOf } from '../../../../toolkit/requirements/requirement.js';
import type { CheckSpec } from '../../check.js';
import type { LiveTarget } from '../target/target.js';
import { canCancelOrders, canClosePositions, type Undoing } from '../target/ways-to-undo.js';
import type { LiveAccount } from './account.js';
import type { UsualOrder } from './usual-order.js';

/** Statements of what an account holds, is told and shows. */
const OF_ACCOUNTS: readonly string[] = [
  'account-state',
  'delivery',
  'domain',
  'history',
  'orders',
  'positions',
  'reconnect',
  'subscriptions',
  'transactions',
];

/** What of a scope says whether its check begins so. */
export interface Beginning {
  readonly spec: Pick<CheckSpec, 'id'>;
  readonly target: Undoing & Pick<LiveTarget, 'effort'>;
  usual(): Pick<UsualOrder, 'isOccupied'>;
}

/** Only where the run can take away again what it opens. */
export function beginsOccupied(scope: Beginning): boolean {
  const { spec, target } = scope;
  if (target.effort === 'quick' || !OF_ACCOUNTS.includes(areaOf(spec.id)) || !scope.usual().isOccupied) return false;
  return target.profile.claims.positions && canClosePositions(target) && canCancelOrders(target);
}

/** Opens a position and an order, as far as the target lets it. Never rejects. */
export async function occupy(account: LiveAccount): Promise<void> {
  const { instruments } = account;
  const instrument = instruments.at(-1);
  if (instrument === undefined || instruments.length < 2) return;
  try {
    const { claims } = account.scope.target.profile;
    const position = await account.order({ type: 'market', instrument });
    const levels = claims.sltp ? await account.protection(position) : {};
    const submissions = [
      await account.submit({ ...position, ...levels }, { request: 'openPosition' }),
      await account.submit(await account.order({ instrument })),
    ];
    for (const submission of submissions) if (submission.accepted) await account.settle(submission);
  } catch {
    // The check does as well without.
  }
}

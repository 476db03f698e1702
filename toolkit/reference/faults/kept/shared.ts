// Faults of state that accounts share and must not (interface 3; 5.3, rule 9; 6; 6.1, rule 2): what happens on one shows on another.
import type { Deal, Order } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const SECOND_MS = 1_000;

export const sharedStateFaults: readonly Fault[] = [
  violating('3', ['orders.limit-accepted', 'guards.disabled-refuses-limit'])('restriction-of-every-account', {
    summary: 'While an account is restricted, no other account places a second pending order within a second.',
    needs: 'account.restrict',
    change: sharing(
      () => ({ restricted: new Set<string>(), askedMs: new Map<string, readonly number[]>() }),
      ({ restricted, askedMs }) => ({
        restricted: amended((after) => {
          if (after.tradeMode === 'trading_disabled' || after.accountStatus === 'close_only') restricted.add(after.id);
          else restricted.delete(after.id);
          return after;
        }),
        placementGuard: amended((code, { id }) => {
          const sinceMs = performance.now() - SECOND_MS;
          const asked = [...(askedMs.get(id) ?? []).filter((atMs) => atMs > sinceMs), performance.now()];
          askedMs.set(id, asked);
          // Who could not place a first one either would have nothing to compare with. An order is guarded twice.
          return asked.length > 2 && restricted.size > 0 && !restricted.has(id) ? 'ACCOUNT_DISABLED' : code;
        }),
      }),
    ),
  }),
  violating('6.1', ['transactions.only-changed-entities', 'transactions.placement-nothing-else'])(
    'event-with-the-deal-of-another-account',
    {
      summary: 'The event of a placement holds the latest deal of another account.',
      dealsOf: (honest) => {
        let latest: { readonly deal: Deal; readonly accountId: string } | undefined;
        return (transaction, surroundings) => {
          const deals = honest(transaction, surroundings);
          const { accountId } = surroundings;
          const [deal] = deals;
          if (deal !== undefined) latest = { deal, accountId };
          const isStray = transaction.kind === 'placement' && latest !== undefined && latest.accountId !== accountId;
          return isStray && latest !== undefined ? [...deals, latest.deal] : deals;
        };
      },
    },
  ),
  violating('6', [
    'subscriptions.own-account-only',
    'domain.closed-not-in-snapshot',
    'domain.events-lead-to-snapshot',
    'domain.open-orders-in-snapshot',
  ])('snapshot-with-an-order-of-another-account', {
    summary: 'A snapshot without open orders shows one of another account.',
    snapshotOf: (honest) => {
      const seen = new Map<string, Order>();
      return (state, context) => {
        const shown = honest(state, context);
        const [order] = shown.orders;
        if (order !== undefined) seen.set(context.accountId, order);
        const other = [...seen].find(([accountId]) => accountId !== context.accountId)?.[1];
        return order !== undefined || other === undefined ? shown : { ...shown, orders: [other] };
      };
    },
  }),
  violating('6.2', ['hmr.update-removed'])('hmr-removal-of-the-one-before', {
    summary: 'The update of a removal names the period that was removed before, whosever it was.',
    needs: 'hmr.remove',
    removedPeriodIds: (honest) => {
      let before: readonly string[] | undefined;
      return (id) => {
        const removed = honest(id);
        const told = before ?? removed;
        before = removed;
        return told;
      };
    },
  }),
];

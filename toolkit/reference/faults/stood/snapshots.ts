// Faults of what stood before (interface 1, rule 2; 3): what happens to something else on the account, or to its instrument, takes what was
// open out of the snapshots, or brings back what had ended.
import type { Order, TransactionEvent } from '../../domain.js';
import type { EventSurroundings } from '../../rules/telling/events.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const orders = violating('1', ['domain.open-orders-in-snapshot', 'subscriptions.transactions-snapshot-orders']);
const positions = violating('1', [
  'domain.open-positions-in-snapshot',
  'subscriptions.transactions-snapshot-positions',
]);

/** By account, what is lost to its snapshots, and what was open when it was last told something. */
interface Lost {
  readonly lost: Map<string, Set<string>>;
  readonly open: Map<string, readonly Order[]>;
}

const begin = (): Lost => ({ lost: new Map(), open: new Map() });

interface Entity {
  readonly id: string;
}

function lose({ lost }: Lost, accountId: string, entities: readonly Entity[]): void {
  const before = lost.get(accountId) ?? new Set();
  lost.set(accountId, new Set([...before, ...entities.map(({ id }) => id)]));
}

/** The snapshots of an account without what it has lost; beside it the edits that lose something. */
function losing(edits: (memory: Lost) => Edits): Change {
  return sharing(begin, (memory) => ({
    snapshotOf: amended((shown, _state, { accountId }) => {
      const isLost = ({ id }: Entity): boolean => memory.lost.get(accountId)?.has(id) === true;
      return {
        ...shown,
        orders: shown.orders.filter((one) => !isLost(one)),
        positions: shown.positions.filter((one) => !isLost(one)),
      };
    }),
    announcements: (honest) => (event, surroundings) => {
      memory.open.set(surroundings.accountId, surroundings.openOrders());
      return honest(event, surroundings);
    },
    ...edits(memory),
  }));
}

/** Loses what is picked by an event that tells of what happened. */
function losingOn(picked: (event: TransactionEvent, surroundings: EventSurroundings) => readonly Entity[]): Change {
  return losing((memory) => ({
    announcements: (honest) => (event, surroundings) => {
      lose(memory, surroundings.accountId, picked(event, surroundings));
      return honest(event, surroundings);
    },
  }));
}

export const stoodInSnapshotFaults: readonly Fault[] = [
  orders('orders-lost-by-a-failure', {
    summary: 'What fails takes the other pending orders of the account out of its snapshots.',
    needs: 'operation.fail',
    change: losingOn(({ status }, { openOrders }) => (status === 'failed' ? openOrders() : [])),
  }),
  positions('positions-lost-by-a-conversion-of-dollars', {
    summary: 'A booking of the kind svc_dollar takes open positions out of the snapshots.',
    needs: 'account.deposit',
    change: losingOn(({ payload }, { openPositions }) =>
      payload.deals.some(({ balanceKind }) => balanceKind === 'svc_dollar') ? openPositions() : [],
    ),
  }),
  orders('orders-lost-by-the-execution-of-another', {
    summary: 'A pending order that is executed takes the others of its side out of the snapshots.',
    needs: 'order.fill',
    change: losingOn(({ payload }, { openOrders }) => {
      const filled = payload.orders.find(({ state, type }) => state === 'filled' && type !== 'market');
      return filled ? openOrders().filter(({ side }) => side === filled.side) : [];
    }),
  }),
  orders('stops-lost-by-a-partial-close', {
    summary: 'A partial close takes pending stop orders out of the snapshots.',
    change: losingOn(({ payload }, { openOrders }) => {
      const isPartial = payload.positions.some(({ state }) => state === 'open') && payload.deals.length > 0;
      return isPartial ? openOrders().filter(({ type }) => type === 'stop') : [];
    }),
  }),
  positions('positions-lost-by-the-cancellation-of-an-order', {
    summary: 'The cancellation of an order takes the open positions of its instrument out of the snapshots.',
    change: losingOn(({ payload }, { openPositions }) => {
      const cancelled = payload.orders.find(({ state, type }) => state === 'cancelled' && type !== 'sltp');
      if (payload.deals.length > 0) return [];
      return openPositions().filter(({ instrument }) => instrument === cancelled?.instrument);
    }),
  }),
  orders('orders-lost-when-close-only-ends', {
    summary: 'Orders that were open before the account was close only are not in its snapshots afterwards.',
    needs: 'account.restrict',
    change: losing((memory) => ({
      restricted: (honest) => (before, change) => {
        const after = honest(before, change);
        if (before.accountStatus === 'close_only' && after.accountStatus === 'normal') {
          lose(memory, before.id, memory.open.get(before.id) ?? []);
        }
        return after;
      },
    })),
  }),
  orders('orders-lost-by-a-conflict', {
    summary: 'A key that is reused for another payload takes the newest pending order out of the snapshots.',
    change: losing((memory) => ({
      onConflict: (honest) => (context) => {
        const newest = memory.open.get(context.accountId)?.findLast(({ type }) => type !== 'sltp');
        lose(memory, context.accountId, newest === undefined ? [] : [newest]);
        return honest(context);
      },
    })),
  }),
  orders('orders-lost-with-a-change-of-their-instrument', {
    summary: 'Orders on an instrument whose conditions change are not in the snapshots any more.',
    needs: 'instrument.update',
    change: losing((memory) => ({
      resolved: (honest) => (own, platform, surface) => {
        if (surface !== 'event') return honest(own, platform, surface);
        for (const [accountId, open] of memory.open) {
          const there = open.filter(({ instrument }) => instrument === own.instrument);
          lose(memory, accountId, there);
        }
        return honest(own, platform, surface);
      },
    })),
  }),
  orders('orders-lost-with-a-closed-session', {
    summary: 'Orders on an instrument whose session was found closed are not in the snapshots any more.',
    needs: 'market.close',
    change: losing((memory) => ({
      marketGuard: (honest) => (market, kind, type) => {
        for (const [accountId, open] of market.sessionClosed ? memory.open : []) {
          const there = open.filter(({ instrument }) => instrument === market.instrument);
          lose(memory, accountId, there);
        }
        return honest(market, kind, type);
      },
    })),
  }),
  violating('1', ['domain.closed-not-in-snapshot'])('closed-positions-come-back-with-a-booking', {
    summary: 'Positions that were closed are in the snapshots again once something is booked.',
    needs: 'account.deposit',
    change: sharing(
      () => ({ seen: new Map<string, Set<string>>(), booked: new Set<string>() }),
      ({ seen, booked }) => {
        const closed = new Map<string, ReturnType<EventSurroundings['openPositions']>>();
        return {
          announcements: (honest) => (event, surroundings) => {
            const { accountId } = surroundings;
            const ended = event.payload.positions.filter(({ state }) => state === 'closed');
            closed.set(accountId, [...(closed.get(accountId) ?? []), ...ended].slice(-3));
            seen.set(accountId, new Set());
            if (event.payload.deals.some(({ balanceKind }) => balanceKind !== undefined)) booked.add(accountId);
            return honest(event, surroundings);
          },
          snapshotOf: amended((shown, _state, { accountId }) => ({
            ...shown,
            positions: booked.has(accountId)
              ? [
                  ...shown.positions,
                  ...(closed.get(accountId) ?? []).map((one) => ({ ...one, state: 'open' as const })),
                ]
              : shown.positions,
          })),
        };
      },
    ),
  }),
];

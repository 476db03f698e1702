// Random lives of an account against what must always hold, whatever was asked and whatever the market did.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AccountInfo, Deal, Order, Position, Transaction } from '../domain.js';
import { honestRules } from '../rules/rules.js';
import { bookBalance } from './balance.js';
import { Book } from './book.js';
import { decide } from './decide.js';
import type { Command, DecisionContext } from './decision.js';
import { Market } from './market.js';
import { nextTriggered } from './triggers.js';
import { accountStateOf, equityOf, unrealisedOf } from './valuation.js';

const RULES = honestRules();
const OPENING = 100_000_000n;

interface Step {
  readonly kind: 'limit' | 'stop' | 'sltp' | 'open' | 'close' | 'cancel' | 'price' | 'deposit';
  readonly side: 'buy' | 'sell';
  readonly volume: number;
  readonly level: number;
  readonly protected: boolean;
  readonly pick: number;
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('limit', 'stop', 'sltp', 'open', 'open', 'close', 'cancel', 'price', 'deposit'),
    side: fc.constantFrom('buy', 'sell'),
    volume: fc.integer({ min: 0, max: 12 }),
    level: fc.integer({ min: -40, max: 40 }),
    protected: fc.boolean(),
    pick: fc.nat(20),
  }),
  { maxLength: 60 },
);

/** An account with everything that it ever did. */
class Life {
  readonly account: AccountInfo;
  readonly book: Book = new Book(OPENING, 10_000);
  readonly market: Market = new Market(7, 500, false);
  readonly transactions: Transaction[] = [];
  nowMs = 1000;

  constructor(currencyDigits: number) {
    const currency = currencyDigits === 0 ? 'JPY' : 'USD';
    this.account = { id: '1', currency, currencyDigits, tradeMode: 'normal', accountStatus: 'normal' };
  }

  context(): DecisionContext {
    const { account, book, market, nowMs } = this;
    return { account, book, market, rules: RULES, nowMs, pendingMax: 5 };
  }

  apply(transaction: Transaction): void {
    this.transactions.push(transaction);
    this.book.apply(transaction, RULES, this.nowMs);
  }

  run(step: Step): void {
    this.nowMs += 100;
    if (step.kind === 'price') {
      const bid = 110_000n + BigInt(step.level) * 1000n;
      this.market.setQuote('EURUSD', {
        bid: { coefficient: bid, scale: 5 },
        ask: { coefficient: bid + 10n, scale: 5 },
      });
    } else if (step.kind === 'deposit') {
      this.apply(bookBalance(this.context(), { balanceKind: 'balance', amount: BigInt(step.level) * 100n }));
    } else {
      const outcome = decide(this.context(), commandOf(step, this.book));
      if ('transaction' in outcome) this.apply(outcome.transaction);
    }
    for (
      let hit = nextTriggered(this.context());
      hit !== undefined && 'transaction' in hit;
      hit = nextTriggered(this.context())
    ) {
      this.apply(hit.transaction);
    }
  }
}

function commandOf(step: Step, book: Book): Command {
  const { side, kind } = step;
  const volume = { coefficient: BigInt(step.volume), scale: 2 };
  const units = 110_000n + BigInt(step.level) * 500n;
  const price = { coefficient: units, scale: 5 };
  const away = side === 'buy' ? -5000n : 5000n;
  const stopLossPrice = step.protected ? { coefficient: units + away, scale: 5 } : undefined;
  const takeProfitPrice = step.protected ? { coefficient: units - away, scale: 5 } : undefined;
  const common = { stopLossPrice, takeProfitPrice, clientRequestId: undefined };
  const positionId = [...book.positions.keys()][step.pick] ?? [...book.positions.keys()][0] ?? 'none';
  switch (kind) {
    case 'limit':
    case 'stop':
      return {
        kind: 'placeOrder',
        type: kind,
        instrument: 'EURUSD',
        side,
        volume,
        price,
        positionId: undefined,
        ...common,
      };
    case 'sltp':
      return {
        kind: 'placeOrder',
        type: kind,
        instrument: undefined,
        side: undefined,
        volume: undefined,
        price: undefined,
        positionId,
        ...common,
      };
    case 'close':
      return {
        kind: 'closePosition',
        positionId,
        volume: step.protected ? volume : undefined,
        clientRequestId: undefined,
      };
    case 'cancel':
      return { kind: 'cancelOrder', orderId: [...book.orders.keys()][step.pick] ?? 'none', clientRequestId: undefined };
    default:
      return { kind: 'openPosition', instrument: 'EURUSD', side, volume, ...common };
  }
}

function live(digits: number, todo: readonly Step[]): Life {
  const life = new Life(digits);
  for (const step of todo) {
    life.run(step);
  }
  return life;
}

const digits = fc.constantFrom(0, 2);

function deals(life: Life): readonly Deal[] {
  return life.transactions.flatMap((transaction) => transaction.deals);
}

it('conserves money: the balance is the sum of all deals, equity is balance and what is open', () => {
  fc.assert(
    fc.property(digits, steps, (currencyDigits, todo) => {
      const life = live(currencyDigits, todo);
      const sum = deals(life).reduce((total, { amount }) => total + amount.coefficient, OPENING);
      expect(life.book.balance).toBe(sum);
      expect(deals(life).every(({ amount }) => amount.scale === currencyDigits)).toBe(true);
      expect(equityOf(life.context())).toBe(sum + unrealisedOf(life.context()));
      const margin = [...life.book.positions.values()].reduce(
        (total, position) => total + position.margin.coefficient,
        0n,
      );
      expect(accountStateOf(life.context()).usedMargin.coefficient).toBe(margin);
    }),
    { numRuns: 200 },
  );
});

it('conserves volume: what a position has is what it opened with less what was closed', () => {
  fc.assert(
    fc.property(digits, steps, (currencyDigits, todo) => {
      const life = live(currencyDigits, todo);
      const volumes = new Map<string, bigint>();
      for (const deal of deals(life)) {
        if (deal.positionId !== undefined && deal.volume !== undefined) {
          const before = volumes.get(deal.positionId);
          const { coefficient } = deal.volume;
          volumes.set(deal.positionId, before === undefined ? coefficient : before - coefficient);
        }
      }
      for (const [id, left] of volumes) {
        expect(life.book.positions.get(id)?.volume.coefficient ?? 0n).toBe(left);
      }
    }),
    { numRuns: 200 },
  );
});

it('keeps a snapshot equal to the fold of its transactions', () => {
  fc.assert(
    fc.property(digits, steps, (currencyDigits, todo) => {
      const life = live(currencyDigits, todo);
      const orders = new Map<string, Order>();
      const positions = new Map<string, Position>();
      for (const transaction of life.transactions) {
        for (const order of transaction.orders) {
          orders.set(order.id, order);
        }
        for (const position of transaction.positions) {
          positions.set(position.id, position);
        }
      }
      const open = (order: Order): boolean => order.state === 'pending';
      expect([...orders.values()].filter(open)).toEqual([...life.book.orders.values()].sort(byFirst(orders)));
      const held = [...positions.values()].filter(({ state }) => state === 'open');
      expect(held).toEqual([...life.book.positions.values()].sort(byFirst(positions)));
    }),
    { numRuns: 200 },
  );
});

/** In the order in which the fold first saw them. */
function byFirst<Entity extends { readonly id: string }>(seen: Map<string, Entity>): (a: Entity, b: Entity) => number {
  const ids = [...seen.keys()];
  return (a, b) => ids.indexOf(a.id) - ids.indexOf(b.id);
}

it('never is in an illegal state', () => {
  fc.assert(
    fc.property(digits, steps, (currencyDigits, todo) => {
      const life = live(currencyDigits, todo);
      const { orders, positions, closedOrders } = life.book;
      for (const order of orders.values()) {
        expect(order.state).toBe('pending');
        expect(order.closedAtMs).toBeUndefined();
        if (order.type === 'sltp') {
          const owned = positions.has(order.positionId ?? '') || orders.has(order.parentOrderId ?? '');
          expect(owned).toBe(true);
          expect(life.book.protectionOf(order.positionId ?? order.parentOrderId ?? '')).toBe(order);
        }
      }
      for (const position of positions.values()) {
        expect(position.state).toBe('open');
        expect(position.volume.coefficient > 0n).toBe(true);
      }
      const closed = [...closedOrders.from(0)];
      expect(closed.every(({ item }) => item.state !== 'pending' && item.closedAtMs !== undefined)).toBe(true);
      expect(new Set(closed.map(({ item }) => item.id)).size).toBe(closed.length);
      expect([...orders.values()].filter(({ type }) => type !== 'sltp').length).toBeLessThanOrEqual(5);
      const ids = deals(life).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 200 },
  );
});

// The trading history that an account has when it is first seen (interface 1, rule 2; 8): deposits, openings, closes, orders in every
// final state, over months. The state machine decides each step at its past time, and no event announces it. In the end nothing is open,
// and the balance is the one asked for, or what the trades have left.
import type { Decimal } from '../../decimal/index.js';
import { type AccountInfo, BALANCE_KINDS, type BalanceKind, type Order, type Position, type Side } from '../domain.js';
import { honestRules } from '../rules/rules.js';
import { bookBalance } from '../state/balance.js';
import type { Book } from '../state/book.js';
import { close, closeByProtection } from '../state/close-position.js';
import { decide } from '../state/decide.js';
import type { Command, Conclusion, DecisionContext } from '../state/decision.js';
import { fill } from '../state/execute.js';
import type { Instrument } from '../state/instruments.js';
import type { Market } from '../state/market.js';

export interface Past {
  readonly account: AccountInfo;
  readonly book: Book;
  readonly market: Market;
  /** Positions that were opened and closed. */
  readonly positions: number;
  /** What is paid in, in units of the currency's last digit. */
  readonly balance: bigint;
  /** Whether the account must end with exactly that balance. */
  readonly isExact: boolean;
  readonly nowMs: number;
}

const MINUTE = 60_000;
const DAYS = 120;
/** The time between two steps of one trade. */
const STEP_MS = 2_000;
/** One trade in this many is followed by a balance transaction. */
const BALANCES_EVERY = 8;
/** In whole units of the currency: more than any of the trades needs. */
const AMPLE = 1_000_000n;

export function tradeInThePast(past: Past): void {
  new PastTrading(past).trade();
}

interface Placing {
  readonly instrument: Instrument;
  readonly side: Side;
  /** Whether it has levels. */
  readonly isProtected: boolean;
  readonly clientRequestId: string;
}

class PastTrading {
  readonly #past: Past;
  readonly #rules = honestRules();
  readonly #instruments: readonly Instrument[];
  readonly #unit: bigint;
  #atMs: number;

  constructor(past: Past) {
    this.#past = past;
    this.#instruments = past.market.listings().filter(({ tradeMode }) => tradeMode === 'normal');
    this.#unit = 10n ** BigInt(past.account.currencyDigits);
    this.#atMs = past.nowMs - MINUTE - DAYS * 24 * 60 * MINUTE;
  }

  trade(): void {
    const { balance, book, isExact, positions, nowMs } = this.#past;
    const everyMs = Math.floor((nowMs - MINUTE - this.#atMs) / (positions + 1));
    this.#pay('balance', balance / this.#unit + AMPLE);
    for (let count = 0; count < positions; count += 1) {
      const nextMs = this.#atMs + everyMs;
      this.#tradeOnce(count);
      // Whole amounts, so that some are without a fraction.
      if (count % BALANCES_EVERY === 0) this.#payOne(count / BALANCES_EVERY);
      this.#atMs = nextMs;
    }
    if (isExact) this.#book('balance', balance - book.balance);
  }

  #payOne(count: number): void {
    const kind = BALANCE_KINDS[count % BALANCE_KINDS.length] ?? 'balance';
    this.#pay(kind, kind.endsWith('fee') ? -3n : 100n);
  }

  #pay(kind: BalanceKind, whole: bigint): void {
    this.#book(kind, whole * this.#unit);
  }

  #book(balanceKind: BalanceKind, amount: bigint): void {
    this.#past.book.apply(bookBalance(this.#context(), { balanceKind, amount }), this.#rules, this.#atMs);
  }

  #tradeOnce(count: number): void {
    const instrument = this.#instruments[count % this.#instruments.length];
    if (instrument === undefined) return;
    const side = count % 2 === 0 ? 'buy' : 'sell';
    const way = WAYS[count % WAYS.length];
    const clientRequestId = `past-${count + 1}`;
    if (way === 'cancelled') this.#cancelled(instrument, side, clientRequestId);
    if (way === 'filled') this.#filled(instrument, side, clientRequestId);
    else this.#opened(instrument, side, way === 'protected' || way === 'stopped', clientRequestId);
    for (const position of [...this.#past.book.positions.values()]) this.#ended(position, way);
  }

  #opened(instrument: Instrument, side: Side, isProtected: boolean, clientRequestId: string): void {
    const levels = levelsOf(instrument, side, isProtected);
    const volume = twice(instrument.conditions.volumeMin);
    this.#decided({ kind: 'openPosition', instrument: instrument.name, side, volume, ...levels, clientRequestId });
  }

  /** Two orders of which one has levels: both end with the cancellations. */
  #cancelled(instrument: Instrument, side: Side, clientRequestId: string): void {
    for (const isProtected of [false, true]) {
      this.#placed('limit', { instrument, side, isProtected, clientRequestId });
    }
    for (const { id, type } of [...this.#past.book.orders.values()]) {
      if (type !== 'sltp') this.#decided({ kind: 'cancelOrder', orderId: id, clientRequestId: undefined });
    }
  }

  #filled(instrument: Instrument, side: Side, clientRequestId: string): void {
    this.#placed('stop', { instrument, side, isProtected: false, clientRequestId });
    for (const order of [...this.#past.book.orders.values()]) this.#apply(fill(this.#context(), order, 'market'));
  }

  #placed(type: 'limit' | 'stop', { instrument, side, isProtected, clientRequestId }: Placing): void {
    const isBelow = (type === 'limit') === (side === 'buy');
    const price = priceAt(instrument, isBelow ? 90n : 110n);
    const volume = twice(instrument.conditions.volumeMin);
    const levels = levelsOf(instrument, side, isProtected);
    const command = { kind: 'placeOrder', type, instrument: instrument.name, side, volume, price } as const;
    this.#decided({ ...command, ...levels, positionId: undefined, clientRequestId });
  }

  #ended(position: Position, way: Way | undefined): void {
    const { id, volume } = position;
    const protection = this.#past.book.protectionOf(id);
    if (way === 'stopped' && protection !== undefined) {
      this.#apply(closeByProtection(this.#context(), position, protection));
      return;
    }
    const half: Decimal = { ...volume, coefficient: volume.coefficient / 2n };
    const parts = way === 'parted' ? [half, undefined] : [undefined];
    for (const part of parts) {
      this.#apply(
        close(this.#context(), { kind: 'closePosition', positionId: id, volume: part, clientRequestId: undefined }),
      );
    }
  }

  #decided(command: Command): void {
    this.#apply(decide(this.#context(), command));
  }

  #apply(conclusion: Conclusion): void {
    if ('rejection' in conclusion) throw new RangeError(`the past was refused: ${conclusion.rejection.detail}`);
    this.#past.book.apply(conclusion.transaction, this.#rules, this.#atMs);
    this.#atMs += STEP_MS;
  }

  #context(): DecisionContext {
    const { account, book, market } = this.#past;
    return { account, book, market, rules: this.#rules, nowMs: this.#atMs, pendingMax: Number.POSITIVE_INFINITY };
  }
}

/** How the trades end, in turn. */
const WAYS = ['closed', 'cancelled', 'parted', 'filled', 'protected', 'closed', 'stopped'] as const;
type Way = (typeof WAYS)[number];

function twice({ coefficient, scale }: Decimal): Decimal {
  return { coefficient: coefficient * 2n, scale };
}

/** A percentage of the market price. */
function priceAt({ midUnits, conditions }: Instrument, percent: bigint): Decimal {
  return { coefficient: (midUnits * percent) / 100n, scale: conditions.pointDigits };
}

function levelsOf(
  instrument: Instrument,
  side: Side,
  isProtected: boolean,
): Pick<Order, 'stopLossPrice' | 'takeProfitPrice'> {
  if (!isProtected) return { stopLossPrice: undefined, takeProfitPrice: undefined };
  const [below, above] = [priceAt(instrument, 70n), priceAt(instrument, 130n)];
  return side === 'buy'
    ? { stopLossPrice: below, takeProfitPrice: above }
    : { stopLossPrice: above, takeProfitPrice: below };
}

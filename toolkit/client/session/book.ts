// What a client holds to be so, as far as one connection has told it (interface 6; 6.4, rule 4). Decides nothing: the conduct does.
import type { ViewedConditions, ViewedDeal, ViewedPosition } from '../../intents/index.js';
import type {
  AccountStateView,
  DealView,
  HmrSnapshotView,
  HmrUpdateView,
  InstrumentEventView,
  OrderView,
  TradingStateView,
  TransactionView,
} from '../../profile/index.js';
import type { Conduct } from '../conduct/conduct.js';
import type { Periods, SnapshotPlace, TradingState } from '../conduct/state.js';
import { type Reader, textOf } from './values.js';

export const NOTHING_KNOWN: TradingState = { orders: new Map(), positions: new Map(), account: {} };

/** What outlives a connection. */
export interface Memory {
  trading: TradingState;
  periods: Periods;
  readonly conditions: Map<string, ViewedConditions>;
  readonly deals: Map<string, ViewedDeal>;
  /** By order, the key of the request that placed it. */
  readonly keys: Map<string, string>;
}

export function emptyMemory(): Memory {
  return { trading: NOTHING_KNOWN, periods: [], conditions: new Map(), deals: new Map(), keys: new Map() };
}

export class Book {
  readonly #conduct: Conduct;
  readonly #reader: Reader;
  readonly isFirstConnection: boolean;
  readonly memory: Memory;
  /** Counts changes, so that a snapshot that was read beside them is known to be as new. */
  version = 0;
  #tradingSnapshots = 0;
  #hmrSnapshots = 0;

  constructor(conduct: Conduct, reader: Reader, memory: Memory, isFirstConnection: boolean) {
    this.#conduct = conduct;
    this.#reader = reader;
    this.isFirstConnection = isFirstConnection;
    this.memory = memory;
  }

  snapshot(view: TradingStateView): void {
    this.memory.trading = this.#conduct.baseline(
      this.memory.trading,
      this.read(view),
      this.#place(this.#tradingSnapshots++),
    );
  }

  read(view: TradingStateView): TradingState {
    this.#remember(view.orders ?? []);
    const orders = (view.orders ?? []).flatMap((order) => this.#reader.order(order) ?? []);
    const positions = (view.positions ?? []).flatMap((position) => this.#reader.position(position) ?? []);
    return {
      orders: new Map(orders.map((order) => [order.id, order])),
      positions: new Map(positions.map((position) => [position.id, position])),
      account: this.#reader.account(view.accountState),
    };
  }

  transaction(view: TransactionView): void {
    this.version += 1;
    this.#remember(view.orders ?? []);
    this.deals(view.deals ?? []);
    const orders = new Map(this.memory.trading.orders);
    const dealt = new Set((view.deals ?? []).map(({ orderId }) => orderId));
    for (const shown of view.orders ?? []) {
      const order = this.#reader.order(shown);
      if (order === undefined) continue;
      if (this.#reader.isPending(shown, dealt)) orders.set(order.id, order);
      else orders.delete(order.id);
    }
    const positions = new Map(this.memory.trading.positions);
    for (const shown of view.positions ?? []) {
      const next = this.#reader.position(shown);
      if (next === undefined) continue;
      const old = positions.get(next.id);
      const told = this.#conduct.sharesState ? summed(old, next) : next;
      const kept = this.#reader.isOpen(shown) ? this.#conduct.position(old, told) : undefined;
      if (kept === undefined) positions.delete(next.id);
      else positions.set(next.id, kept);
    }
    const account = { ...this.memory.trading.account, ...this.#reader.account(view.accountState) };
    this.memory.trading = { orders, positions, account };
  }

  deals(views: readonly DealView[]): void {
    for (const view of views) {
      if (view.id === undefined) continue;
      const { volume, price, amount } = view;
      const members = {
        instrument: view.instrument,
        side: this.#reader.side(view.side),
        volume,
        price,
        amount,
        kind: view.balanceKind,
      };
      const texts = Object.entries(members).flatMap(([name, value]) => {
        const text = textOf(value);
        return text === undefined ? [] : [[name, text]];
      });
      const slot = this.#conduct.dealSlot(view.id, (taken) => this.memory.deals.has(taken));
      this.memory.deals.set(slot, { id: view.id, ...Object.fromEntries(texts) });
    }
  }

  accountState(view: AccountStateView): void {
    this.version += 1;
    const { trading } = this.memory;
    const figures = this.#conduct.takesAccountState ? this.#reader.account(view) : {};
    const account = { ...trading.account, ...figures };
    this.memory.trading = this.#conduct.afterAccountState({ ...trading, account });
  }

  instrument(view: InstrumentEventView): void {
    const name = textOf(view.instrument);
    if (name === undefined) return;
    if (view.action === 'del') {
      if (this.#conduct.forgetsDeleted) this.memory.conditions.delete(name);
      return;
    }
    const next = this.#reader.conditions(name, view.conditions ?? {});
    this.memory.conditions.set(name, this.#conduct.conditions(this.memory.conditions.get(name), next));
  }

  dropPeriods(): void {
    this.memory.periods = [];
  }

  hmrSnapshot({ periods }: HmrSnapshotView): void {
    const next = (periods ?? []).flatMap((period) => this.#reader.period(period) ?? []);
    this.memory.periods = this.#conduct.hmrSnapshot(this.memory.periods, next, this.#place(this.#hmrSnapshots++));
  }

  hmrUpdate({ upserted, removedIds }: HmrUpdateView): void {
    for (const shown of upserted ?? []) {
      const period = this.#reader.period(shown);
      if (period !== undefined) this.memory.periods = this.#conduct.upserted(this.memory.periods, period);
    }
    for (const id of removedIds ?? []) {
      this.memory.periods = this.#conduct.removed(this.memory.periods, id);
    }
  }

  /** Books an order a second time, as who takes a repeat for another one. */
  double(orderId: string): void {
    const order = this.memory.trading.orders.get(orderId);
    if (order === undefined) return;
    const id = `${order.id}+`;
    this.memory.trading = {
      ...this.memory.trading,
      orders: new Map([...this.memory.trading.orders, [id, { ...order, id }]]),
    };
  }

  #remember(orders: readonly OrderView[]): void {
    for (const { id, clientRequestId } of orders) {
      const key = textOf(clientRequestId);
      if (id !== undefined && key !== undefined) this.memory.keys.set(id, key);
    }
  }

  #place(earlier: number): SnapshotPlace {
    return { isFirstOfConnection: earlier === 0, isFirstConnection: this.isFirstConnection };
  }
}

/** What comes of taking the same event once more, on another connection, for something new. */
function summed(old: ViewedPosition | undefined, next: ViewedPosition): ViewedPosition {
  const [before, after] = [old?.volume, next.volume];
  return before === undefined || after === undefined
    ? next
    : { ...next, volume: String(Number(before) + Number(after)) };
}

// The trading state of one account: open orders, open positions, balance, and the log of what is closed (interface 1, rule 2).
// Decisions about it are pure functions in the files beside this one; `apply` is the only place where it changes.
import type { Deal, Order, Position, Transaction } from '../domain.js';
import type { Rules } from '../rules/rules.js';
import { RetainedLog } from './retained-log.js';

/** What decisions may see. */
export interface BookView {
  /** Money in units of the account currency's last digit. */
  readonly balance: bigint;
  readonly usedMargin: bigint;
  readonly orders: ReadonlyMap<string, Order>;
  readonly positions: ReadonlyMap<string, Position>;
  readonly serial: number;
  /** Open orders that are no protection. */
  readonly pendingCount: number;
  /** The open sltp order of a pending order or of a position. */
  protectionOf(ownerId: string): Order | undefined;
}

export class Book implements BookView {
  readonly orders: Map<string, Order> = new Map();
  readonly positions: Map<string, Position> = new Map();
  readonly closedOrders: RetainedLog<Order>;
  readonly deals: RetainedLog<Deal>;
  readonly #protections = new Map<string, string>();
  #balance: bigint;
  #usedMargin = 0n;
  #serial = 0;
  #pendingCount = 0;
  #lastMs = 0;

  constructor(balance: bigint, historyMax: number) {
    this.#balance = balance;
    this.closedOrders = new RetainedLog(historyMax);
    this.deals = new RetainedLog(historyMax);
  }

  get balance(): bigint {
    return this.#balance;
  }

  get usedMargin(): bigint {
    return this.#usedMargin;
  }

  get serial(): number {
    return this.#serial;
  }

  get pendingCount(): number {
    return this.#pendingCount;
  }

  protectionOf(ownerId: string): Order | undefined {
    const id = this.#protections.get(ownerId);
    return id === undefined ? undefined : this.orders.get(id);
  }

  apply(transaction: Transaction, rules: Rules, nowMs: number): void {
    this.#lastMs = Math.max(this.#lastMs, nowMs);
    this.#serial = Math.max(this.#serial, transaction.serial);
    this.#balance += transaction.balanceChange;
    for (const order of transaction.orders) {
      this.#applyOrder(order, rules);
    }
    for (const position of transaction.positions) {
      this.#applyPosition(position);
    }
    for (const deal of transaction.deals) {
      if (rules.recordsDeal(deal)) this.deals.append(deal, this.#lastMs);
    }
  }

  #applyOrder(order: Order, rules: Rules): void {
    const counts = order.type === 'sltp' ? 0 : 1;
    this.#pendingCount -= this.orders.has(order.id) ? counts : 0;
    if (order.state === 'pending') {
      if (rules.recordsPlacements() && !this.orders.has(order.id)) this.closedOrders.append(order, this.#lastMs);
      this.orders.set(order.id, order);
      this.#pendingCount += counts;
      this.#link(order);
      return;
    }
    this.orders.delete(order.id);
    this.#unlink(order);
    if (rules.recordsOrder(order)) this.closedOrders.append(order, this.#lastMs);
  }

  #applyPosition(position: Position): void {
    const before = this.positions.get(position.id);
    this.#usedMargin -= before?.margin.coefficient ?? 0n;
    if (position.state === 'open') {
      this.positions.set(position.id, position);
      this.#usedMargin += position.margin.coefficient;
    } else {
      this.positions.delete(position.id);
    }
  }

  #link(order: Order): void {
    const owner = order.positionId ?? order.parentOrderId;
    if (order.type === 'sltp' && owner !== undefined) {
      this.#unlink(order);
      this.#protections.set(owner, order.id);
    }
  }

  #unlink(order: Order): void {
    for (const owner of [order.positionId, order.parentOrderId]) {
      if (owner !== undefined && this.#protections.get(owner) === order.id) this.#protections.delete(owner);
    }
  }
}

// What a decision about an account rests on, and what it comes to. Decisions are pure: they read a context and return a conclusion.
import type { Decimal } from '../../decimal/index.js';
import type { AccountInfo, BalanceKind, OrderType, Side, Transaction } from '../domain.js';
import type { Rules } from '../rules/rules.js';
import type { BookView } from './book.js';
import type { Market } from './market.js';

export interface DecisionContext {
  readonly account: AccountInfo;
  readonly book: BookView;
  readonly market: Market;
  readonly rules: Rules;
  readonly nowMs: number;
  readonly pendingMax: number;
}

export interface PlaceCommand {
  readonly kind: 'placeOrder';
  readonly type: OrderType;
  readonly instrument: string | undefined;
  readonly side: Side | undefined;
  readonly volume: Decimal | undefined;
  readonly price: Decimal | undefined;
  readonly stopLossPrice: Decimal | undefined;
  readonly takeProfitPrice: Decimal | undefined;
  readonly positionId: string | undefined;
  readonly clientRequestId: string | undefined;
}

export interface OpenCommand {
  readonly kind: 'openPosition';
  readonly instrument: string;
  readonly side: Side;
  readonly volume: Decimal;
  readonly stopLossPrice: Decimal | undefined;
  readonly takeProfitPrice: Decimal | undefined;
  readonly clientRequestId: string | undefined;
}

export interface CloseCommand {
  readonly kind: 'closePosition';
  readonly positionId: string;
  readonly volume: Decimal | undefined;
  readonly clientRequestId: string | undefined;
}

export interface CancelCommand {
  readonly kind: 'cancelOrder';
  readonly orderId: string;
  readonly clientRequestId: string | undefined;
}

export type Command = PlaceCommand | OpenCommand | CloseCommand | CancelCommand;

export interface BalanceCommand {
  readonly balanceKind: BalanceKind;
  /** In units of the account currency's last digit. */
  readonly amount: bigint;
}

/** A final code of interface 7.2 with its reason for the log. */
export interface Rejection {
  readonly code: string;
  readonly detail: string;
}

export type Conclusion = { readonly transaction: Transaction } | { readonly rejection: Rejection };

export function rejected(code: string, detail: string): Conclusion {
  return { rejection: { code, detail } };
}

/** Hands out identifiers of an account; the transaction carries the count on. */
export class Identifiers {
  readonly #accountId: string;
  #serial: number;

  constructor(accountId: string, serial: number) {
    this.#accountId = accountId;
    this.#serial = serial;
  }

  get serial(): number {
    return this.#serial;
  }

  next(prefix: 'ord' | 'pos' | 'deal'): string {
    this.#serial += 1;
    return `${prefix}-${this.#accountId}-${this.#serial.toString(36)}`;
  }
}

export function identifiersOf(context: DecisionContext): Identifiers {
  return new Identifiers(context.account.id, context.book.serial);
}

/** A transaction from its parts; absent lists are empty. */
export function transactionOf(
  kind: Transaction['kind'],
  ids: Identifiers,
  changes: Partial<Pick<Transaction, 'orders' | 'positions' | 'deals' | 'balanceChange'>>,
): Transaction {
  const { orders = [], positions = [], deals = [], balanceChange = 0n } = changes;
  return { kind, orders, positions, deals, balanceChange, serial: ids.serial };
}

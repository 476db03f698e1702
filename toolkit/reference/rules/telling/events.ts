// What a transaction event carries (interface 2.2, 6.1). Each entity list apart, so that each can be wrong alone.
import type { AccountState, Deal, Order, Position, TradingState, Transaction, TransactionEvent } from '../../domain.js';

/** What else the account holds at that moment; the lists are made when asked for. */
export interface EventSurroundings {
  readonly accountId: string;
  readonly openOrders: () => readonly Order[];
  readonly openPositions: () => readonly Position[];
  /** Whether a request caused the transaction, rather than the platform. */
  readonly requested: boolean;
}

export interface SnapshotContext {
  readonly accountId: string;
  readonly surface: 'stream' | 'resource';
  readonly sltp: 'folded' | 'separate';
  /** 1 for the first connection; 0 for the resource. */
  readonly connection: number;
  /** The state as it was in the snapshot given before this one. */
  readonly previous: TradingState | undefined;
}

export interface EventRules {
  /** Interface 6.1, rule 2: only what the transaction created or changed. */
  ordersOf(transaction: Transaction, surroundings: EventSurroundings): readonly Order[];
  /** Interface 6.1, rule 2; 6.1, rule 4. */
  dealsOf(transaction: Transaction, surroundings: EventSurroundings): readonly Deal[];
  /** Interface 6.1, rule 2. */
  positionsOf(transaction: Transaction, surroundings: EventSurroundings): readonly Position[];
  /** Interface 2.3; 6.1, rule 2; 6.1, rule 4: account_state is part of every transaction. */
  accountStateOf(state: AccountState, transaction: Transaction): AccountState | undefined;
  /** Interface 2.2; 6.1, rule 4: the operation that caused the event; omitted for balance transactions. */
  operationIdOf(operationId: string | undefined, transaction: Transaction | undefined): string | undefined;
  /** Interface 1, rule 1; 2.2; 6.1, rule 1; 6.1, rule 6: what is announced of one result, refusals included. */
  announcements(event: TransactionEvent, surroundings: EventSurroundings): readonly TransactionEvent[];
  /** Interface 1, rule 2; 6.1, rule 3; 6.4, rule 4; 6.4, rule 6: open orders and positions, and the account state. */
  snapshotOf(state: TradingState, context: SnapshotContext): TradingState;
}

export const honestEvents: EventRules = {
  ordersOf: ({ orders }) => orders,
  dealsOf: ({ deals }) => deals,
  positionsOf: ({ positions }) => positions,
  accountStateOf: (state) => state,
  operationIdOf: (operationId, transaction) => (transaction?.kind === 'balance' ? undefined : operationId),
  announcements: (event) => [event],
  snapshotOf: (state, { sltp }) => (sltp === 'folded' ? withoutRelated(state) : state),
};

/** Interface 6.1, rule 3: the snapshot may show SL/TP on the pending order alone; sltp orders of positions are orders of their own. */
function withoutRelated(state: TradingState): TradingState {
  return state.orders.some(isRelated) ? { ...state, orders: state.orders.filter((order) => !isRelated(order)) } : state;
}

function isRelated(order: Order): boolean {
  return order.type === 'sltp' && order.parentOrderId !== undefined && order.positionId === undefined;
}

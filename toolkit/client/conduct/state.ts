// How a client keeps its state of what it is told (interface 2.2 to 2.5; 6.1 to 6.4).
import type {
  ViewedAccount,
  ViewedConditions,
  ViewedOrder,
  ViewedPeriod,
  ViewedPosition,
} from '../../intents/index.js';
import type { JsonValue } from '../../payload/json.js';

export interface TradingState {
  readonly orders: ReadonlyMap<string, ViewedOrder>;
  readonly positions: ReadonlyMap<string, ViewedPosition>;
  readonly account: ViewedAccount;
}

export type Periods = readonly ViewedPeriod[];

/** Where a snapshot comes from: the first message of its kind on the connection or a later one, on the first connection or not. */
export interface SnapshotPlace {
  readonly isFirstOfConnection: boolean;
  readonly isFirstConnection: boolean;
}

export interface State {
  /** The state after a trading snapshot; `old` is what was known before, on whichever connection. */
  readonly baseline: (old: TradingState, snapshot: TradingState, place: SnapshotPlace) => TradingState;
  /** A changed position; undefined removes it. */
  readonly position: (old: ViewedPosition | undefined, next: ViewedPosition) => ViewedPosition | undefined;
  /** An order as it is shown. */
  readonly shownOrder: (order: ViewedOrder) => ViewedOrder;
  /** A figure as it is kept. */
  readonly figure: (text: string) => string;
  /** Under what a deal is kept. */
  readonly dealSlot: (id: string, isHeld: (slot: string) => boolean) => string;
  /** Whether the figures of an account_state_event are taken, and what becomes of the rest. */
  readonly takesAccountState: boolean;
  readonly afterAccountState: (state: TradingState) => TradingState;
  /** Whether an HMR message is one that the client can read. */
  readonly readsHmr: (
    message: JsonValue,
    lists: { readonly upserted: number; readonly removed: number } | undefined,
  ) => boolean;
  readonly hmrSnapshot: (old: Periods, next: Periods, place: SnapshotPlace) => Periods;
  readonly upserted: (old: Periods, period: ViewedPeriod) => Periods;
  readonly removed: (old: Periods, id: string) => Periods;
  readonly conditions: (old: ViewedConditions | undefined, next: ViewedConditions) => ViewedConditions;
  /** Whether conditions go when their instrument is deleted. */
  readonly forgetsDeleted: boolean;
}

/** The newest word on each period stands. */
export function upserted(old: Periods, period: ViewedPeriod): Periods {
  return [...old.filter(({ id }) => id !== period.id), period];
}

export const HONEST_STATE: State = {
  baseline: (_old, snapshot) => snapshot,
  position: (_old, next) => next,
  shownOrder: (order) => order,
  figure: (text) => text,
  dealSlot: (id) => id,
  takesAccountState: true,
  afterAccountState: (state) => state,
  readsHmr: () => true,
  hmrSnapshot: (_old, next) => next,
  upserted,
  removed: (old, gone) => old.filter(({ id }) => id !== gone),
  conditions: (_old, next) => next,
  forgetsDeleted: true,
};

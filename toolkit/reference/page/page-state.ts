// What the page of a sandbox shows, as its server sends it and its script reads it. Numbers of money and volume are texts.
import type { Note } from '../notes/note.js';

export interface ShownOrder {
  readonly id: string;
  readonly type: string;
  readonly side: string;
  readonly instrument: string;
  readonly volume: string;
  readonly price: string;
}

export interface ShownPosition {
  readonly id: string;
  readonly side: string;
  readonly instrument: string;
  readonly volume: string;
  readonly price: string;
}

export interface ShownPrice {
  readonly instrument: string;
  readonly bid: string;
  readonly ask: string;
}

export interface ShownOperation {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly state: string;
  readonly errorCode: string;
  readonly at: string;
}

export interface ShownStream {
  readonly id: string;
  readonly stream: string;
  readonly subscriptions: readonly string[];
  readonly stalled: boolean;
}

/** One frame of a stream; `out` goes to the client. */
export interface ShownFrame {
  /** Counts up over all streams of the sandbox. */
  readonly serial: number;
  readonly at: string;
  readonly connection: string;
  readonly direction: 'in' | 'out';
  readonly text: string;
}

export interface ShownAccount {
  readonly id: string;
  readonly currency: string;
  readonly tradeMode: string;
  readonly accountStatus: string;
  readonly balance: string;
  readonly equity: string;
  readonly usedMargin: string;
  readonly orders: readonly ShownOrder[];
  readonly positions: readonly ShownPosition[];
  readonly prices: readonly ShownPrice[];
  readonly operations: readonly ShownOperation[];
  readonly streams: readonly ShownStream[];
}

export interface ShownAction {
  readonly name: string;
  readonly summary: string;
  readonly params: readonly string[];
}

export interface PageState {
  readonly name: string;
  readonly at: string;
  readonly accounts: readonly { readonly id: string; readonly currency: string }[];
  readonly account: ShownAccount;
  /** Of this account, those after the serial that was asked for; the oldest first. */
  readonly frames: readonly ShownFrame[];
  /** The last refusals of any kind, the latest first. */
  readonly refusals: readonly Note[];
  readonly actions: readonly ShownAction[];
}

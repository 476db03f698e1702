// What the ledger remembers of a journal, as types: operations with everything that was said of them, uses of idempotency keys,
// connections with what they subscribed to, accounts with what control actions did to them.
import type { JsonObject } from '../../payload/json.js';
import type { Sighting } from './sighting.js';
import type { Wish } from './wish.js';

export interface Ack {
  readonly i: number;
  readonly tNs: number;
  readonly request: string;
  readonly key: string | undefined;
  /** What makes its key another one, or may: the API key, the call, and the type of order. */
  readonly variant: string;
  /** `Ledger.retentionOf` at the time. */
  readonly retention: number;
  readonly isDamaged: boolean;
  /** When the first request left that may have begun the operation: its own, or an earlier one with its key that had no answer. */
  readonly calledNs: number;
}

export interface Operation {
  readonly id: string;
  /** The first ACK; undefined while only events or readings have named the operation. */
  ack: Ack | undefined;
  /** Transaction events: the first of each connection and status. */
  events: readonly Sighting[];
  /** Readings of operation status: the first of each final state. */
  readings: readonly Sighting[];
  /** The latest reading that was unfinished although an earlier one was final, and when it was asked for. */
  unfinishedAgain: { readonly sighting: Sighting; readonly askedNs: number } | undefined;
}

/** Requests of an account that carried one idempotency key. */
export interface KeyUse {
  readonly key: string;
  readonly call: number;
  readonly request: string;
  /** Undefined when requests with the key asked for different things. */
  wish: Wish | undefined;
  /** What they asked for, whole; undefined as well when it differed or is not known. */
  params: JsonObject | undefined;
  /** When the first of them left that was not refused. */
  calledNs: number | undefined;
  /** What the first ACK with the key named. */
  operation: Operation | undefined;
  /** Requests that were sent with it. */
  calls: number;
  /** Requests that were or may have been executed. */
  taken: number;
  /** Record of the first certain refusal. */
  refused: number | undefined;
  /** Record of the first event that named the key. */
  seen: number | undefined;
  isDamaged: boolean;
}

export interface Connection {
  readonly id: string;
  readonly account: string;
  readonly stream: string;
  readonly openedNs: number;
  closedNs: number | undefined;
  /** Kinds that some command asked for, and instruments by kind. */
  readonly asked: Map<string, Set<string>>;
  /** A frame was sent that is none of the suite's commands: what it asked for is not known. */
  sentOther: boolean;
  /** The first trading_state_snapshot. */
  snapshot: { readonly i: number; readonly tNs: number } | undefined;
  /** When transactions were, or may have been, unsubscribed first. */
  endedNs: number | undefined;
  /** When its account was first restricted while it was open, or may have been. */
  restrictedNs: number | undefined;
}

export interface Disturbance {
  readonly action: 'stream.stall' | 'operation.hold';
  readonly fromNs: number;
  toNs: number;
  readonly waitedMs: number;
}

export interface AccountLedger {
  readonly operations: Map<string, Operation>;
  readonly keys: Map<string, KeyUse>;
  /** When control actions held results back or stalled streams; the last one may still last. */
  readonly disturbances: Disturbance[];
  /** How often idempotency records were made to expire. */
  expiries: number;
  /** Until when the last one may take effect. */
  expiresUntilNs: number;
  /** Until when the last restriction, or its end, may take effect. */
  restrictsUntilNs: number;
}

/** Whether control actions disturbed the account at any time of the interval. */
export function wasDisturbed({ disturbances }: AccountLedger, fromNs: number, toNs: number): boolean {
  return disturbances.some((one) => one.fromNs <= toNs && one.toNs >= fromNs);
}

/** Whether streams of the account were stalled at any time of the interval; that results are held back does not stop them. */
export function wasStalled({ disturbances }: AccountLedger, fromNs: number, toNs: number): boolean {
  return disturbances.some(
    ({ action, ...one }) => action === 'stream.stall' && one.fromNs <= toNs && one.toNs >= fromNs,
  );
}

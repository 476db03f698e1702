// What rules are told about the place of a decision, so that a fault can be confined to one endpoint, one connection, one moment.
import type { JsonValue } from '../../payload/json.js';
import type { HeaderRole } from '../../signing/headers.js';
import type { Operation, OperationKind, OrderType, StreamKind } from '../domain.js';

/** A request during authentication and after. */
export interface RequestContext {
  readonly operation: Operation;
  readonly isHandshake: boolean;
  readonly isMutating: boolean;
  readonly hasQuery: boolean;
  /** The length of the body was not stated. */
  readonly isChunked: boolean;
  /** The length of the body in bytes as it was stated; 0 where it was not. */
  readonly statedBytes: number;
  readonly method: string;
  readonly target: string;
  readonly accountId: string;
  readonly remoteAddress: string;
  /** Which of the six headers the request does not have. */
  readonly lacks: readonly HeaderRole[];
  /** 1 for the first request that the service ever got for this account and operation, and so on. */
  readonly ordinal: number;
}

/** A mutating request against the record of an earlier one with the same key. */
export interface DuplicateContext {
  readonly kind: OperationKind;
  readonly orderType: JsonValue | undefined;
  readonly accountId: string;
  /** Whether the first operation has no final result yet. */
  readonly inFlight: boolean;
  /** Whether the first operation ended as success; undefined while in flight. */
  readonly succeeded: boolean | undefined;
  readonly ageMs: number;
}

export interface ConnectionContext {
  readonly id: string;
  readonly accountId: string;
  readonly stream: StreamKind;
  /** 1 for the first connection that the account ever opened on this stream, and so on. */
  readonly ordinal: number;
  /** How many other connections of the account on this stream are open. */
  readonly others: number;
}

/** The subscriptions of one connection. */
export interface Subscriptions {
  transactions: boolean;
  accountState: boolean;
  /** `allInstruments` is the wildcard (interface 4.5, rule 4); `instruments` holds the named ones. */
  allInstruments: boolean;
  instruments: ReadonlySet<string>;
  hmr: ReadonlySet<string>;
  /** Never set by an honest service: ticks are not subscribed on the events stream (interface 4.5, rule 3). */
  ticks: boolean;
}

/** An operation on its way to the final result. */
export interface OperationContext {
  readonly kind: OperationKind;
  readonly orderType: OrderType | undefined;
  readonly accountId: string;
  readonly operationId: string;
  readonly clientRequestId: string;
  /** 1 for the first operation of the account, and so on. */
  readonly ordinal: number;
}

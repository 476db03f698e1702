// What clients ask for: requests as they came and as speech read them, commands of a stream, and the key that signs them.
import type { JsonValue } from '../../payload/json.js';
import type { MutatingRequest, RequestName } from '../../profile/dialect/dialect.js';

/** The operations of the service are the requests of the dialect. */
export type Operation = RequestName;
/** What counts as one kind of operation for idempotency (interface 8). */
export type OperationKind = MutatingRequest;

export type Scope = 'read' | 'trade' | 'stream';

/** Interface 5.3, rule 9. */
export interface Key {
  readonly id: string;
  /** Raw 32-byte Ed25519 public key. */
  readonly publicKey: Uint8Array;
  readonly expiresAtMs: number | undefined;
  /** Account identifiers; `*` permits all. May grow while the service runs. */
  readonly accounts: ReadonlySet<string>;
  /** CIDR blocks, IPv4 or IPv6; empty permits every source. */
  readonly sources: readonly string[];
  readonly scopes: readonly Scope[];
}

/** A request exactly as it came; nothing decoded, nothing normalised. */
export interface RawRequest {
  readonly method: string;
  /** The request target: path with query, as on the wire. */
  readonly target: string;
  /** Raw header fields in order, with repetitions. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly remoteAddress: string;
  readonly receivedAtMs: number;
}

/** What routing found in a raw request. */
export interface Route {
  readonly operation: Operation;
  /** Percent-decoded. */
  readonly accountId: string;
}

/**
 * The body of a placement or an opening as speech read it: values in the interface's words where speech knew the word
 * (`side: 'buy'`), otherwise as they came, so that rules judge them. Absent members are undefined.
 */
export interface TradeRequest {
  readonly instrument: JsonValue | undefined;
  readonly type: JsonValue | undefined;
  readonly side: JsonValue | undefined;
  readonly volume: JsonValue | undefined;
  readonly price: JsonValue | undefined;
  readonly stopLossPrice: JsonValue | undefined;
  readonly takeProfitPrice: JsonValue | undefined;
  readonly positionId: JsonValue | undefined;
  readonly orderId: JsonValue | undefined;
}

/** Query parameters of history as speech read them, text as it came (percent-decoded). */
export interface HistoryRequest {
  readonly limit: string | undefined;
  readonly cursor: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly instrument: string | undefined;
}

/** A command of the events stream as speech read it (interface 4.5, rule 4). */
export interface StreamCommand {
  readonly action: 'subscribe' | 'unsubscribe';
  readonly event: JsonValue | undefined;
  readonly instruments: JsonValue | undefined;
}

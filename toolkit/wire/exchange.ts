// The vocabulary of the wire: a request in stages that can be damaged in exactly one place, and what came of sending it.
// Sending is in `http-client.ts` and `stream-client.ts`; ready-made damages are in `damage.ts`.
import type { JsonObject, JsonValue } from '../payload/json.js';
import type { RequestName } from '../profile/dialect/dialect.js';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The fields of the signed payload (interface 5.2); any JSON value, since damages put wrong ones there. */
export type PayloadFields = Readonly<Record<string, JsonValue>>;

/** The stages of an undamaged signature, for damages that only bite on some values. */
export interface HonestStages {
  readonly payloadText: string;
  readonly data: string;
  readonly signature: string;
  readonly bodyHash: string;
}

/** What travels, after signing. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Without a stated length (RFC 9112, 7.1). */
  readonly inChunks?: boolean;
}

/**
 * One deliberate deviation. Each hook replaces the outcome of one stage; later stages work on the replaced value, so a damaged
 * payload is still signed correctly and only its content is wrong, while a damaged wire body no longer fits its signed hash.
 */
export interface Damage {
  /** Names the deviation in evidence, for example `header SVC-SIGN missing`. */
  readonly name: string;
  /**
   * Whether the damage changes this request at all; another alphabet shows only where `-` or `_` stands. The client varies the
   * request by what `vary` says until it holds: the timestamp, blanks at the end of the JSON body, or blanks inside the payload
   * text, all of which are free.
   */
  readonly needs?: (stages: HonestStages) => boolean;
  readonly vary?: 'timestamp' | 'body' | 'payloadText';
  readonly payload?: (fields: PayloadFields) => PayloadFields;
  readonly payloadText?: (text: string) => string;
  /** From payload bytes to the text of SVC-DATA. */
  readonly encodeData?: (payload: Uint8Array) => string;
  /** The bytes that are signed, from the payload bytes and the SVC-DATA text. */
  readonly signedBytes?: (payload: Uint8Array, data: string) => Uint8Array;
  /** From the signature bytes to the text of SVC-SIGN; the payload bytes are there for damages that sign again. */
  readonly encodeSignature?: (signature: Uint8Array, payload: Uint8Array) => string;
  readonly headers?: (headers: HeaderList) => HeaderList;
  readonly wire?: (request: WireRequest) => WireRequest;
}

export interface RequestSpec {
  readonly name: RequestName;
  readonly accountId: string;
  readonly method: string;
  /** Path with query exactly as it is sent and signed. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  /** What the request asks for, in the interface's words: journalled for history checkers, which know no dialect. */
  readonly params?: JsonObject;
  /** Empty for reads; undefined means: empty for a GET, a fresh unique key otherwise. */
  readonly idempotencyKey?: string;
  /** The role of the key that signs; `main` when left out. */
  readonly key?: string;
  /** Milliseconds added to the (skew-corrected) timestamp. */
  readonly shiftMs?: number;
  readonly contentType?: string;
  /** Sends the body in chunks, without a stated length. */
  readonly inChunks?: boolean;
  readonly damage?: Damage;
  /** What is awaited at most; the profile's `answerMs` when left out. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Why no answer can be read. `sent: false` in the exchange means that the target certainly did not act. */
export type WireErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'reset'
  | 'body-too-large'
  | 'headers-too-large'
  | 'not-http'
  | 'aborted'
  | 'pacing';

export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** Undefined when the body is empty or cannot be read as JSON. */
  readonly body: JsonValue | undefined;
  /** Why it cannot be read; or, beside a body, what readers of JSON disagree on in it: a doubled member, a huge number. */
  readonly bodyFault?: string;
}

export interface HttpExchange {
  readonly request: RequestSpec;
  /** The key that was really used. */
  readonly idempotencyKey: string;
  /** What was handed to the wire, signature included: in memory only, for whoever explains a refusal. */
  readonly sent?: WireRequest;
  /** Index of the `invoke` record, and of the record of its outcome (`ok`, `fail` or `info`), which assertions point into. */
  readonly invoke: number;
  readonly record: number;
  /** Undefined when no answer could be read; then `error` says why. */
  readonly answer?: HttpAnswer;
  readonly error?: { readonly code: WireErrorCode; readonly message: string; readonly sent: boolean };
  readonly durationMs: number;
}

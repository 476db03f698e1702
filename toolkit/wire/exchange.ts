// The vocabulary of the wire: a request in stages that can be damaged in exactly one place, and what came of sending it.
// Sending is in `http-client.ts` and `stream-client.ts`; ready-made damages are in `damage/library.ts`.
import type { JsonObject, JsonValue } from '../payload/json.js';
import type { RequestName } from '../profile/dialect/dialect.js';
import type { Deviation, SentRequest } from '../signing/slips/deviation.js';

export type { HeaderList, PayloadFields } from '../signing/signing-stages.js';
export type { SentRequest as WireRequest } from '../signing/slips/deviation.js';

/** A deliberate deviation from a correct request, in exactly one place. */
export interface Damage extends Deviation {
  /** Names the deviation in evidence, for example `header SVC-SIGN missing`. */
  readonly name: string;
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
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'body-too-large'
  | 'over-budget'
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
  readonly sent?: SentRequest;
  /** Index of the `invoke` record, and of the record of its outcome (`ok`, `fail` or `info`), which assertions point into. */
  readonly invoke: number;
  readonly record: number;
  /** Undefined when no answer could be read; then `error` says why. */
  readonly answer?: HttpAnswer;
  readonly error?: { readonly code: WireErrorCode; readonly message: string; readonly sent: boolean };
  /** The record of the end of a stream that the target opened and closed before anything was delivered on it. */
  readonly closedAtOnce?: number;
  readonly durationMs: number;
}

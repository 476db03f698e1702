// How a client learns what became of an operation: by events and by its status (interface 4.3; 6.1; 6.4, rules 5 and 6; 7.2).
import type { ErrorCode, OutcomeState } from '../../intents/index.js';
import type { JsonValue } from '../../payload/json.js';
import type { OperationState, RequestName, StreamMessage } from '../../profile/index.js';

/** What an intent knows itself by. */
export interface Known {
  readonly keys: readonly string[];
  readonly operationId: string | undefined;
  readonly state: OutcomeState;
}

/** A transaction event as far as it tells a result. `code` is null where the event says null. */
export interface Result {
  readonly status: JsonValue | undefined;
  readonly operationId: string | undefined;
  readonly key: string | undefined;
  readonly code: ErrorCode | null | undefined;
  readonly message: string | undefined;
}

/** Something that came from the service, as whoever might break on it sees it. */
export type Met =
  | { readonly what: 'event'; readonly result: Result }
  | { readonly what: 'answer'; readonly status: number; readonly code: ErrorCode | undefined }
  | { readonly what: 'frame'; readonly kind: StreamMessage['kind'] };

export interface Results {
  /** What an event says of a call; undefined when it ends nothing. */
  readonly finalOf: (result: Result, call: RequestName) => OutcomeState | undefined;
  /** The intent that an event is about. */
  readonly matches: <Intent extends Known>(result: Result, intents: readonly Intent[]) => Intent | undefined;
  /** What is done with events that come while their ACK is under way. */
  readonly earlyEvents: 'kept' | 'dropped';
  /** The state after a second final event of the same operation. */
  readonly afterSecondFinal: (state: OutcomeState) => OutcomeState;
  /** What a status means for the intent; undefined when nothing is settled by it. */
  readonly statusMeans: (state: OperationState) => OutcomeState | undefined;
  /** What a read of the status that failed means; undefined when nothing is settled by it. */
  readonly statusTroubleMeans: (status: number | undefined) => OutcomeState | undefined;
  /** After how long without an event the status is read: with the stream unbroken since the call, broken, or none. */
  readonly pollsAfterMs: (stream: 'unbroken' | 'broken' | 'none') => number | undefined;
  readonly pollsEveryMs: number;
  /** So many times as long is each further pause, until it is a second. */
  readonly pollBackoff: number;
  /** Which position is closed, or order cancelled, of those held, where that one is meant. */
  readonly actsOn: (meant: string, held: readonly string[]) => string;
  /** What an intent under way when the stream broke is held to be, without asking. */
  readonly onGap: OutcomeState | undefined;
  /** Whether the text of a refusal counts, and as what. */
  readonly readsText: (message: string) => 'success' | 'retry with another key' | undefined;
  /** Whether the session lives on. */
  readonly survives: (met: Met) => boolean;
  /** Whether a code is handed on. */
  readonly code: (code: ErrorCode | undefined) => ErrorCode | undefined;
}

/** By the operation where it is known, and else by the key, which every event of a call echoes (interface 6.1, rule 5). */
export function matches<Intent extends Known>(result: Result, intents: readonly Intent[]): Intent | undefined {
  const { operationId, key } = result;
  return (
    (operationId === undefined ? undefined : intents.find((intent) => intent.operationId === operationId)) ??
    (key === undefined ? undefined : intents.find((intent) => intent.keys.includes(key)))
  );
}

export function finalOf({ status }: Result): OutcomeState | undefined {
  return status === 'success' || status === 'rejected' || status === 'failed' ? status : undefined;
}

export function statusMeans(state: OperationState): OutcomeState | undefined {
  return state === 'pending' || state === 'unknown' ? undefined : state;
}

/** With the stream unbroken the event will come; what a gap may have swallowed is asked for. */
export const HONEST_RESULTS: Results = {
  finalOf,
  matches,
  earlyEvents: 'kept',
  afterSecondFinal: (state) => state,
  statusMeans,
  statusTroubleMeans: () => undefined,
  pollsAfterMs: (stream) => (stream === 'unbroken' ? undefined : 0),
  pollsEveryMs: 100,
  pollBackoff: 1.2,
  actsOn: (meant) => meant,
  onGap: undefined,
  readsText: () => undefined,
  survives: () => true,
  code: (code) => code,
};

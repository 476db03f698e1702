// What the service answers: the ACK or the refusal of a request, the status of an operation, quotas, pages.
import type { ResultStatus } from './events.js';
import type { Operation } from './requests.js';

/** A synchronous refusal (interface 7). `detail` is for the log of the sandbox and never part of the contract. */
export interface Refusal {
  readonly refused: true;
  /** HTTP status; of a refused command, the status that it would have had. */
  readonly status: number;
  /** The public name, such as `AUTH_INVALID_SIGNATURE`; it is the `error_message` too. */
  readonly name: string;
  /** `error.code`: 1000 to 1002 for authentication; otherwise as the behaviour says. */
  readonly code: number | string;
  /** Why, with what was expected and what came. Never holds a secret. */
  readonly detail: string;
}

/** Interface 2.1. */
export interface Ack {
  readonly refused: false;
  /** HTTP status: 202, or what the behaviour gives a duplicate. */
  readonly status: number;
  readonly operationId: string;
  /** The echoed key; undefined only where a fault loses it. */
  readonly clientRequestId: string | undefined;
  readonly duplicate: boolean;
  /** How long the transport holds the answer back (behaviour: the event may come before the 202). */
  readonly answerDelayMs: number;
}

export type OperationState = 'pending' | ResultStatus;

/** Interface 4.3. */
export interface OperationStatus {
  readonly operationId: string;
  readonly clientRequestId: string | undefined;
  readonly state: OperationState;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
  readonly acceptedAtMs: number;
  readonly finishedAtMs: number | undefined;
}

/** Interface 8: one endpoint's quota with its live accounting. */
export interface Quota {
  readonly operation: Operation;
  readonly limit: number;
  readonly windowMs: number;
  readonly remaining: number;
  readonly resetsAtMs: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor: string | undefined;
}

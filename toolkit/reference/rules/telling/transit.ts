// What becomes of a request and of its answer on their way (interface 4.1; 6.4; 8): nobody promises that either arrives, and a service
// may refuse for reasons that lie in the world. Honest rules let everything pass; whoever judges clients, and faults, change them.
import type { Operation, RawRequest } from '../../domain.js';

/** A request whose signature and account were found in order. */
export interface Arrival {
  readonly operation: Operation;
  readonly raw: RawRequest;
  readonly accountId: string;
  /** Empty for reads. */
  readonly idempotencyKey: string;
  readonly isHandshake: boolean;
}

/** A refusal that lies in nothing of the request. */
export interface WorldlyRefusal {
  readonly status: number;
  readonly name: string;
  /** `error.code`, where it is not the ordinary one of that name. */
  readonly code?: number | string;
  /** Header names and values alternating, such as `Retry-After`. */
  readonly headers?: readonly string[];
}

export interface AnswerFate {
  /** `cut-before` ends the connection in place of the answer, `cut-inside` in its midst; `never` leaves it open and silent. */
  readonly deliver: 'whole' | 'cut-before' | 'cut-inside' | 'never';
  readonly delayMs?: number;
  /** Held back until this is settled. */
  readonly until?: Promise<unknown>;
}

export interface TransitRules {
  /** Interface 4.1, synchronous responses; 8: whether a request is acted on at all; false ends its connection instead. */
  admits(arrival: Arrival): boolean;
  /** Interface 4.1, synchronous responses; 7.1: why it is refused although nothing is wrong with it. */
  refuses(arrival: Arrival): WorldlyRefusal | undefined;
  /** Interface 6; 8: when and how the answer leaves; the event of an operation may come before it. */
  answerFate(arrival: Arrival, status: number): AnswerFate | undefined;
  /** Interface 4.5; 6: whether the first frames of a stream leave together with the answer to its handshake. */
  gluesFirstFrames(arrival: Arrival): boolean;
}

export const honestTransit: TransitRules = {
  admits: () => true,
  refuses: () => undefined,
  answerFate: () => undefined,
  gluesFirstFrames: () => false,
};

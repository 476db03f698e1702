// A client under test as those see it who judge it: it is asked to do something, and whatever comes of that is data.
// It may be a process (`start-client.ts`) or live in this one; neither throws.
import type { Claims, IntentInputs, IntentOperation, IntentResults } from './operations.js';

export interface ClientIntroduction {
  readonly implementation: string;
  readonly language: string;
  /** Every operation that it says it has, those of the signing vectors among them. */
  readonly capabilities: readonly string[];
  readonly claims: Claims;
}

export type IntentReply<Operation extends IntentOperation> =
  | { readonly kind: 'result'; readonly result: IntentResults[Operation] }
  /** It does not have this; it tried and failed; what it said has not the form of an answer. */
  | { readonly kind: 'skipped' | 'errored' | 'malformed'; readonly message: string }
  | { readonly kind: 'silent'; readonly afterMs: number }
  | { readonly kind: 'gone'; readonly message: string };

export interface ClientUnderTest {
  readonly introduction: ClientIntroduction;
  /** Never rejects. An answer that comes later than `patienceMs` is not waited for. */
  ask<Operation extends IntentOperation>(
    operation: Operation,
    input: IntentInputs[Operation],
    patienceMs: number,
  ): Promise<IntentReply<Operation>>;
  /** The end of what it wrote to its error output, for evidence. */
  readonly stderr: () => string;
  /** Ends it for certain; idempotent. */
  close(): Promise<void>;
}

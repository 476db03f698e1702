// What is remembered of a mutating request by the name that the rules give it (interface 8).
import type { OperationRecord } from './operation-record.js';

export interface IdempotencyRecord {
  readonly name: string;
  readonly fingerprint: string;
  /** Undefined where a rule let a refused request use its key up. */
  readonly operation: OperationRecord | undefined;
  readonly atMs: number;
  /** The account's count of forced expiries when the record was made. */
  readonly epoch: number;
}

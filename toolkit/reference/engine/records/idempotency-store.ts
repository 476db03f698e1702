// Idempotency records by the name that the rules give them (interface 8), forgotten by age and beyond a number.
import { RetainedLog } from '../../state/retained-log.js';
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

export class IdempotencyStore {
  readonly #byName = new Map<string, IdempotencyRecord>();
  readonly #log: RetainedLog<IdempotencyRecord>;

  constructor(max: number) {
    this.#log = new RetainedLog(max, (record) => {
      if (this.#byName.get(record.name) === record) {
        this.#byName.delete(record.name);
      }
    });
  }

  find(name: string): IdempotencyRecord | undefined {
    return this.#byName.get(name);
  }

  remember(record: IdempotencyRecord): void {
    this.#byName.set(record.name, record);
    this.#log.append(record, record.atMs);
  }

  forgetBefore(atMs: number): void {
    this.#log.forget((madeAtMs) => madeAtMs < atMs);
  }
}

// The records that assertions of a journal look at, each kept until the last of them has been judged.
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { ReferenceCounts } from './references.js';
import { recordsLookedAt } from './shown.js';

export class KeptRecords {
  readonly #references: ReferenceCounts;
  readonly #kept = new Map<number, JournalRecord>();

  constructor(references: ReferenceCounts) {
    this.#references = references;
  }

  take(record: JournalRecord): void {
    if (this.#references.has(record.i)) this.#kept.set(record.i, record);
  }

  readonly at = (index: number): JournalRecord | undefined => this.#kept.get(index);

  /** Forgets what no other assertion looks at. */
  release(assertion: JournalRecord): void {
    for (const index of recordsLookedAt(assertion.parsed))
      if (this.#references.release(index)) this.#kept.delete(index);
  }
}

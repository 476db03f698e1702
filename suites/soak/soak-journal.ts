// Where the clients of a soak leave their records: each goes to the round of its account and is forgotten with it, so that memory stays
// constant however long the soak lasts.
import type { JournalRecord, RecordDraft } from '../../toolkit/journal/record.js';
import { createStamp } from '../../toolkit/journal/stamp.js';
import type { RunSink } from '../runner/live/target/target-journal.js';

export class SoakJournal implements RunSink {
  readonly #stamp;
  readonly #takers = new Map<string, (record: JournalRecord) => void>();

  constructor(run: string) {
    this.#stamp = createStamp(run);
  }

  keep(draft: RecordDraft): JournalRecord {
    const taker = draft.account === null ? undefined : this.#takers.get(draft.account);
    const record = this.#stamp.record(draft);
    taker?.(record);
    return record;
  }

  get records(): number {
    return this.#stamp.count;
  }

  /** Hands the records of an account to its round, until the function that it returns is called. */
  follow(account: string, taker: (record: JournalRecord) => void): () => void {
    this.#takers.set(account, taker);
    return () => {
      this.#takers.delete(account);
    };
  }
}

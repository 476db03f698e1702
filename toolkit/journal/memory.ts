// Journals in memory: `MemoryJournal` for tests, and `KeptRecords`, which stands before another sink and keeps what passes,
// for assertions that look at a record while the run goes on.
import type { JournalRecord, RecordDraft, RecordKind, RecordSink } from './record.js';
import { createRedactor } from './redaction.js';
import { serialiseRecord } from './serialise.js';
import { createStamp } from './stamp.js';

/** Holds records exactly as a file would: redacted, and through JSON. */
export class MemoryJournal implements RecordSink {
  readonly records: JournalRecord[] = [];
  readonly #stamp;
  readonly #redactor;

  constructor(options: { readonly run?: string; readonly secrets?: readonly string[] } = {}) {
    this.#stamp = createStamp(options.run ?? 'memory');
    this.#redactor = createRedactor(options.secrets);
  }

  append(draft: RecordDraft): number {
    return this.keep(draft).i;
  }

  /** Appends, and returns the record as it was before redaction. */
  keep(draft: RecordDraft): JournalRecord {
    const record = this.#stamp.record(draft);
    // Parsing what the same code just wrote gives the record back.
    this.records.push(JSON.parse(serialiseRecord(record, this.#redactor)) as JournalRecord);
    return record;
  }

  /** The record of an index, or undefined. */
  at(i: number): JournalRecord | undefined {
    return this.records[i - 1];
  }

  of(kind: RecordKind): readonly JournalRecord[] {
    return this.records.filter((record) => record.kind === kind);
  }
}

export class KeptRecords implements RecordSink {
  readonly #next: RecordSink;
  readonly #kept = new Map<number, RecordDraft>();

  constructor(next: RecordSink) {
    this.#next = next;
  }

  append(draft: RecordDraft): number {
    const i = this.#next.append(draft);
    this.#kept.set(i, draft);
    return i;
  }

  /** The draft that became record `i`, or undefined. */
  at(i: number): RecordDraft | undefined {
    return this.#kept.get(i);
  }
}

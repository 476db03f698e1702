// The journal: writing, reading, redaction, and journals in memory.
export { type JournalDefect, JournalError } from './journal-error.js';
export { KeptRecords, MemoryJournal } from './memory.js';
export { type JournalReading, type ReadOptions, readJournal, readWholeJournal } from './reader.js';
export {
  JOURNAL_FORMAT,
  type JournalFooter,
  type JournalHeader,
  type JournalRecord,
  RECORD_KINDS,
  type RecordDraft,
  type RecordKind,
  type RecordSink,
} from './record.js';
export { createRedactor, type Redactor } from './redaction.js';
export { type JournalOpening, JournalWriter } from './writer.js';

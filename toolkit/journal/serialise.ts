// One record as one line of text, redacted. Total: a record that JSON cannot express becomes a line that says so.
import type { JournalRecord } from './record.js';
import type { Redactor } from './redaction.js';

export function serialiseRecord(record: JournalRecord, redactor: Pick<Redactor, 'redact'>): string {
  try {
    return redactor.redact(JSON.stringify(withCleanBytes(record, redactor)));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return redactor.redact(
      JSON.stringify({
        ...record,
        raw: null,
        parsed: null,
        error: { code: 'unserialisable', message: `the record could not be written as JSON: ${message}` },
      }),
    );
  }
}

/** Bytes that are not UTF-8 travel as base64, where no text rule would see a secret. */
function withCleanBytes(record: JournalRecord, redactor: Pick<Redactor, 'redact'>): JournalRecord {
  if (record.raw === null || typeof record.raw === 'string') return record;
  const text = Buffer.from(record.raw.base64, 'base64').toString('latin1');
  const clean = redactor.redact(text);
  return clean === text ? record : { ...record, raw: { base64: Buffer.from(clean, 'latin1').toString('base64') } };
}

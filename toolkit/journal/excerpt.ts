// Writes a journal of records that were kept from a longer one: numbered anew, with the times that they had, so that it can be read and
// judged like any journal.
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.js';
import { JOURNAL_FORMAT, type JournalFooter, type JournalHeader, type JournalRecord } from './record.js';
import { createRedactor } from './redaction.js';
import { replaceFile } from './replace-file.js';
import { serialiseRecord } from './serialise.js';
import type { JournalOpening } from './writer.js';

/**
 * Resolves to the new index of each record by its old one. A record that rests on one that was not kept rests on none.
 * Throws the system's error when the file cannot be written.
 */
export function writeExcerpt(
  path: string,
  opening: JournalOpening & { readonly started: string; readonly reason: JournalFooter['reason'] },
  records: readonly JournalRecord[],
): ReadonlyMap<number, number> {
  const { run, seed, suite, profile, settings = null, secrets, started, reason } = opening;
  const redactor = createRedactor(secrets);
  const places = new Map(records.map(({ i }, index) => [i, index + 1]));
  const header: JournalHeader = {
    journal: JOURNAL_FORMAT,
    run,
    started,
    seed,
    suite,
    node: process.version,
    profile,
    settings,
  };
  const footer: JournalFooter = { end: true, run, records: records.length, reason };
  const lines = records.map((record, index) => {
    const cause = record.cause === null ? null : (places.get(record.cause) ?? null);
    return serialiseRecord({ ...record, run, i: index + 1, cause }, redactor);
  });
  makeFolder(dirname(path));
  replaceFile(path, `${[redactor.redact(JSON.stringify(header)), ...lines, JSON.stringify(footer)].join('\n')}\n`);
  return places;
}

// All tamperings with a report that need no key, by family. They are made for one report, since each of its members is one of them.

import { ofTheCertificate } from './table/certificate.js';
import { ofChecks } from './table/checks.js';
import { ofFiles } from './table/files.js';
import { ofTheHolder } from './table/holder.js';
import { ofTheJournal } from './table/journal.js';
import { ofRecords } from './table/records.js';
import { ofResults } from './table/results.js';
import { ofTheRun } from './table/run.js';
import type { Folder, Tampering, Unfiled, Victims } from './tampering.js';

export function tamperings(sound: Folder, victims: Victims, certificate: string): readonly Tampering[] {
  const families: Readonly<Record<string, readonly Unfiled[]>> = {
    checks: ofChecks(victims),
    run: ofTheRun(),
    journal: ofTheJournal(victims),
    results: ofResults(sound, victims),
    records: ofRecords(sound, victims),
    files: ofFiles(),
    holder: ofTheHolder(sound, victims),
    certificate: ofTheCertificate(certificate),
  };
  return Object.entries(families).flatMap(([family, rows]) => rows.map((one) => ({ family, ...one })));
}

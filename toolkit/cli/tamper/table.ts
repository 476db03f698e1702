// All tamperings with a report that need no key, by family. They are made for one report, since each of its members is one of them.
import { ofChecks } from './table/of-checks.js';
import { ofFiles } from './table/of-files.js';
import { ofRecords } from './table/of-records.js';
import { ofResults } from './table/of-results.js';
import { ofTheCertificate } from './table/of-the-certificate.js';
import { ofTheHolder } from './table/of-the-holder.js';
import { ofTheJournal } from './table/of-the-journal.js';
import { ofTheRun } from './table/of-the-run.js';
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

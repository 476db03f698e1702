// Reports of a sample run to call commands on.
import { basename } from 'node:path';
import type { Results, Verdict } from '../../../reports/model/model.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { writeSampleRun } from '../../../reports/sample-run.test.aid.js';

/** Writes one into that folder, with these verdicts and others that pass, and says where. */
export async function sampleReport(
  folder: string,
  verdicts: readonly Verdict[] = [],
  change: (results: Results) => Results = (one) => one,
): Promise<string> {
  const run = writeSampleRun(folder, { checks: 42, verdicts, run: `run-${basename(folder)}` });
  await writeReports(run.dir, change(run.results), { journalPath: run.journalPath, env: {} });
  return run.dir;
}

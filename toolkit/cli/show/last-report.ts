// The report that a person means who names none: the latest of the whole and of the parts beside it that knows what is asked for.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PARTS_FOLDER } from '../../../reports/model/manifest.js';
import type { Results } from '../../../reports/model/model.js';
import { readResults } from '../../../reports/model/results-json.js';
import { misuse } from '../command.js';
import { DEFAULT_FOLDER } from '../report/folder.js';

export interface LastReport {
  readonly dir: string;
  readonly results: Results;
}

/** Throws `CommandError` where the folder that was named holds no report; undefined where none was named and none is there. */
export async function lastReport(
  cwd: string,
  named: string | undefined,
  fits: (results: Results) => boolean = () => true,
): Promise<LastReport | undefined> {
  const whole = resolve(cwd, named ?? DEFAULT_FOLDER);
  const parts = join(whole, PARTS_FOLDER);
  const folders = [whole, ...(existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [])];
  const reports: LastReport[] = [];
  for (const dir of folders.filter((one) => existsSync(join(one, 'results.json')))) {
    reports.push({ dir, results: await readResults(join(dir, 'results.json')) });
  }
  if (reports.length === 0 && named !== undefined) {
    throw misuse(`${named} holds no results.json; give the folder of a report, or run first`);
  }
  return reports
    .filter(({ results }) => fits(results))
    .sort((a, b) => b.results.run.finished.localeCompare(a.results.run.finished))[0];
}

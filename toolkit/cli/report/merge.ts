// `tsi merge` itself: results, journals, and the report of both.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type MergeInput, mergeResults } from '../../../reports/join/merge.js';
import { mergeJournals } from '../../../reports/join/merge-journals.js';
import { readResults, renderResultsJson } from '../../../reports/model/results-json.js';
import { ensureFolder } from '../../../reports/render/atomic-write.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { orExit, type ReportFolder, reportFolder } from './folder.js';
import { showEnd } from './render.js';

export async function mergeReports(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const outName = args.text('out');
  if (outName === undefined) throw args.misuse('--out is needed: where the joined report goes');
  const out = resolve(io.cwd, outName);
  const folders = args.positionals.map((name) => reportFolder(name, io.cwd));
  if (folders.some(({ dir }) => dir === out)) throw args.misuse('--out is one of the shards; give another folder');
  const inputs: MergeInput[] = [];
  for (const [index, folder] of folders.entries()) {
    inputs.push({ name: args.positionals[index] ?? folder.dir, results: await readResults(folder.resultsPath) });
  }
  // The proof comes first, before anything is written.
  const merged = mergeResults(inputs);
  const journalPath = join(out, 'journal.ndjson');
  const before = await joinJournals(folders, merged.run.id, out, journalPath);
  const results =
    before === undefined
      ? merged
      : mergeResults(inputs.map((input, index) => ({ ...input, recordsBefore: before[index] ?? 0 })));
  const files = await orExit(EXIT.suiteError, writeReports(out, results, { journalPath, env: io.env }));
  if (args.on('json')) io.stdout.write(renderResultsJson(results));
  if (before === undefined) {
    io.stderr.write('not every shard has its journal beside it: the joined report has no evidence\n');
  }
  showEnd(results, files, args, io);
  return results.exitCode as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
}

/** The number of records before each journal; undefined when one is missing. */
async function joinJournals(
  folders: readonly ReportFolder[],
  run: string,
  out: string,
  target: string,
): Promise<readonly number[] | undefined> {
  if (!folders.every(({ journalPath }) => existsSync(journalPath))) return undefined;
  return orExit(EXIT.suiteError, joined());

  async function joined(): Promise<readonly number[]> {
    ensureFolder(out);
    const journals = folders.map(({ journalPath }) => journalPath);
    return mergeJournals(journals, run, target);
  }
}

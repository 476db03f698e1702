// `tsi merge` itself: results, journals, and the report of both.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type MergeInput, mergeResults, type WholeJudgement } from '../../../reports/join/merge.js';
import { mergeJournals } from '../../../reports/join/merge-journals.js';
import { decidedIn } from '../../../reports/join/shared-checks.js';
import { demandJournalOfRun } from '../../../reports/model/journal-of-run.js';
import { readResults, renderResultsJson } from '../../../reports/model/results-json.js';
import { needsRecords } from '../../../reports/rejudge/results-differences.js';
import { ensureFolder } from '../../../reports/render/atomic-write.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { unneededWaivers } from '../../../suites/runner/plan/waivers.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { asRunFinding } from '../run/results.js';
import { withRootCauses } from '../run/root-causes.js';
import { orExit, type ReportFolder, reportFolder } from './folder.js';
import { clearReport, isSameFolder, outFolder } from './out-folder.js';
import { showEnd } from './render.js';

const WHOLE: WholeJudgement = {
  causes: withRootCauses,
  ofWaivers: ({ waivers = [], started }, checks) =>
    unneededWaivers(waivers, new Map(checks.map(({ id, verdict }) => [id, verdict])), started.slice(0, 10)).map(
      asRunFinding,
    ),
};

export async function mergeReports(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const outName = args.text('out');
  if (outName === undefined) throw args.misuse('--out is needed: where the joined report goes');
  const out = outFolder(resolve(io.cwd, outName));
  const folders = args.positionals.map((name) => reportFolder(name, io.cwd));
  if (folders.some(({ dir }) => isSameFolder(dir, out))) {
    throw args.misuse('--out is one of the shards; give another folder');
  }
  const inputs: MergeInput[] = [];
  for (const [index, folder] of folders.entries()) {
    inputs.push({ name: args.positionals[index] ?? folder.dir, results: await readResults(folder.resultsPath) });
  }
  // The proof comes first, before anything is written.
  const whole: WholeJudgement = { ...WHOLE, out: outName };
  const merged = mergeResults(inputs, whole);
  const journalPath = join(out, 'journal.ndjson');
  const before = await joinJournals({ folders, inputs, run: merged.run.id, out, target: journalPath });
  if (before === undefined) clearReport(out);
  const results =
    before === undefined
      ? merged
      : mergeResults(
          inputs.map((input, index) => ({ ...input, recordsBefore: before.get(index) ?? 0 })),
          whole,
        );
  const files = await orExit(
    EXIT.suiteError,
    writeReports(out, results, {
      journalPath,
      env: io.env,
      print: (text) => (args.on('json') ? io.stderr : io.stdout).write(text),
      warn: (sentence) => io.stderr.write(`tsi: ${sentence}\n`),
    }),
  );
  if (args.on('json')) io.stdout.write(renderResultsJson(results));
  if (before === undefined) {
    io.stderr.write('not every shard has its journal beside it: the joined report has no evidence\n');
  }
  showEnd(results, files, args, io);
  return results.exitCode as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
}

interface Joining {
  readonly folders: readonly ReportFolder[];
  readonly inputs: readonly MergeInput[];
  readonly run: string;
  readonly out: string;
  readonly target: string;
}

/** The number of records before each journal, by the number of its shard; undefined when one is missing. */
async function joinJournals({
  folders,
  inputs,
  run,
  out,
  target,
}: Joining): Promise<ReadonlyMap<number, number> | undefined> {
  const shards = folders.map((folder, index) => ({ ...folder, index, checks: inputs[index]?.results.checks ?? [] }));
  // A shard to which nothing fell that could run has sent nothing.
  const withJournal = shards.filter(({ journalPath, checks }) => existsSync(journalPath) || checks.some(needsRecords));
  if (withJournal.length === 0 || !withJournal.every(({ journalPath }) => existsSync(journalPath))) return undefined;
  const decided = decidedIn(inputs);
  return orExit(EXIT.suiteError, joined());

  async function joined(): Promise<ReadonlyMap<number, number>> {
    for (const { journalPath, index } of withJournal) {
      await demandJournalOfRun(journalPath, inputs[index]?.results.run.id ?? '');
    }
    ensureFolder(out);
    clearReport(out);
    const journals = withJournal.map(({ journalPath }) => journalPath);
    const before = await mergeJournals(journals, {
      run,
      target,
      counts: (check, journal) => decided.get(check) === withJournal[journal]?.index,
    });
    return new Map(withJournal.map(({ index }, journal) => [index, before[journal] ?? 0]));
  }
}

// `tsi render` itself.
import { constants, existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { demandJournalOfRun } from '../../../reports/model/journal-of-run.js';
import { CERTIFICATE_FILE } from '../../../reports/model/manifest.js';
import type { Results } from '../../../reports/model/model.js';
import { readResults } from '../../../reports/model/results-json.js';
import { unwritable } from '../../../reports/render/atomic-write.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { colorWanted, createProgress } from '../../../reports/terminal/progress.js';
import { makeFolder } from '../../journal/make-folder.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { DEFAULT_FOLDER, orExit, type ReportFolder, reportFolder } from './folder.js';
import { clearReport, isSameFolder, outFolder } from './out-folder.js';

export async function renderReport(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const folder = reportFolder(args.positionals[0] ?? DEFAULT_FOLDER, io.cwd);
  const named = resolve(io.cwd, args.text('out') ?? folder.dir);
  const isInPlace = isSameFolder(named, folder.dir);
  const out = isInPlace ? folder.dir : outFolder(named);
  if (isInPlace && existsSync(join(out, CERTIFICATE_FILE))) {
    throw misuse(`${folder.dir} is certified; new files would not be what was signed`, {
      hint: 'tsi render DIR --out OTHER',
    });
  }
  const results = await readOrRescue(folder, io);
  // Nothing is written from parts that are of two reports.
  if (existsSync(folder.journalPath)) {
    await orExit(EXIT.suiteError, demandJournalOfRun(folder.journalPath, results.run.id));
  }
  if (!isInPlace) clearReport(out);
  const journalPath = await orExit(EXIT.suiteError, bringJournal(folder, out));
  const files = await orExit(
    EXIT.suiteError,
    writeReports(out, results, { journalPath, env: io.env, stepSummary: false }),
  );
  showEnd(results, files, args, io);
  return EXIT.conformant;
}

async function readOrRescue(folder: ReportFolder, io: CommandIo): Promise<Results> {
  if (existsSync(folder.resultsPath)) return readResults(folder.resultsPath);
  const { readKilledRun } = await import('./killed-run.js');
  return readKilledRun(folder.journalPath, io.commandLine);
}

/** The journal belongs to the report wherever it goes. */
async function bringJournal({ journalPath }: ReportFolder, out: string): Promise<string> {
  const there = join(out, 'journal.ndjson');
  const half = join(out, `.journal.ndjson.${process.pid}.tmp`);
  if (there === journalPath || !existsSync(journalPath)) return journalPath;
  try {
    makeFolder(out);
    await copyFile(journalPath, half, constants.COPYFILE_EXCL);
    await rename(half, there);
  } catch (cause) {
    await rm(half, { force: true });
    throw unwritable(there, cause);
  }
  return there;
}

/** The final block of a run, on stderr. */
export function showEnd(results: Results, files: readonly string[], args: ParsedArgs, io: CommandIo): void {
  createProgress({
    stream: io.stderr,
    isTty: false,
    color: colorWanted(io.env, io.stderr.isTty),
    mode: args.on('tree') ? 'tree' : 'text',
    columns: io.stderr.columns,
  }).end(results, files);
}

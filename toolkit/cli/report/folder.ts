// The folder of a report as commands name it: a folder, or its results.json or journal.ndjson.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { PARTS_FOLDER } from '../../../reports/model/manifest.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { CommandError, misuse } from '../command.js';
import type { ExitCode } from '../exit-codes.js';

export const DEFAULT_FOLDER = 'conformance-report';
const REPORT_FILES = ['results.json', 'journal.ndjson'];

export interface ReportFolder {
  readonly dir: string;
  readonly journalPath: string;
  readonly resultsPath: string;
  /** Said where another folder was taken than the one that was named. */
  readonly notice?: string;
}

/** Throws `CommandError` when there is nothing of a report. */
export function reportFolder(name: string, cwd: string): ReportFolder {
  const path = resolve(cwd, name);
  if (!existsSync(path)) throw misuse(`${name} does not exist; give the folder of a report`);
  const isFolder = statSync(path).isDirectory();
  const dir = isFolder ? latestPart(path) : dirname(path);
  const file = isFolder ? '' : basename(path);
  const journalPath = file.endsWith('.ndjson') ? path : join(dir, 'journal.ndjson');
  const resultsPath = file.endsWith('.json') ? path : join(dir, 'results.json');
  if (!existsSync(journalPath) && !existsSync(resultsPath)) {
    throw misuse(`${name} holds neither results.json nor journal.ndjson; give the folder of a report`);
  }
  const isNamed = !isFolder || dir === path;
  return { dir, journalPath, resultsPath, ...(!isNamed && { notice: partNotice(name, dir) }) };
}

function partNotice(name: string, dir: string): string {
  return `${name} holds no report of everything: taken is that of the last part, ${dir}`;
}

/** The folder, or where no run of everything left a report in it, the part that was run last. */
function latestPart(folder: string): string {
  const holdsReport = (dir: string): boolean => REPORT_FILES.some((name) => existsSync(join(dir, name)));
  const parts = join(folder, PARTS_FOLDER);
  if (holdsReport(folder) || !existsSync(parts)) return folder;
  const reports = readdirSync(parts)
    .map((name) => join(parts, name))
    .filter(holdsReport)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  return reports[0] ?? folder;
}

/** A defect of a file as another exit code than that of misuse, which the frame gives it; anything else stays what it is. */
export async function orExit<T>(exitCode: ExitCode, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof ProtocolError) throw new CommandError(exitCode, cause.message, { cause });
    throw cause;
  }
}

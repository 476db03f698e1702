// The folder that a command is told to write a report into: where a link leads, whose files stand there already, and that a new report
// begins without the verdicts of the last.
import { closeSync, lstatSync, readSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CERTIFICATE_FILE, MANIFEST_FILE } from '../../../reports/model/manifest.js';
import { unwritable } from '../../../reports/render/atomic-write.js';
import { METRICS, PAGE, RENDERINGS } from '../../../reports/render/renderings.js';
import { openRegularFile } from '../../journal/regular-file.js';
import { misuse } from '../command.js';

const RESULTS = 'results.json';
const JOURNAL = 'journal.ndjson';
/** The verdicts go first: whatever ends this in between leaves none. */
const WRITTEN: readonly string[] = [
  RESULTS,
  CERTIFICATE_FILE,
  MANIFEST_FILE,
  PAGE,
  METRICS,
  ...Object.keys(RENDERINGS),
  JOURNAL,
];
const MARKS: readonly (readonly [string, RegExp])[] = [
  [JOURNAL, /^(\{"journal":|$)/],
  [RESULTS, /^\{\s*"results":/],
  [MANIFEST_FILE, /^\{\s*"manifest":/],
];
const MARK_BYTES = 32;
const HELP = { hint: 'give another folder with --out' };

/**
 * Where the folder really is. A link is followed once, before anything is written, and only to a folder without a report, so that nobody
 * can have the report of another replaced through it. Throws `CommandError`.
 */
export function outFolder(folder: string): string {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return folder;
  const real = realOf(folder);
  if (real === undefined) throw misuse(`${folder} is a link that leads to no folder`, HELP);
  const found = holdsReport(real);
  if (found !== undefined) {
    throw misuse(`${folder} is a link to a folder that holds a report (${found})`, {
      hint: `name that folder itself where its report is to be replaced: --out ${real}`,
    });
  }
  return real;
}

/** The name of a file of a report that lies in the folder, if any. */
export function holdsReport(folder: string): string | undefined {
  return [RESULTS, JOURNAL, MANIFEST_FILE].find((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
}

/**
 * Takes away the report that stands in the folder, and what else is named of it: a run that is killed would leave its verdicts beside the
 * new journal. Throws `CommandError` where files of these names are no report's, and `ProtocolError` where they cannot be removed.
 */
export function clearReport(folder: string, more: readonly string[] = []): void {
  const existing = [...WRITTEN, ...more].filter(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
  if (existing.length === 0) return;
  if (!MARKS.some(([name, mark]) => mark.test(beginningOf(join(folder, name)) ?? 'none'))) {
    throw misuse(`${folder} holds ${existing[0]}, and no report that it belongs to; it would be overwritten`, HELP);
  }
  for (const name of existing) {
    try {
      rmSync(join(folder, name));
    } catch (cause) {
      throw unwritable(join(folder, name), cause);
    }
  }
}

/** Under whatever names: what is read from the one would be taken away in the other. */
export function isSameFolder(one: string, other: string): boolean {
  return one === other || (realOf(one) !== undefined && realOf(one) === realOf(other));
}

function realOf(link: string): string | undefined {
  try {
    const real = realpathSync(link);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function beginningOf(path: string): string | undefined {
  try {
    const descriptor = openRegularFile(path);
    try {
      const bytes = Buffer.alloc(MARK_BYTES);
      return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, MARK_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

// Whether the journal of a run is still the one that it wrote: a folder may be removed, moved or overwritten while a run goes on, and
// a report without its evidence is none.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { whyUnreadable } from '../../../base/why-unreadable.js';
import { JOURNAL_FORMAT } from '../../../journal/record.js';
import { openRegularFile } from '../../../journal/regular-file.js';

const TAIL_BYTES = 4_096;
const CHUNK_BYTES = 1 << 20;

/** Why not, as a sentence; undefined where header and footer are those of this run, and nothing was cut out between them. */
export function journalDefect(path: string, run: string, records: number): string | undefined {
  let descriptor: number;
  try {
    descriptor = openRegularFile(path);
  } catch (cause) {
    const isGone = cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
    return isGone
      ? `the journal ${path} is gone: its folder was removed or moved during the run`
      : `the journal ${path} cannot be read any more: found there ${whyUnreadable(cause)}`;
  }
  try {
    const name = JSON.stringify(run);
    const isOurs =
      headOf(descriptor).startsWith(`{"journal":${JOURNAL_FORMAT},"run":${name},`) &&
      lastLineOf(descriptor).startsWith(`{"end":true,"run":${name},"records":${records},`);
    const not = `the journal ${path} is not the one that this run wrote: something else wrote there during the run`;
    if (!isOurs) return not;
    return hasHole(descriptor)
      ? `the journal ${path} has a hole: something cut it off during the run, which wrote on behind`
      : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function headOf(descriptor: number): string {
  const bytes = Buffer.alloc(TAIL_BYTES);
  return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
}

function lastLineOf(descriptor: number): string {
  const { size } = fstatSync(descriptor);
  const bytes = Buffer.alloc(Math.min(TAIL_BYTES, size));
  readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
}

/** Where a file is cut off and written on at the old place, zeros fill the gap; JSON holds none. */
function hasHole(descriptor: number): boolean {
  const bytes = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; ; ) {
    const read = readSync(descriptor, bytes, 0, bytes.length, at);
    if (read === 0) return false;
    if (bytes.subarray(0, read).includes(0)) return true;
    at += read;
  }
}

// Whether the journal of a run is still the one that it wrote: a folder may be removed, moved or overwritten while a run goes on, and
// a report without its evidence is none.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const TAIL_BYTES = 4_096;

/** Why not, as a sentence; undefined where the footer is that of this run. */
export function journalDefect(path: string, run: string, records: number): string | undefined {
  let tail: string;
  try {
    tail = tailOf(path);
  } catch {
    return `the journal ${path} is gone: its folder was removed or moved during the run`;
  }
  const footer = tail.trimEnd().split('\n').at(-1) ?? '';
  const isOurs = footer.startsWith(`{"end":true,"run":${JSON.stringify(run)},"records":${records},`);
  return isOurs
    ? undefined
    : `the journal ${path} is not the one that this run wrote: something else wrote there during the run`;
}

function tailOf(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(TAIL_BYTES, size));
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}

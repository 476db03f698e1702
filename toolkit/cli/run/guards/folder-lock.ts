// One run at a time writes into a folder: a second one is refused and told by whom. The lock is a file whose time moves while its owner
// lives, so that one which a killed run left is taken over, on this machine and on others.
import { closeSync, lstatSync, openSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { unwritable } from '../../../../reports/render/atomic-write.js';
import { makeFolder } from '../../../journal/make-folder.js';
import { readRegularFile } from '../../../journal/regular-file.js';
import { CommandError, misuse } from '../../command.js';
import { EXIT } from '../../exit-codes.js';
import { holdsReport } from '../../report/out-folder.js';

export const LOCK_FILE = '.tsi-run.lock';
const BEAT_MS = 5_000;
const STALE_MS = 60_000;
/** A lock is a line. */
const MOST_BYTES = 4_096;

export interface FolderLock {
  /** Throws `CommandError` where a link, another run or another report has come to stand there: nothing of it is overwritten. */
  demandOurs(): void;
  release(): void;
}

/** Throws `CommandError` where another run writes into the folder, `ProtocolError` where nobody can. */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, LOCK_FILE);
  try {
    makeFolder(folder);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
  const owner = `${process.pid} ${hostname()} ${Date.now()}-${Math.random()}`;
  if (!created(path, owner)) {
    const other = ownerOf(path);
    if (other !== undefined) {
      throw misuse(`another run (process ${other}) writes into ${folder}`, {
        hint: 'wait for it, or give another folder with --out',
      });
    }
    rmSync(path, { force: true });
    if (!created(path, owner)) throw misuse(`another run has just begun to write into ${folder}`);
  }
  const beat = setInterval(() => touch(path), BEAT_MS).unref();
  /** What the run writes into a folder that was removed would be another report's to it, file by file. */
  const takenAnew = (): string | undefined => {
    try {
      makeFolder(folder);
    } catch (cause) {
      throw unwritable(folder, cause);
    }
    rmSync(path, { force: true });
    return created(path, owner) ? undefined : 'another run has just begun to write there';
  };
  return {
    demandOurs() {
      const isOurs = textOf(path) === owner;
      const other = linkAt(folder) ?? (isOurs ? undefined : (otherIn(folder, path) ?? takenAnew()));
      if (other === undefined) return;
      const what = `${folder} is not the folder any more in which this run began: ${other}`;
      throw new CommandError(EXIT.suiteError, `${what}; the report of this run was not written`);
    },
    release() {
      clearInterval(beat);
      // Whoever removed the folder may have made another since, with a lock of its own.
      if (textOf(path) === owner) rmSync(path, { force: true });
    },
  };
}

function linkAt(folder: string): string | undefined {
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true ? 'a link stands there' : undefined;
}

/** A folder that is gone, or was made again and is empty, may be written into. */
function otherIn(folder: string, lock: string): string | undefined {
  const own = ownerOf(lock);
  if (own !== undefined) return `another run (process ${own}) writes there`;
  const found = holdsReport(folder);
  return found === undefined ? undefined : `another report stands there (${found})`;
}

function created(path: string, owner: string): boolean {
  try {
    const descriptor = openSync(path, 'wx');
    writeSync(descriptor, owner);
    closeSync(descriptor);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw unwritable(path, cause);
  }
}

/** Who holds a lock; undefined where nobody does any more. */
function ownerOf(path: string): string | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const [pid = '', host = ''] = text.split(' ');
  const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (ageMs > STALE_MS || (host === hostname() && !isAlive(Number(pid)))) return undefined;
  return host === hostname() ? pid : `${pid} on ${host}`;
}

function textOf(path: string): string | undefined {
  try {
    return readRegularFile(path, { mostBytes: MOST_BYTES }).toString('utf8');
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true; // being written just now
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The folder is gone; the run says so at its end.
  }
}

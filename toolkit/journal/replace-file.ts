// Files that take the place of what stands there: whoever put a link there, to whatever, gets nothing written behind it. Pipes, sockets
// and devices stay, since no run made them.
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Names that the system gives to streams and devices; /dev/shm holds files. */
const OF_THE_SYSTEM = /^\/(dev\/(?!shm\/)|proc\/|sys\/)/;
let replaced = 0;

/** Throws an `Error` that says what stands there where a file may not take its place; a folder is left to the file system. */
export function demandReplaceable(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (OF_THE_SYSTEM.test(path)) throw new Error('the system keeps that name for a device or a stream, not for a file');
  if (!found.isFile() && !found.isSymbolicLink() && !found.isDirectory()) {
    throw new Error('a pipe, a socket or a device stands there');
  }
}

/** A temporary file in the same folder, which nobody can have put there before, then a rename. Throws what the file system says. */
export function replaceFile(path: string, data: string | Uint8Array, mode: number = 0o644): void {
  demandReplaceable(path);
  replaced += 1;
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-r${replaced}.tmp`);
  try {
    writeFileSync(temporary, data, { flag: 'wx', mode });
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw cause;
  }
}

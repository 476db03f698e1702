// Writes report files so that a reader never sees half of one: temporary file in the same folder, then rename.
// A disk or folder that refuses is one clear error; what stood there before stays as it was.

import { dirname } from 'node:path';
import { messageOf } from '../../toolkit/base/message-of.js';
import { makeFolder } from '../../toolkit/journal/make-folder.js';
import { replaceFile } from '../../toolkit/journal/replace-file.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';

/** Throws `ProtocolError` of code `report-unwritable`, which ends a command with exit code 4. */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  try {
    makeFolder(dirname(path));
    replaceFile(path, data);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** Throws as `writeFileAtomic` does; `path` is what cannot be written without the folder. */
export function ensureFolder(folder: string, path: string = folder): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'a folder of that name is in the way',
  ENAMETOOLONG: 'the path is too long',
};

/** In words, and as the system says it. */
export function meaningOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return `${MEANINGS[code] ?? messageOf(cause)}${code === '' ? '' : ` (${code})`}`;
}

export function unwritable(path: string, cause: unknown): ProtocolError {
  return new ProtocolError(
    'report-unwritable',
    `cannot write ${path}: ${meaningOf(cause)}; what was written before is untouched; free the path or choose another with --out`,
    { cause },
  );
}

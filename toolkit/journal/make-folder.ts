// The folder of a report or a journal, made with its parents where it is not there yet.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Folder by folder: the recursive way of Node.js never ends on file systems that refuse a folder as not found, such as /proc.
 * @throws the file system's error.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Somebody else was faster.
    if (!existsSync(folder)) throw error;
  }
}

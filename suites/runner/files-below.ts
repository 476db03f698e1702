// The files below a folder whose names end in one way, sorted; without what is installed there.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Throws when the folder cannot be read. */
export function filesBelow(folder: string, end: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.split(/[\\/]/).includes('node_modules'))
    .sort()
    .map((name) => join(folder, name));
}

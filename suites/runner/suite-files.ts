// Loading suite files: those of the package, and those of users' own folders.
import { resolve } from 'node:path';
import { filesBelow } from './files-below.js';
import { importPackageSuites } from './package-suites.js';
import { declaring, OWN_AREA } from './registry.js';

/** Loads the suites of this package, once per thread. */
export function loadSuites(): Promise<void> {
  loaded ??= importPackageSuites();
  return loaded;
}

let loaded: Promise<void> | undefined;

/** Loads users' own suites, compiled or not: `load` knows how. A folder without any is a mistake of the caller. */
export async function loadOwnSuites(
  folders: readonly string[],
  load: (file: string) => Promise<unknown>,
): Promise<void> {
  for (const folder of folders) {
    for (const file of ownSuiteFiles(folder))
      await declaring({ area: OWN_AREA, source: file }, () => inTime(file, load(file)));
  }
}

/** A file that awaits at its top what never comes would hold up everything without a word. */
const LOAD_MS = 30_000;

async function inTime(file: string, loading: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const give = (): void => reject(new Error(`${file} is not loaded after ${LOAD_MS / 1000} s: what does it await?`));
    timer = setTimeout(give, LOAD_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Absolute paths, sorted. Throws when the folder cannot be read. */
export function ownSuiteFiles(folder: string): readonly string[] {
  const absolute = resolve(folder);
  return ['.suite.ts', '.suite.mts', '.suite.js', '.suite.mjs'].flatMap((end) => filesBelow(absolute, end)).sort();
}

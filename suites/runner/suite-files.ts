// Finding and loading suite files: every `*.suite` module beside this folder, and those of users' own folders.
import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { declaring, OWN_AREA } from './registry.js';

/** Loads the suites of this package, once per thread; the area of each is its folder in `suites`, in whichever room of it. */
export function loadSuites(): Promise<void> {
  loaded ??= loadAll();
  return loaded;
}

let loaded: Promise<void> | undefined;

async function loadAll(): Promise<void> {
  const own = fileURLToPath(import.meta.url);
  const extension = own.endsWith('.ts') ? '.suite.ts' : '.suite.js';
  const root = dirname(dirname(dirname(own)));
  for (const file of suiteFiles(join(root, 'suites'), extension)) {
    const source = relative(root, file).replaceAll('\\', '/').replace(/\.js$/, '.ts');
    const [, area = OWN_AREA] = source.split('/');
    await declaring({ area, source }, () => import(pathToFileURL(file).href));
  }
}

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
  return ['.suite.ts', '.suite.mts', '.suite.js', '.suite.mjs'].flatMap((end) => suiteFiles(absolute, end)).sort();
}

function suiteFiles(folder: string, end: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.split(/[\\/]/).includes('node_modules'))
    .sort()
    .map((name) => join(folder, name));
}

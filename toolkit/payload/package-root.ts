// Where the package lies, from sources and from `dist/` alike: the folder whose package.json names this package.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'tsi-conformance';

let found: string | undefined;

/** The absolute path of the package's folder. Throws when this file was moved out of its package. */
export function packageRoot(): string {
  found ??= search(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function search(from: string): string {
  const manifest = join(from, 'package.json');
  if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown }).name === NAME) {
    return from;
  }
  const parent = dirname(from);
  if (parent === from) {
    throw new Error(
      `expected a package.json named ${NAME} above ${fileURLToPath(import.meta.url)}, found none; reinstall the package`,
    );
  }
  return search(parent);
}

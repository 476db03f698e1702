// Where the package lies, from sources, from `build/` and from `dist/` alike: the folder whose package.json names this package; and
// in which of them the modules lie that run.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'tsi-conformance';

let found: string | undefined;

/** The absolute path of the package's folder. Throws when this file was moved out of its package. */
export function packageRoot(): string {
  found ??= search(dirname(fileURLToPath(import.meta.url)));
  return found;
}

/** The folder in which the tree of the modules that run begins: `dist`, `build`, or the package itself where TypeScript runs. */
export function codeFolder(): string {
  const [first = ''] = relative(packageRoot(), fileURLToPath(import.meta.url)).split(sep);
  return first === 'dist' || first === 'build' ? join(packageRoot(), first) : packageRoot();
}

/** How files of modules end there. */
export function codeExtension(): 'js' | 'ts' {
  return import.meta.url.endsWith('.ts') ? 'ts' : 'js';
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

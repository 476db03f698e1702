// Imports the checks of clients, every `*.client` module of the folders beside this one. In the bundle another module stands in the place
// of this one, which imports them all by name (`toolkit/cli/bundle/bundle.mjs`).
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeExtension, codeFolder } from '../../../toolkit/base/package-root.js';
import { filesBelow } from '../../runner/files-below.js';

/** `begin` is told where each file lies before it is imported. */
export async function importClientChecks(
  begin: (place: { readonly area: string; readonly source: string }) => void,
): Promise<void> {
  const root = codeFolder();
  for (const file of filesBelow(join(root, 'suites', 'clients'), `.client.${codeExtension()}`)) {
    const source = relative(root, file).replaceAll('\\', '/').replace(/\.js$/, '.ts');
    const [, , area = 'own'] = source.split('/');
    begin({ area, source });
    await import(pathToFileURL(file).href);
  }
}

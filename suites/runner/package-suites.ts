// Imports the suites of the package, found in their folders; the area of each is its folder in `suites`, however deep in it the file
// lies. In the bundle another module stands in the place of this one, which imports them all as one (`toolkit/cli/bundle/bundle.mjs`).
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeExtension, codeFolder } from '../../toolkit/base/package-root.js';
import { filesBelow } from './files-below.js';
import { declaring, OWN_AREA } from './registry.js';

export async function importPackageSuites(): Promise<void> {
  const root = codeFolder();
  for (const file of filesBelow(join(root, 'suites'), `.suite.${codeExtension()}`)) {
    const source = relative(root, file).replaceAll('\\', '/').replace(/\.js$/, '.ts');
    const [, area = OWN_AREA] = source.split('/');
    await declaring({ area, source }, () => import(pathToFileURL(file).href));
  }
}

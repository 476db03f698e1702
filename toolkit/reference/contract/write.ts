// Writes the contract documents into the package: `node build/toolkit/reference/contract/write.js` at the end of a build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { contractDocuments } from './documents.js';

const folder = join(packageRoot(), 'dist', 'contract');
mkdirSync(folder, { recursive: true });
for (const [path, text] of contractDocuments('default')) {
  writeFileSync(join(folder, path), `${text()}\n`);
}

// Writes every derived file of the tree: `npm run generate`, after a change of what it follows from.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { derivedFiles } from './derived-files.js';

for (const { path, text } of await derivedFiles()) writeFileSync(join(packageRoot(), path), text);

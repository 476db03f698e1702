// Writes the table of all checks into the build, from the suites as single modules, whose source maps know every
// line. Run by `npm run build`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS_TABLE, checksTable } from '../../../suites/runner/declared-checks.js';
import { loadSuites } from '../../../suites/runner/suite-files.js';
import { packageRoot } from '../../base/package-root.js';

await loadSuites();
mkdirSync(join(packageRoot(), 'dist', 'suites'), { recursive: true });
writeFileSync(join(packageRoot(), 'dist', CHECKS_TABLE), checksTable());

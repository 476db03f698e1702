// What the workflow that publishes runs first: `check-release.js v1.2.3` ends with 1 where something is missing.
import { packageRoot } from '../../base/package-root.js';
import { missingFor } from './releasable.js';

const { GITHUB_REPOSITORY: repository } = process.env;
const missing = missingFor({
  root: packageRoot(),
  tag: process.argv[2] ?? '',
  ...(repository === undefined ? {} : { repository }),
});
for (const one of missing) process.stderr.write(`not to be released: ${one} (CONTRIBUTING.md, Releases)\n`);
process.exitCode = missing.length === 0 ? 0 : 1;

// The line of the README that a whole fault matrix writes names as many faults and checks as there are. That each of them is proven,
// `matrix.whole.test.ts` shows; a stale line is told before that has run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { registeredChecks } from '../../../suites/runner/registry.js';
import { loadSuites } from '../../../suites/runner/suite-files.js';
import { packageRoot } from '../../base/package-root.js';
import { FAULTS } from '../../reference/faults/index.js';

it('is of the faults and checks that there are', async () => {
  await loadSuites();
  const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
  const [stated] = /^\*\*.* faults killed .*\*\*$/m.exec(readme) ?? [];
  const [faults, checks] = [FAULTS.length, registeredChecks().size];
  // A fault that shows in a race may survive the one run that the line is of.
  expect(
    stated,
    'stale: npm run build && node dist/toolkit/cli/main.js matrix --kills toolkit/cli/matrix/kills.txt --badge README.md',
  ).toMatch(
    new RegExp(
      `^\\*\\*\\d+ of ${faults} faults killed by a check .*; \\d+ of ${checks} checks kill at least one fault\\.\\*\\*$`,
    ),
  );
});

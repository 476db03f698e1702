import { expect, it } from 'vitest';
import { programOf } from './program.js';

it.each([
  ['/work/app/node_modules/.bin/tsi', '/work/app/sub', 'npx tsi'],
  ['/root/.npm/_npx/ab12/node_modules/.bin/tsi', '/work/app', 'npx -p tsi-conformance tsi'],
  ['/usr/local/bin/tsi', '/work/app', 'tsi'],
  ['/opt/tools/tsi', '/work/app', '/opt/tools/tsi'],
  ['/work/app/dist/toolkit/cli/main.js', '/work/app', 'node dist/toolkit/cli/main.js'],
  ['/work/my app/main.js', '/work', "node 'my app/main.js'"],
])('of %s in %s is %s', (script, cwd, program) => {
  expect(programOf({ script, cwd, env: { PATH: '/usr/local/bin:/usr/bin' } })).toBe(program);
});

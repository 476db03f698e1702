import { expect, it } from 'vitest';
import { programOf } from './invocation.js';

it.each([
  ['/home/ann/app/node_modules/.bin/tsi', '/home/ann/app/sub', 'npx tsi'],
  ['/home/ann/.npm/_npx/ab12/node_modules/.bin/tsi', '/home/ann/app', 'npx -p tsi-conformance tsi'],
  ['/usr/local/bin/tsi', '/home/ann/app', 'tsi'],
  ['/opt/tools/tsi', '/home/ann/app', '/opt/tools/tsi'],
  ['/home/ann/app/dist/toolkit/cli/main.js', '/home/ann/app', 'node dist/toolkit/cli/main.js'],
  ['/home/ann/my app/main.js', '/home/ann', "node 'my app/main.js'"],
])('of %s in %s is %s', (script, cwd, program) => {
  expect(programOf({ script, cwd, env: { PATH: '/usr/local/bin:/usr/bin' } })).toBe(program);
});

it.each([
  [{}, 'tsi'],
  [{ npm_command: 'exec' }, 'npx tsi'],
])('of what is installed in the project and on the path is, under %j, %s', (npm, program) => {
  const env = { PATH: '/home/ann/app/node_modules/.bin:/usr/bin', ...npm };
  expect(programOf({ script: '/home/ann/app/node_modules/.bin/tsi', cwd: '/home/ann/app', env })).toBe(program);
});

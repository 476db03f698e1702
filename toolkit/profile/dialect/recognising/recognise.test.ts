// The dialect read backwards: requests and commands, as the suite writes them and as strangers do.
import { join } from 'node:path';
import { describe } from 'vitest';
import { packageRoot } from '../../../base/package-root.js';
import { loadProfile } from '../../loading/load.js';
import { dialectOf } from '../../trials/trials.test.aid.js';
import { compileDialect } from '../compile.js';
import { type Dialect, UNSTATED_REQUESTS } from '../dialect.js';
import { fillDialect } from '../fill.js';
import { loadDialect } from '../load-dialect.js';
import { readsBack } from './reads-back.test.aid.js';

const BASE = 'http://127.0.0.1:8080';
const SPEC = fillDialect({ requests: Object.fromEntries(UNSTATED_REQUESTS.map((name) => [name, {}])) });

/** Profiles of this tree beside the trials. */
async function stated(path: string): Promise<Dialect> {
  const key = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
  const env = new Proxy({}, { get: () => key, has: () => true });
  return loadDialect(await loadProfile(join(packageRoot(), 'toolkit/profile', path), { env }));
}

const DIALECTS: readonly (readonly [string, Dialect])[] = [
  ['default', compileDialect(SPEC, BASE)],
  ['odd', await stated('dialect/odd-spellings.yaml')],
  ['example', await stated('example-profile.yaml')],
  ['default below a path', compileDialect(SPEC, `${BASE}/a/b`, 'ws://127.0.0.1:8080/c')],
  ...(['compact', 'nested', 'envelope'] as const).map((trial) => [trial, dialectOf(trial)] as const),
];

describe.each(DIALECTS)('the %s dialect, backwards', (_name, dialect) => {
  readsBack(dialect);
});

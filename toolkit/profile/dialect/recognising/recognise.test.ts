// The dialect read backwards: requests and commands, as the suite writes them and as strangers do.
import { describe } from 'vitest';
import { dialectOf } from '../../trials/trials.test.aid.js';
import { compileDialect } from '../compile.js';
import { type Dialect, UNSTATED_REQUESTS } from '../dialect.js';
import { fillDialect } from '../fill.js';
import { readsBack } from './reads-back.test.aid.js';

const BASE = 'http://127.0.0.1:8080';
const SPEC = fillDialect({ requests: Object.fromEntries(UNSTATED_REQUESTS.map((name) => [name, {}])) });

const DIALECTS: readonly (readonly [string, Dialect])[] = [
  ['default', compileDialect(SPEC, BASE)],
  ['default below a path', compileDialect(SPEC, `${BASE}/a/b`, 'ws://127.0.0.1:8080/c')],
  ...(['compact', 'nested', 'envelope'] as const).map((trial) => [trial, dialectOf(trial)] as const),
];

describe.each(DIALECTS)('the %s dialect, backwards', (_name, dialect) => {
  readsBack(dialect);
});

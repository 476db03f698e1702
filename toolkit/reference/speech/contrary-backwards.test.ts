// The contrary dialect read backwards (`toolkit/profile/dialect/recognising`).
import { describe } from 'vitest';
import { compileDialect } from '../../profile/dialect/compile.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import { readsBack } from '../../profile/dialect/recognising/reads-back.test.aid.js';
import { CONTRARY_DIALECT } from './contrary-dialect.js';

describe('the contrary dialect, backwards', () => {
  readsBack(compileDialect(fillDialect(CONTRARY_DIALECT), 'http://127.0.0.1:8080'));
});

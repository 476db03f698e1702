import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../base/package-root.js';
import { createAjv, readSchema } from '../payload/ajv.js';
import { EMPTY_BODY_HASH } from '../signing/payload.js';
import { SLIPS } from '../signing/slips/slips.js';
import { ask } from './ask.js';
import { judge } from './judge.js';
import { loadTests, readObservations, readVectorFile, VECTOR_FILES, vectorPath } from './load.js';
import { implementSigner } from './signer.js';
import { WRONG_READERS } from './wrong-readers/index.js';
import { WRONG_SIGNERS } from './wrong-signers.js';

const tests = loadTests();
const killers = new Map<string, string[]>();
for (const { test } of tests) {
  for (const id of test.kills) {
    killers.set(id, [...(killers.get(id) ?? []), test.tcId]);
  }
}

/** Who fails the first test of a group is named there alone, and fails others of it as well. */
const countOf = (id: string): number =>
  (killers.get(id) ?? []).reduce((sum, tcId) => sum + (FIRST.has(tcId) ? 2 : 1), 0);
const FIRST = new Set(
  VECTOR_FILES.flatMap((name) => readVectorFile(name).testGroups.map(({ tests: [first] }) => first?.tcId)),
);
/** There is only one empty text. */
const ONE_TEXT = 'refuses-empty-text';

describe('the committed files', () => {
  it('are those that the checker knows', () => {
    const names = readdirSync(join(packageRoot(), 'vectors')).filter((name) => name.endsWith('.json'));
    expect(names.sort()).toEqual([...VECTOR_FILES, 'observations'].map((name) => `${name}.json`).sort());
  });

  it.each([...VECTOR_FILES, 'observations'])('%s.json satisfies its schema', (name) => {
    const ajv = createAjv({ all: true });
    ajv.addSchema(readSchema('vectors/schemas/common.schema.json'), 'common.schema.json');
    const validate = ajv.compile(readSchema(`vectors/schemas/${name}.schema.json`));
    const content: unknown = JSON.parse(readFileSync(vectorPath(name), 'utf8'));
    expect(validate(content), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });

  it('hold at least 400 tests, with ids of their own', () => {
    const ids = [...tests.map(({ test }) => test.tcId), ...readObservations().observations.map(({ tcId }) => tcId)];
    expect(tests.length).toBeGreaterThanOrEqual(400);
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of VECTOR_FILES) {
      expect(readVectorFile(name).numberOfTests).toBe(tests.filter(({ file }) => file === name).length);
    }
  });

  it('explain every flag by a note, and have no note without a test', () => {
    for (const name of VECTOR_FILES) {
      const used = tests.filter(({ file }) => file === name).flatMap(({ test }) => test.flags);
      expect(new Set(Object.keys(readVectorFile(name).notes)), name).toEqual(new Set(used));
    }
  });

  it('agree with the constant that the interface prints for the empty body', () => {
    const empty = tests.find(({ test }) => test.tcId === 'hash-body/empty');
    expect(empty?.test.expected['bodyHash']).toBe(EMPTY_BODY_HASH);
  });
});

describe('the wrong implementations', () => {
  it('are at least 80 signers, each with a cause and an id of its own', () => {
    const ids = [...WRONG_SIGNERS, ...WRONG_READERS].map(({ id }) => id);
    expect(WRONG_SIGNERS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(WRONG_SIGNERS)('$id is found by a test, at the stage of its cause: $cause', (wrong) => {
    const found = tests.filter(({ test }) => test.kills.includes(wrong.id));
    const implementation = implementSigner(wrong.change);
    const stages = found.map(({ operation, context, test }) => {
      const defect = judge(operation, context, test, ask(implementation, operation, test.input, context));
      return defect?.stage;
    });
    expect(stages).toContain(SLIPS[wrong.cause].stage);
  });

  it.each(WRONG_SIGNERS)('$id hangs on more than one test', ({ id }) => {
    expect(countOf(id)).toBeGreaterThan(1);
  });

  it.each(WRONG_READERS)('$id is found by more than one test', ({ id }) => {
    expect(countOf(id)).toBeGreaterThan(id === ONE_TEXT ? 0 : 1);
  });

  it('differ from the right one only in what is not left open: the table of slips is the one policy', () => {
    for (const { test } of tests) expect(test.cause !== undefined && SLIPS[test.cause].isOpen, test.tcId).toBe(false);
    for (const { cause, stated, advised, tcId } of readObservations().observations) {
      expect(advised === undefined, tcId).toBe(cause === undefined && stated === undefined);
    }
  });

  it('are named by every test of an invalid input', () => {
    const silent = tests.filter(({ test }) => test.result === 'invalid' && test.kills.length === 0);
    expect(silent.map(({ test }) => test.tcId)).toEqual([]);
  });
});

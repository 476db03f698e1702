import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNative, checkVectors } from '../check.js';
import { VECTOR_FILES } from '../load.js';
import { ADAPTERS, ADAPTERS_FOLDER, isPresent } from './adapters.test.aid.js';

/** Fewer files where every question starts several programs. */
const ONE_SHOT_GROUPS = ['sign-payload', 'sign-request', 'ed25519'];

const absent = ADAPTERS.filter((adapter) => !isPresent(adapter)).map(({ file }) => file);
if (absent.length > 0) {
  process.stderr.write(`vectors/adapters: not tried here, since the runtime is not installed: ${absent.join(', ')}\n`);
}

describe('the adapters', () => {
  it('are all tried here', () => {
    const files = readdirSync(ADAPTERS_FOLDER, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(ADAPTERS.map(({ file }) => file).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  });

  it.each(ADAPTERS)('$file has at most 120 lines', ({ file }) => {
    expect(readFileSync(join(ADAPTERS_FOLDER, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  for (const adapter of ADAPTERS) {
    const present = !absent.includes(adapter.file);
    const name = present
      ? `${adapter.file} answers every question rightly`
      : `${adapter.file}: its runtime is not installed here`;
    it.runIf(present)(
      name,
      async () => {
        const { oneShot = false } = adapter;
        const groups = oneShot ? ONE_SHOT_GROUPS : VECTOR_FILES;
        const report = await checkVectors({ exec: adapter.command(), oneShot, groups, answerMs: 30_000 });
        expect(report.outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped')).toEqual([]);
        expect(report).toMatchObject({ passed: true, junkLines: 0, restarts: 0, notes: [] });
        expect(report.counts.skipped).toBe(oneShot ? 4 : 0);
        expect(report.operations).toContain('sign-request');
      },
      120_000,
    );
  }
});

describe('this project itself', () => {
  it('passes every test and answers every observation', () => {
    const report = checkNative();
    expect(report.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(report.observations.length).toBeGreaterThan(20);
    expect(report.notApplicable).toEqual([]);
  });
});

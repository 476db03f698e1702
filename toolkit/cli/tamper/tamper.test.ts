import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNSEEN_BY_A_WITNESS, type UnseenByAWitness } from '../../../reports/certificate/limits.js';
import { packageRoot } from '../../base/package-root.js';
import { Workshop } from './workshop.js';

/** All of them are `npm run tamper`. */
const EVERY = 80;
const root = mkdtempSync(join(tmpdir(), 'tsi-tampered-'));
let workshop: Workshop;
beforeAll(async () => {
  // That the report is sound before, it proves itself.
  workshop = await Workshop.open(root);
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** White space is the writer's. */
const README = readFileSync(join(packageRoot(), 'reports/certificate/README.md'), 'utf8').replace(/\s+/g, ' ');

describe('a tampered report', () => {
  it('is tried in at least 500 ways that need no key, each called by a name of its own', () => {
    const names = workshop.table.map(({ family, what }) => `${family} ${what}`);
    expect(names.length).toBeGreaterThanOrEqual(500);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is forged by the holder of its key in at least 60 ways, of which the README names what no witness sees', () => {
    expect(workshop.table.filter(({ family }) => family === 'holder').length).toBeGreaterThanOrEqual(60);
    expect(Object.values(UNSEEN_BY_A_WITNESS).filter((words) => !README.includes(words))).toEqual([]);
    const tried = new Set(workshop.table.map(({ holder }) => holder));
    expect(Object.keys(UNSEEN_BY_A_WITNESS).filter((key) => !tried.has(key as UnseenByAWitness))).toEqual([]);
  });

  it('is neither signed nor verified', async () => {
    const through: string[] = [];
    for (const tampering of workshop.table.filter((_, index) => index % EVERY === 0)) {
      const { caught, named } = await workshop.try(tampering);
      if (caught === undefined && named === undefined) through.push(`${tampering.family}: ${tampering.what}`);
    }
    expect(through).toEqual([]);
  }, 300_000);
});

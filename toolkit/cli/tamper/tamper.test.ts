import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a tampered report', () => {
  it('is tried in at least 500 ways that need no key, each called by a name of its own', () => {
    const names = workshop.table.map(({ family, what }) => `${family} ${what}`);
    expect(names.length).toBeGreaterThanOrEqual(500);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is neither signed nor verified', async () => {
    const through: string[] = [];
    for (const tampering of workshop.table.filter((_, index) => index % EVERY === 0)) {
      const { caught } = await workshop.try(tampering);
      if (caught === undefined) through.push(`${tampering.family}: ${tampering.what}`);
    }
    expect(through).toEqual([]);
  }, 300_000);
});

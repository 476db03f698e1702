// A sample of the table of hostilities, some of each dimension; `npm run hostile` tries all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CHECK_KINDS } from '../../../suites/runner/check.js';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { isSelected } from '../../../suites/runner/plan/selection.js';
import { FEW_CHECKS, FEW_ON_STREAMS } from './few-checks.js';
import { HOSTILITIES } from './hostilities.js';
import { runHostile } from './run-hostile.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-hostile-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SAMPLE = [
  'http-chunk-size-nonsense',
  'websocket-handshake-garbage-glued',
  'websocket-frames-in-list',
  'tls-self-signed',
  'values-default-in-code',
  'floods-stream-empty-texts',
  'deaths-after-8',
];
/** Few checks, of every way to talk to a target. */
const SELECTION = ['configuration', 'ticks', 'instruments', 'journal', 'positions'];

it('holds more than three hundred, each with an id of its own', () => {
  expect(HOSTILITIES.length).toBeGreaterThan(300);
  expect(new Set(HOSTILITIES.map(({ id }) => id)).size).toBe(HOSTILITIES.length);
});

it.each([
  ['any hostile place', FEW_CHECKS],
  ['hostile streams', FEW_ON_STREAMS],
])('meets %s by few checks, of every kind where requests are hostile', async (_place, selectors) => {
  const checks = [...(await declaredChecks()).values()].map((one) => ({ ...one, sections: [] }));
  const selected = (selector: string): boolean =>
    checks.some((one) => isSelected(one, { selectors: [selector], sections: [] }));
  expect(selectors.filter((one) => !selected(one))).toEqual([]);
  const taken = checks.filter((one) => isSelected(one, { selectors, sections: [] }));
  expect(taken.length).toBeLessThan(80);
  expect(taken.some(({ spec }) => (spec.needs?.control ?? []).length > 0)).toBe(true);
  const kinds = new Set(taken.map(({ spec }) => spec.kind));
  const expected = selectors === FEW_CHECKS ? CHECK_KINDS.filter((kind) => kind !== 'concurrent') : ['history'];
  expect([...kinds]).toEqual(expect.arrayContaining([...expected]));
});

/** Side by side and with short waits: most of what a run on these does is wait for what never comes. */
const PATIENCE = 0.3;

it.concurrent.each(HOSTILITIES.filter(({ id }) => SAMPLE.includes(id)).map((one) => [one.id, one] as const))(
  'keeps within its bounds on %s',
  { timeout: 250_000 },
  async (_id, hostility) => {
    const run = { folder, seed: 1, selection: SELECTION };
    let outcome = await runHostile(hostility, { ...run, patience: PATIENCE });
    // On a busy machine such short waits may end before anything is there.
    if (outcome.breaches.includes('nothing of it was met')) outcome = await runHostile(hostility, run);
    expect([outcome.breaches, outcome.output.slice(-2000)]).toEqual([[], outcome.output.slice(-2000)]);
  },
);

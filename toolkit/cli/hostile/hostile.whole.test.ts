// A sample of the table of hostilities, some of each dimension; `npm run hostile` tries all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { HOSTILITIES } from './hostilities.js';
import { runHostile } from './run-hostile.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-hostile-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SAMPLE = [
  'http-chunk-size-nonsense',
  'websocket-handshake-garbage-glued',
  'websocket-frames-in-list',
  'tls-self-signed',
  'values-default-of-object-code',
  'floods-stream-empty-texts',
  'deaths-after-8',
];
/** Few checks, of every way to talk to a target. */
const SELECTION = ['configuration', 'ticks', 'instruments', 'journal', 'positions'];

it('holds more than three hundred, each with an id of its own', () => {
  expect(HOSTILITIES.length).toBeGreaterThan(300);
  expect(new Set(HOSTILITIES.map(({ id }) => id)).size).toBe(HOSTILITIES.length);
});

/** Side by side and with short waits: most of what a run on these does is wait for what never comes. */
const PATIENCE = 0.3;

it.concurrent.each(HOSTILITIES.filter(({ id }) => SAMPLE.includes(id)).map((one) => [one.id, one] as const))(
  'keeps within its bounds on %s',
  { timeout: 250_000 },
  async (_id, hostility) => {
    const outcome = await runHostile(hostility, { folder, seed: 1, selection: SELECTION, patience: PATIENCE });
    expect([outcome.breaches, outcome.output.slice(-2000)]).toEqual([[], outcome.output.slice(-2000)]);
  },
);

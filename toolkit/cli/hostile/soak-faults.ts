// `npm run soak:faults`: a soak for each of twenty faults that show once in 200 times, which ends with its first finding. Prints how long
// each took to be found and by which statement: what shows once may break another one first, as a result does that changes back. Exit
// code 1 where one was not found in its time.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { faultById } from '../../reference/faults/index.js';
import type { SoakDocument } from '../soak/soak-document.js';

/** What can go wrong once in a while in an operation, its answer, its event, its status, its snapshot, its history or its price. */
const FAULTS = [
  'ack-without-key',
  'conflict-unnoticed',
  'operation-id-repeated',
  'idempotency-reexecute',
  'status-rejected-for-orders',
  'status-without-key',
  'event-missing-for-placements',
  'event-missing-for-cancellations',
  'event-missing-for-rejections',
  'event-without-key',
  'error-code-missing-in-events',
  'placement-event-without-account-state',
  'close-event-without-deal',
  'market-order-of-double-volume',
  'partial-close-volume-unchanged',
  'snapshot-without-the-newest-order',
  'snapshot-stale',
  'frame-lost',
  'cursor-loses-a-row',
  'result-lost-for-openings',
];
/** The whole report of a soak, as JSON. */
const MOST_BYTES = 64 * 1024 * 1024;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    for: { type: 'string', default: '10m' },
    'one-in': { type: 'string', default: '200' },
    at: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'tsi-soak-faults-'));
const cli = fileURLToPath(new URL('../main.js', import.meta.url));
const left = (positionals.length > 0 ? positionals : FAULTS).map((id) => `${id}-once-in-${options['one-in']}`);
const all = left.length;
let missed = 0;
await Promise.all(Array.from({ length: Number(options.at) }, tryAll));
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${all - missed} of ${all} faults found, seed ${options.seed}\n`);
process.exitCode = missed === 0 ? 0 : 1;

async function tryAll(): Promise<void> {
  for (let id = left.shift(); id !== undefined; id = left.shift()) await tryOne(id);
}

async function tryOne(id: string): Promise<void> {
  const words = ['soak', '--for', options.for, '--seed', options.seed, '--fault', id, '--bail', '--json'];
  const args = [cli, ...words, '--out', join(folder, id)];
  // A finding is an exit code, and a finding is what is wanted.
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: MOST_BYTES }).catch(
    (error: { readonly stdout: string }) => error,
  );
  const { findings, durationMs, figures } = JSON.parse(stdout) as SoakDocument; // its own
  const due: readonly string[] = faultById(id).requirements;
  const told = findings.filter(({ level }) => level === 'must').map(({ requirement }) => requirement);
  if (told.length === 0) missed += 1;
  const isDue = told.some((requirement) => due.includes(requirement));
  const verdict = isDue ? 'found' : told.length === 0 ? 'NOT FOUND' : 'found by another statement';
  process.stdout.write(
    `${id}: ${verdict} after ${Math.round(durationMs / 1000)} s and ${figures['operations']} operations: ${told.join(', ')}\n`,
  );
}

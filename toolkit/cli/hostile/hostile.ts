// `npm run hostile -- [options] [PATTERN...]`: the suite on every hostile target, with time, memory and outcome of each; exit code 1 when
// one of them breaks its bounds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FEW_CHECKS } from './few-checks.js';
import { HOSTILITIES } from './hostilities.js';
import { type HostileOutcome, runHostile } from './run-hostile.js';
import { sliceOf } from './slice.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    at: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string' },
    slice: { type: 'string' },
    out: { type: 'string' },
    select: { type: 'string', multiple: true, default: [] },
    whole: { type: 'boolean', default: false },
  },
});

const seed = Number(options.seed);
/** A whole id is that one alone, though others begin with it. */
const fits = (id: string, pattern: string): boolean =>
  id === pattern || (id.includes(pattern) && !HOSTILITIES.some((one) => one.id === pattern));
const chosen = HOSTILITIES.filter(
  ({ id }) => positionals.length === 0 || positionals.some((pattern) => fits(id, pattern)),
);
const sampled = sliceOf(options.sample === undefined ? chosen : everyNth(Number(options.sample)), options.slice);
if (options.list) {
  for (const { id, summary } of sampled) process.stdout.write(`${id.padEnd(50)} ${summary}\n`);
  process.stdout.write(`${sampled.length} hostilities\n`);
} else {
  const outcomes = await runAll();
  const broken = outcomes.filter(({ breaches }) => breaches.length > 0);
  process.stdout.write(
    `${outcomes.length} hostile targets, ${outcomes.length - broken.length} within bounds, ${broken.length} not\n`,
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
}

async function runAll(): Promise<readonly HostileOutcome[]> {
  const folder = options.out ?? mkdtempSync(join(tmpdir(), 'tsi-hostile-'));
  mkdirSync(folder, { recursive: true });
  const left = [...sampled];
  const outcomes: HostileOutcome[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const own = options.select.length > 0 ? options.select : (next.selection ?? FEW_CHECKS);
      const run = { folder, seed, selection: options.whole ? [] : own, ...(options.whole && { words: [] }) };
      const outcome = await runHostile(next, run);
      outcomes.push(outcome);
      process.stdout.write(lineOf(outcome));
      if (outcome.breaches.length > 0) writeFileSync(join(folder, `${outcome.id}.txt`), outcome.output);
      else rmSync(join(folder, outcome.id), { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Number(options.at) }, work));
  writeFileSync(
    join(folder, 'hostile.json'),
    `${JSON.stringify({ outcomes: outcomes.map(({ output: _, ...rest }) => rest) }, null, 2)}\n`,
  );
  return outcomes;
}

function lineOf({ id, exitCode, ms, megabytes, verdicts, breaches }: HostileOutcome): string {
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  const end = breaches.length === 0 ? '' : `  BREACH: ${breaches.join('; ')}`;
  return `${id.padEnd(50)} exit ${exitCode ?? '-'} ${(ms / 1000).toFixed(1).padStart(6)} s ${String(megabytes).padStart(5)} MB  ${counts.join(', ')}${end}\n`;
}

function everyNth(size: number): typeof HOSTILITIES {
  const step = Math.max(1, chosen.length / size);
  return chosen.filter((_one, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

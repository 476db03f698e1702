// `npm run soak -- --runs N`: full honest runs one after the other, each with a seed of its own, while other threads keep the processors
// busy and answers come late, now these and now those first. Prints every check whose verdict is not the same in all of them; exit code 1
// where there is one.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Hostility } from './hostility.js';
import { runHostile } from './run-hostile.js';
import { STRESS, startStress } from './stress.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'delay-ms': { type: 'string', default: '60' },
    stress: { type: 'string', default: String(STRESS) },
    effort: { type: 'string', default: 'quick' },
  },
});

/** A loaded machine takes its time, and that is no verdict. */
const WITHIN_MS = 3_600_000;
const MOST_DELAY_MS = Number(options['delay-ms']);

/** Answers come after a while that differs from one to the next, so that connections overtake each other. */
function late(id: string, dialect: 'default' | 'contrary', seed: number): Hostility {
  let state = seed + 1;
  const delay = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % (MOST_DELAY_MS + 1);
  };
  return { id, dimension: 'http', summary: 'an honest service, late', dialect, delay };
}

const folder = mkdtempSync(join(tmpdir(), 'tsi-soak-runs-'));
const endStress = startStress(Number(options.stress));
const seen = new Map<string, Map<string, number[]>>();
let odd = 0;
for (let run = 0; run < Number(options.runs); run += 1) {
  const seed = Number(options.seed) + run;
  const dialect = run % 2 === 0 ? 'default' : 'contrary';
  const hostility = late(`run-${run}`, dialect, seed);
  const words = ['--effort', options.effort];
  const outcome = await runHostile(hostility, {
    folder,
    seed,
    selection: positionals,
    words,
    patience: 8,
    withinMs: WITHIN_MS,
  });
  note(join(folder, hostility.id, 'report', 'results.json'), dialect, seed);
  if (outcome.exitCode !== 0) odd += 1;
  const counts = Object.entries(outcome.verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  process.stdout.write(
    `run ${run + 1}: ${dialect}, seed ${seed}, exit ${outcome.exitCode}, ${outcome.ms} ms, ${outcome.megabytes} MB: ${counts.join(', ')}\n`,
  );
  rmSync(join(folder, hostility.id), { recursive: true, force: true });
}
await endStress();
rmSync(folder, { recursive: true, force: true });
const changed = [...seen].filter(([, verdicts]) => verdicts.size > 1);
for (const [check, verdicts] of changed) {
  const said = [...verdicts].map(([verdict, seeds]) => `${verdict} with seed ${seeds.join(', ')}`);
  process.stdout.write(`${check}: ${said.join('; ')}\n`);
}
process.stdout.write(`${options.runs} runs, ${odd} not conformant, ${changed.length} verdicts changed\n`);
process.exitCode = changed.length === 0 && odd === 0 ? 0 : 1;

function note(file: string, dialect: string, seed: number): void {
  if (!existsSync(file)) {
    process.stdout.write(`  no results of ${dialect}, seed ${seed}\n`);
    return;
  }
  // Written by the suite, in its own schema.
  const { checks } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly checks: readonly { readonly id: string; readonly verdict: string }[];
  };
  for (const { id, verdict } of checks) {
    const name = `${id} (${dialect})`;
    const verdicts = seen.get(name) ?? new Map<string, number[]>();
    seen.set(name, verdicts);
    // At once: whoever stops a long soak knows what it found until then.
    const isChanged = verdicts.size > 0 && !verdicts.has(verdict);
    const isOpen = !['pass', 'left-out', 'not-applicable'].includes(verdict);
    if (isChanged || isOpen) process.stdout.write(`  ${id}: ${verdict}\n`);
    verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), seed]);
  }
}

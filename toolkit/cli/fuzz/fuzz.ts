// `npm run fuzz -- [--seconds N] [--seed N] [READER...]`: the readers of what strangers send, given whatever comes, for so long; exit code
// 1 with the smallest case when one fails. The seed repeats it.
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { READERS, type Reader } from './readers.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});

/** Of one seed; time is looked at in between. */
const RUNS = 200;
const chosen = READERS.filter(({ name }) => positionals.length === 0 || positionals.some((one) => name.includes(one)));
const shareMs = (Number(options.seconds) * 1000) / Math.max(1, chosen.length);
let failed = chosen.length === 0;
for (const reader of chosen) failed = !(await survives(reader)) || failed;
process.exitCode = failed ? 1 : 0;

async function survives({ name, property }: Reader): Promise<boolean> {
  const startedMs = performance.now();
  const given = await property();
  let runs = 0;
  for (let seed = Number(options.seed); performance.now() - startedMs < shareMs; seed += 1) {
    const found = await fc.check(given, { seed, numRuns: RUNS });
    runs += found.numRuns;
    if (!found.failed) continue;
    const reason =
      found.errorInstance instanceof Error
        ? (found.errorInstance.stack ?? found.errorInstance.message)
        : String(found.errorInstance);
    process.stdout.write(
      `${name.padEnd(18)} FAILED with seed ${seed}: ${fc.stringify(found.counterexample)}\n${reason}\n`,
    );
    return false;
  }
  process.stdout.write(
    `${name.padEnd(18)} ${String(runs).padStart(7)} cases in ${((performance.now() - startedMs) / 1000).toFixed(1)} s, from seed ${options.seed}\n`,
  );
  return true;
}

// `npm run tamper -- [--every N] [--slice I/N] [--list] [PATTERN...]`: every tampering with a report that needs no key, tried, with the
// link at which it breaks; exit code 1 when one gets through.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { sliceOf } from '../hostile/slice.js';
import { Workshop } from './workshop.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    slice: { type: 'string' },
  },
});

const root = mkdtempSync(join(tmpdir(), 'tsi-tamper-'));
try {
  const workshop = await Workshop.open(root);
  const every = Number(options.every);
  const fitting = workshop.table
    .filter(
      ({ family, what }) => positionals.length === 0 || positionals.some((one) => `${family} ${what}`.includes(one)),
    )
    .filter((_, index) => index % every === 0);
  const chosen = sliceOf(fitting, options.slice);
  let through = 0;
  for (const tampering of chosen) {
    const name = `${tampering.family.padEnd(12)} ${forLogLine(tampering.what, 110).padEnd(80)}`;
    if (options.list) {
      process.stdout.write(`${name}\n`);
      continue;
    }
    const { caught, ms } = await workshop.try(tampering);
    if (caught === undefined) through += 1;
    process.stdout.write(`${name} ${String(ms).padStart(5)} ms  ${forLogLine(caught ?? 'GOT THROUGH', 160)}\n`);
  }
  const end = options.list ? '' : `, ${chosen.length - through} caught, ${through} got through`;
  process.stdout.write(`${chosen.length} tamperings of ${workshop.table.length}${end}\n`);
  process.exitCode = through === 0 ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}

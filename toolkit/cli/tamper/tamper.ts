// `npm run tamper -- [--every N] [--slice I/N] [--list] [PATTERN...]`: every tampering with a report, tried, with the link at which it
// breaks, at the witness say; what only the holder of the key can do and no witness sees, with its name in the README of the certificate.
// Exit code 1 when one gets through, or the README lacks a name.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { packageRoot } from '../../base/package-root.js';
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
  const readme = readFileSync(join(packageRoot(), 'reports/certificate/README.md'), 'utf8').replace(/\s+/g, ' ');
  let [through, witnessed, named] = [0, 0, 0];
  for (const tampering of chosen) {
    const name = `${tampering.family.padEnd(12)} ${forLogLine(tampering.what, 110).padEnd(80)}`;
    if (options.list) {
      process.stdout.write(`${name}\n`);
      continue;
    }
    const tried = await workshop.try(tampering);
    const { caught, ms } = tried;
    const isNamed = caught === undefined && tried.named !== undefined && readme.includes(tried.named);
    if (isNamed) named += 1;
    else if (caught === undefined) through += 1;
    else if (caught.startsWith('witness:')) witnessed += 1;
    const said = caught ?? (isNamed ? `named in the README: ${tried.named}` : 'GOT THROUGH');
    process.stdout.write(`${name} ${String(ms).padStart(5)} ms  ${forLogLine(said, 160)}\n`);
  }
  const caught = chosen.length - through - named;
  const end = options.list
    ? ''
    : `: ${caught} caught, ${witnessed} of them by the witness alone; ${named} named in the README; ${through} got through`;
  process.stdout.write(`${chosen.length} tamperings of ${workshop.table.length}${end}\n`);
  process.exitCode = through === 0 ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}

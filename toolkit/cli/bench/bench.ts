// `npm run bench`: tables of figures beside their peers, then the programs that hold a ratio or a time. Exits 1 when one of them misses it.
// Arguments are names of tables, which then stand alone, and `--json FILE` for a document besides.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Comparison, tableOf } from './comparison.js';
import { decimals } from './decimals.js';
import { growth } from './growth.js';
import { type ProgramReport, programs } from './programs.js';
import { schemas } from './schemas.js';
import { signing } from './signing.js';

const TABLES: Readonly<Record<string, () => Promise<readonly Comparison[]>>> = { signing, decimals, schemas, growth };

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
const unknown = positionals.find((name) => !Object.hasOwn(TABLES, name));
if (unknown !== undefined) {
  process.stderr.write(`expected names of ${Object.keys(TABLES).join(', ')}, got ${unknown}\n`);
  process.exit(2);
}

const comparisons: Comparison[] = [];
for (const [name, measure] of Object.entries(TABLES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const one of await measure()) {
    comparisons.push(one);
    process.stdout.write(`${tableOf(one)}\n`);
  }
}

const reports: ProgramReport[] = [];
for (const one of positionals.length > 0 ? [] : programs()) {
  reports.push(one);
  process.stdout.write(
    `${one.program}${one.holds ? '' : ': MISSED'}\n${one.figures.map((line) => `  ${line}\n`).join('')}`,
  );
}
if (values.json !== undefined) {
  const document = { bench: 1, node: process.version, comparisons, programs: reports };
  writeFileSync(values.json, `${JSON.stringify(document, null, 2)}\n`);
}
process.exitCode = reports.every(({ holds }) => holds) ? 0 : 1;

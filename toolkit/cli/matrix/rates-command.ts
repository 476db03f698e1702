// `tsi matrix --seeds N` and `tsi matrix --triggered`: how often each fault dies, so that luck shows.
import { join, resolve } from 'node:path';
import { writeFileAtomic } from '../../../reports/render/atomic-write.js';
import { ratesHeadline, rateText, renderRatesMarkdown } from '../../../reports/render/fault-rates.js';
import { type FaultRates, fateOf } from '../../../reports/render/fault-rates-model.js';
import { type CommandIo, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { outFolder } from '../report/out-folder.js';
import { dialectOf, effortOf } from '../run/run-options.js';
import type { FaultFacts } from './kill-table.js';
import { runRates } from './run-rates.js';
import { showingProgress } from './show-progress.js';

const SEEDS = 10;
const FOLDER = 'fault-rates';

export async function measureRates(
  args: ParsedArgs,
  io: CommandIo,
  { faults, seed }: { readonly faults: readonly FaultFacts[]; readonly seed: string },
): Promise<ExitCode> {
  const folder = outFolder(resolve(io.cwd, args.text('out') ?? FOLDER));
  const rates = await runRates({
    faults,
    dialect: dialectOf(args),
    effort: effortOf(args),
    underHabits: args.on('under-habits'),
    namedOnly: args.on('named-only'),
    seeds: args.integer('seeds', 1) ?? SEEDS,
    seed,
    signal: io.signal,
    onProgress: showingProgress(io),
  });
  if (io.stderr.isTty) io.stderr.write('\n');
  await Promise.all([
    writeFileAtomic(join(folder, 'fault-rates.json'), `${JSON.stringify(rates, null, 2)}\n`),
    writeFileAtomic(join(folder, 'fault-rates.md'), renderRatesMarkdown(rates)),
  ]);
  if (args.on('json')) printJson(io, rates);
  const took = (rates.durationMs / 1000).toFixed(1);
  io.stderr.write(`${verdictText(rates)}\n  files   ${folder}\n  took    ${took} s, seed ${seed}\n`);
  return rates.faults.some((fault) => fateOf(fault) === 'survived') ? EXIT.notConformant : EXIT.conformant;
}

function verdictText(rates: FaultRates): string {
  const lines = [ratesHeadline(rates)];
  for (const fault of rates.faults.filter((one) => fateOf(one) !== 'always')) {
    const killers = fault.killedBy.slice(0, 2).join(', ');
    lines.push(`  ${fault.id}: ${rateText(fault)}${killers === '' ? '' : `, by ${killers}`}`);
  }
  const warned = rates.faults.filter(({ level, killedAt }) => level === 'must' && killedAt === 'should');
  for (const { id, killedBy } of warned) lines.push(`  ${id}: noticed only as a warning, by ${killedBy[0] ?? ''}`);
  return lines.join('\n');
}

// `tsi merge`: joins the reports of shards into one.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'merge',
  summary: 'join the reports of shards into one, and prove it complete',
  usage: ['merge DIR... --out DIR [options]'],
  about: [
    'Refuses shards of different seeds, suites, profiles or plans, missing and doubled ones; the checks together must be exactly ' +
      'those of the plan that every shard names. Exits as one run of everything would.',
  ],
  positionals: { least: 1, most: Number.POSITIVE_INFINITY },
  options: [
    { flag: 'out', short: 'o', value: 'DIR', summary: 'where the joined report goes (required)' },
    { flag: 'json', summary: 'print the results as one JSON document on stdout' },
    { flag: 'tree', summary: 'end with the requirements by section' },
  ],
  examples: [{ line: 'tsi merge shard-1 shard-2 shard-3 --out conformance-report', summary: 'after three CI jobs' }],
  leavesFiles: true,
  run: async (args, io) => (await import('../report/merge.js')).mergeReports(args, io),
};

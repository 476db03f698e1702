// `tsi soak`: long random load with disturbances, judged while it runs.
import type { Command } from '../command.js';
import { BASE_URL_OPTION, REFERENCE_OPTIONS, SHARD_OPTION } from '../run/run-options.js';

export const command: Command = {
  name: 'soak',
  summary: 'put a target under long random load, and judge everything that it says meanwhile',
  usage: ['soak --for TIME [options]'],
  about: [
    'Clients place, close, cancel, repeat, read, subscribe and come and go at random on several accounts, and where the profile binds ' +
      'control actions everything is disturbed. The history checkers judge while it runs. Memory does not grow with time.',
    'A finding is told once, with the shortest story that shows it: journal.ndjson holds these records and can be judged again. What ' +
      'happened at least once is listed as situations, and what did not, with what is missing for it.',
    'With --shard several machines soak one target, each with its share of the accounts in the pool; tsi merge joins their reports.',
    'Exit codes are those of tsi run; Ctrl-C ends the soak in order, with its report.',
  ],
  positionals: { least: 0, most: 0 },
  options: [
    { flag: 'for', value: 'TIME', summary: 'how long, such as 90s, 10m or 2h (60s)' },
    {
      flag: 'profile',
      short: 'p',
      value: 'FILE',
      summary: 'the target (the embedded reference service when left out)',
    },
    BASE_URL_OPTION,
    { flag: 'rate', value: 'N', summary: 'requests in a second at most' },
    { flag: 'clients', value: 'N', summary: 'clients of each account at once (4)' },
    { flag: 'accounts', value: 'N', summary: 'accounts at once (6)' },
    { flag: 'seed', value: 'TEXT', summary: 'make the random choices of an earlier soak again' },
    SHARD_OPTION,
    { flag: 'bail', summary: 'end with the first finding' },
    { flag: 'quiet', summary: 'no disturbances through control actions' },
    {
      flag: 'allow-trading-on',
      value: 'HOST',
      summary: 'trade on this host although its profile does not say environment: sandbox',
    },
    { flag: 'out', short: 'o', value: 'DIR', summary: 'where the report goes (soak-report)' },
    { flag: 'json', summary: 'print what the soak found as one JSON document on stdout' },
    ...REFERENCE_OPTIONS,
  ],
  examples: [
    { line: 'tsi soak --for 10m', summary: 'ten minutes of the embedded reference service' },
    { line: 'tsi soak --for 1h --profile target.yaml --rate 200', summary: 'an hour of another one, gently' },
    { line: 'tsi soak --for 60s --fault event-without-key-once-in-200 --bail', summary: 'see it find a rare fault' },
  ],
  leavesFiles: true,
  run: async (args, io) => (await import('../soak/soak-command.js')).soakCommand(args, io),
};

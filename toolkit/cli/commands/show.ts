// `tsi show`: evidence in the terminal.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'show',
  summary: 'show a check with the story of its last verdict, a requirement with its checks, or a record',
  usage: ['show CHECK|REQUIREMENT|RECORD... [DIR] [options]'],
  about: [
    'A check is shown with its statement, the file and line that declare it, and what the last run saw: the story in three sentences, ' +
      'then requests, events, times, and what decided it. A number is a record of the journal, shown with its decoded payload.',
  ],
  positionals: { least: 1, most: Number.POSITIVE_INFINITY },
  options: [
    {
      flag: 'report',
      value: 'DIR',
      summary: 'the report to look at, which may stand last as well (the latest in conformance-report and its parts)',
    },
    { flag: 'all', summary: 'show every step of a check, not only the thread that decided it' },
    { flag: 'curl', summary: 'print a line that signs the deciding request anew and sends it' },
  ],
  examples: [
    { line: 'tsi show auth.body-hash-matches/order-body-byte-changed', summary: 'why a check ended as it did' },
    { line: 'tsi show auth.body-hash-matches', summary: 'a statement, and the checks that judge it' },
    { line: 'tsi show 488', summary: 'a record of the journal' },
  ],
  run: async (args, io) => (await import('../show/show-command.js')).show(args, io),
};

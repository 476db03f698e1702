// `tsi run`: judges a target and leaves a report.
import type { Command } from '../command.js';
import { REFERENCE_OPTIONS, RUN_OPTIONS, SELECTION_OPTIONS, SELECTORS_HELP } from '../run/run-options.js';

export const command: Command = {
  name: 'run',
  summary: 'judge a target and leave a report',
  usage: ['run [selector...] [options]'],
  about: [
    'Without a profile the embedded reference service is judged. The report goes to conformance-report/: results.json, junit.xml, ' +
      'ctrf.json, summary.md, index.html, metrics.prom (OpenMetrics text) and the journal of everything that crossed the wire.',
    SELECTORS_HELP,
  ],
  positionals: { least: 0, most: Number.POSITIVE_INFINITY },
  options: [...SELECTION_OPTIONS, ...RUN_OPTIONS, ...REFERENCE_OPTIONS],
  examples: [
    { line: 'tsi run', summary: 'judge the embedded reference service' },
    { line: 'tsi run --profile target.yaml', summary: 'judge another implementation' },
    { line: 'tsi run auth --section 8', summary: 'only the area auth, and of it what rests on section 8' },
    { line: 'tsi run --fault idempotency-reexecute', summary: 'see the suite find a deliberate fault' },
  ],
  leavesFiles: true,
  run: async (args, io) => (await import('../run/run-command.js')).run(args, io),
};

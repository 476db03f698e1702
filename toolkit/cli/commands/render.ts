// `tsi render`: makes the files of a report again, from its results and its journal, or from the journal of a killed run.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'render',
  summary: 'make the files of a report again from its results and journal',
  usage: ['render [DIR] [options]'],
  about: [
    'Writes results.json, junit.xml, ctrf.json, summary.md, index.html, metrics.prom and manifest.json of conformance-report/ or DIR. ' +
      'A run that was killed left a journal only: its report shows what had been decided, and the rest as not run.',
  ],
  positionals: { least: 0, most: 1 },
  options: [
    { flag: 'out', short: 'o', value: 'DIR', summary: 'write there, with a copy of the journal' },
    { flag: 'tree', summary: 'end with the requirements by section' },
  ],
  examples: [
    { line: 'tsi render', summary: 'after an update of the suite: new pages for the last run' },
    { line: 'tsi render build/report --out public', summary: 'a copy to publish' },
  ],
  leavesFiles: true,
  run: async (args, io) => (await import('../report/render.js')).renderReport(args, io),
};

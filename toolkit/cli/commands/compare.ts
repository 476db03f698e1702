// `tsi compare`: what changed between two runs.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'compare',
  summary: 'show what changed between two runs',
  usage: ['compare BEFORE AFTER [options]'],
  about: [
    'Each is the folder of a report or its results.json. Exits with 1 when something regressed: a check that did not fail before ' +
      'fails now, or one that passed was lost; with 6 when nothing did, and what passed before is not judged now: undecided, or left ' +
      'out of the later run, or the later run judged the embedded reference in the place of a target.',
  ],
  positionals: { least: 2, most: 2 },
  options: [{ flag: 'json', summary: 'print the comparison as one JSON document on stdout' }],
  examples: [
    { line: 'tsi compare main/conformance-report conformance-report', summary: 'against the run of the main branch' },
  ],
  run: async (args, io) => (await import('../report/compare.js')).compareReports(args, io),
};

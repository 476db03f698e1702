// `tsi judge`: recomputes the verdicts of a run from its journal, without the target.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'judge',
  summary: 'recompute every verdict from the journal, without the target',
  usage: ['judge [DIR] [options]'],
  about: [
    'Evaluates every recorded assertion again over the record that it names, derives the verdicts, and compares them with ' +
      'results.json. Exits with 7 when something differs, otherwise as the run did. Without results.json the journal alone is judged.',
  ],
  positionals: { least: 0, most: 1 },
  options: [{ flag: 'json', summary: 'print the judgement as one JSON document on stdout' }],
  examples: [
    { line: 'tsi judge', summary: 'judge the last run again' },
    { line: 'tsi judge report/journal.ndjson --json', summary: 'a journal alone, for programs' },
  ],
  run: async (args, io) => (await import('../report/rejudge.js')).rejudgeReport(args, io),
};

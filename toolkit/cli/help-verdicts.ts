// `tsi help verdicts`: the words in which a run speaks, and what each does to the exit code.
import { HEADLINES, MEANINGS } from '../../reports/model/words.js';
import { table } from './help-table.js';

export function verdictsHelp(columns: number): string {
  return [
    'What a run says of a check:',
    ...table(Object.entries(MEANINGS), columns),
    '',
    'What it says of the target:',
    ...table(Object.entries(HEADLINES), columns),
    '',
    'What may stay undecided is said in the profile, under policy.accept; a run prints the line for each cause.',
    'In results.json undecided is inconclusive, left out is left-out, and a warning is a fail of level should.',
    '',
  ].join('\n');
}

// `tsi plan`: what a run would execute and why not the rest, without a request.
import type { Command } from '../command.js';
import { REFERENCE_OPTIONS, SELECTION_OPTIONS, SELECTORS_HELP } from '../run/run-options.js';

export const command: Command = {
  name: 'plan',
  summary: 'show what a run would check, and why not the rest, without a request',
  usage: ['plan [selector...] [options]'],
  about: [SELECTORS_HELP],
  positionals: { least: 0, most: Number.POSITIVE_INFINITY },
  options: [
    ...SELECTION_OPTIONS,
    ...REFERENCE_OPTIONS.filter(({ flag }) => flag === 'dialect'),
    { flag: 'json', summary: 'print the plan as one JSON document on stdout' },
  ],
  examples: [
    {
      line: 'tsi plan --profile target.yaml',
      summary: 'what can be decided on a target, and what is missing for the rest',
    },
    { line: 'tsi plan idempotency --shard 1/4', summary: 'the first quarter of an area' },
  ],
  run: async (args, io) => (await import('../run/plan-command.js')).showPlan(args, io),
};

// `tsi plan`: what a run would execute and why not the rest, without a request unless it is asked to try the bindings.
import type { Command } from '../command.js';
import { PLANNED_REFERENCE_OPTIONS, SELECTION_OPTIONS, SELECTORS_HELP } from '../run/run-options.js';

export const command: Command = {
  name: 'plan',
  summary: 'show what a run would check, and why not the rest, without a request',
  usage: ['plan [selector...] [options]'],
  about: [
    SELECTORS_HELP,
    '--probe tries each control action and each optional read that the profile binds once on the live sandbox, and undoes what it did.',
  ],
  positionals: { least: 0, most: Number.POSITIVE_INFINITY },
  options: [
    ...SELECTION_OPTIONS,
    ...PLANNED_REFERENCE_OPTIONS,
    { flag: 'probe', summary: 'try each control binding and optional read once on the live target, instead of a plan' },
    { flag: 'all', summary: 'with --probe: also what nothing takes back' },
    { flag: 'json', summary: 'print the plan as one JSON document on stdout' },
  ],
  examples: [
    {
      line: 'tsi plan --profile target.yaml',
      summary: 'what can be decided on a target, and what is missing for the rest',
    },
    {
      line: 'tsi plan --probe --profile target.yaml',
      summary: 'whether the bindings do what they should, before a run',
    },
    { line: 'tsi plan idempotency --shard 1/4', summary: 'the first quarter of an area' },
  ],
  run: async (args, io) => (await import('../run/plan-command.js')).showPlan(args, io),
};

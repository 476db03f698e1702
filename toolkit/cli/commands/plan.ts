// `tsi plan`: what a run would execute and why not the rest, without a request.
import type { Command } from '../command.js';
import { EXIT } from '../exit-codes.js';

export const command: Command = {
  name: 'plan',
  summary: 'show what a run would check, and why not the rest, without a request',
  usage: ['plan [selector...] [options]'],
  positionals: { least: 0, most: Number.POSITIVE_INFINITY },
  options: [],
  examples: [],
  run: async () => EXIT.conformant,
};

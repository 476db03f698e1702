// `tsi site`: the catalogue as pages to browse and to publish.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'site',
  summary: 'write the catalogue as pages: statements with their checks, faults, habits and open points',
  usage: ['site DIR'],
  about: [
    'Plain files that need no server and no network. Addresses stay: requirements/ID.html, sections/N.html, open.html#ID, faults.html#ID ' +
      'and habits.html#ID. Reports link into it when the environment names where it is published, as TSI_SITE=https://HOST/PATH.',
  ],
  positionals: { least: 1, most: 1 },
  options: [],
  examples: [{ line: 'tsi site public', summary: 'pages to look at, or to publish' }],
  run: async (args, io) => (await import('../site/site-command.js')).writeSite(args, io),
};

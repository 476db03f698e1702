// `tsi site`: the catalogue as pages to browse and to publish, with the results of products that have certificates.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'site',
  summary: 'write the catalogue as pages, and the results of certified products',
  usage: ['site DIR', 'site REPORT... --key FILE --out DIR'],
  about: [
    'Plain files that need no server and no network. Addresses stay: requirements/ID.html, sections/N.html, open.html#ID, faults.html#ID ' +
      'and habits.html#ID. Reports link into it when the environment names where it is published, as TSI_SITE=https://HOST/PATH.',
    'With --out, the names are certified reports: results.html has a row for each product and version, made of certificates that verify ' +
      'by one of the keys. A certificate that is over says so, a newer failure takes the place of an older pass, and a run that nobody ' +
      'signed stands only among what was reported by itself.',
  ],
  positionals: { least: 1, most: Number.POSITIVE_INFINITY },
  options: [
    {
      flag: 'out',
      short: 'o',
      value: 'DIR',
      summary: 'where the pages go, with the results of the reports that are named',
    },
    { flag: 'key', short: 'k', value: 'FILE', many: true, summary: 'a public key whose certificates count' },
    { flag: 'policy', value: 'FILE', summary: 'judge levels by this policy instead of that of this package' },
  ],
  examples: [
    { line: 'tsi site public', summary: 'pages to look at, or to publish' },
    {
      line: 'tsi site ours theirs --key ours.pub --key theirs.pub --out public',
      summary: 'and the results of two products',
    },
  ],
  run: async (args, io) => (await import('../site/site-command.js')).writeSite(args, io),
};

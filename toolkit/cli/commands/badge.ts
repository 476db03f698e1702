// `tsi badge`: a picture of a certificate that verifies.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'badge',
  summary: 'write a badge of a certified report: SVG, and JSON for shields.io',
  usage: ['badge DIR --key FILE [--out DIR]'],
  about: [
    'Verifies the certificate first, as tsi verify does, and exits with 7 where it does not hold: no badge says what nobody signed. A ' +
      'certified failure and a certificate that is over have badges, too, which say so. Writes badge.svg and badge.json; make them anew ' +
      'every day or with every release, since a picture does not know the date.',
  ],
  positionals: { least: 1, most: 1 },
  options: [
    { flag: 'key', short: 'k', value: 'FILE', many: true, summary: 'the public key of whoever signed (required)' },
    { flag: 'policy', value: 'FILE', summary: 'judge the level by this policy instead of that of this package' },
    { flag: 'out', short: 'o', value: 'DIR', summary: 'where the two files go (the current folder)' },
  ],
  examples: [
    {
      line: 'tsi badge conformance-report --key certificate-key.pem.pub --out public',
      summary: 'two files to publish',
    },
  ],
  leavesFiles: true,
  run: async (args, io) => (await import('../site/badge-command.js')).writeBadge(args, io),
};

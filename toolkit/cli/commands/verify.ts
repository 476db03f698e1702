// `tsi verify`: whether a certified report is what its certificate says. Offline.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'verify',
  summary: 'verify a certified report offline, with the public key alone',
  usage: ['verify DIR --key FILE [options]'],
  about: [
    'Follows the chain from the key to the level: the signatures, the statements, the digest of every file, the results, their ' +
      'completeness, the verdicts as the journal bears them out, the policy, the age. Exits with 7 and names the first broken link.',
  ],
  positionals: { least: 1, most: 1 },
  options: [
    { flag: 'key', short: 'k', value: 'FILE', summary: 'the public key of whoever signed (required)' },
    { flag: 'policy', value: 'FILE', summary: 'judge the level by this policy instead of that of this package' },
    {
      flag: 'require-level',
      value: 'NAME',
      summary:
        'exit 7 unless a target reached this level of the policy or a higher one (complete, standard, provisional)',
    },
    { flag: 'json', summary: 'print the outcome as one JSON document on stdout' },
  ],
  examples: [
    { line: 'tsi verify conformance-report --key certificate-key.pem.pub', summary: 'a report from somebody else' },
    { line: 'tsi verify report --key vendor.pub --require-level complete', summary: 'a gate: nothing less will do' },
    { line: 'tsi verify report --key vendor.pub --policy ours.yaml', summary: 'by your own levels' },
  ],
  run: async (args, io) => (await import('../report/verify.js')).verifyFolder(args, io),
};

// `tsi verify`: whether a certified report is what its certificate says. Offline.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'verify',
  summary: 'verify a certified report offline, with the public key alone',
  usage: ['verify DIR --key FILE [options]'],
  about: [
    'Follows the chain from the key to the level: the signatures, the statements, the digest of every file, the results, their ' +
      'completeness, the verdicts as the journal bears them out, the plan as this suite computes it anew, the policy, the age. Exits with ' +
      '7 and names the first broken link. A report of another version needs the suite of that version, and is told so.',
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
    { flag: 'target', value: 'NAME', summary: 'exit 7 unless this target was judged, by its name or its address' },
    { flag: 'build', value: 'DIGEST', summary: 'exit 7 unless this build is bound, by its digest or its version' },
    {
      flag: 'suite-digest',
      value: 'HEX',
      summary: 'exit 7 unless a suite of this SHA-256 made it, as its publisher states it',
    },
    { flag: 'max-age', value: 'DAYS', summary: 'exit 7 when the run ended longer ago' },
    { flag: 'witness', value: 'FILE', summary: 'the public key of a witness of the run, see tsi witness' },
    {
      flag: 'witness-record',
      value: 'FILE',
      many: true,
      summary: 'exit 7 unless this record, signed by the witness, and the journal hold the same',
    },
    { flag: 'json', summary: 'print the outcome as one JSON document on stdout' },
  ],
  examples: [
    { line: 'tsi verify conformance-report --key certificate-key.pem.pub', summary: 'a report from somebody else' },
    { line: 'tsi verify report --key vendor.pub --require-level complete', summary: 'a gate: nothing less will do' },
    {
      line: 'tsi verify report --key vendor.pub --target https://api.example.test --max-age 30',
      summary: 'of this very target, and not older than a month',
    },
    {
      line: 'tsi verify report --key vendor.pub --witness auditor.pub --witness-record witness.ndjson',
      summary: 'beside what a second party saw of the run',
    },
    { line: 'tsi verify report --key vendor.pub --policy ours.yaml', summary: 'by your own levels' },
  ],
  run: async (args, io) => (await import('../report/verify.js')).verifyFolder(args, io),
};

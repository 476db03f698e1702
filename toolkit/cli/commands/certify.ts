// `tsi certify`: a full run and its certificate.

import { BUILD_OPTION } from '../client/build-option.js';
import type { Command } from '../command.js';
import { BASE_URL_OPTION, REFERENCE_OPTION } from '../run/run-options.js';

export const command: Command = {
  name: 'certify',
  summary: 'run everything and sign the result for third parties',
  usage: [
    'certify --key FILE --profile FILE [options]',
    'certify --key FILE --exec COMMAND [options]',
    'certify DIR --key FILE [options]',
  ],
  about: [
    'Runs every check at effort standard or thorough, without a selection, and signs what was found: certificate.intoto.jsonl in ' +
      'the folder of the report. Waivers, undecided and left-out checks are listed in it with their reasons. With DIR a finished ' +
      'report is signed instead, such as that of merged shards.',
    'Which level the result reaches is decided by a policy. A run that reaches none is signed too: its certificate says so. Exits ' +
      'as the run does.',
  ],
  positionals: { least: 0, most: 1 },
  options: [
    { flag: 'key', short: 'k', value: 'FILE', summary: 'the private key that signs, see tsi keygen (required)' },
    { flag: 'policy', value: 'FILE', summary: 'the levels (the policy of this package when left out)' },
    { flag: 'profile', short: 'p', value: 'FILE', summary: 'the target (this, --exec or --reference is required)' },
    { flag: 'exec', short: 'x', value: 'COMMAND', summary: 'the client to judge, as in tsi client run' },
    BUILD_OPTION,
    REFERENCE_OPTION,
    BASE_URL_OPTION,
    { flag: 'out', short: 'o', value: 'DIR', summary: 'where the report goes (conformance-report)' },
    { flag: 'effort', value: 'E', choices: ['standard', 'thorough'], summary: 'how far properties search' },
    { flag: 'level', value: 'L', choices: ['must', 'should'], summary: 'what decides the exit code, as in tsi run' },
    { flag: 'seed', value: 'TEXT', summary: 'repeat the random choices of an earlier run' },
    { flag: 'waivers', value: 'FILE', summary: 'known failures; each is listed in the certificate' },
    { flag: 'allow-trading-on', value: 'HOST', summary: 'as in tsi run' },
    { flag: 'progress', value: 'MODE', choices: ['text', 'json'], summary: 'progress for people, or as JSON lines' },
  ],
  examples: [
    {
      line: 'tsi certify --key certificate-key.pem --profile target.yaml',
      summary: 'judge a target and sign the result',
    },
    {
      line: 'tsi certify --key certificate-key.pem --exec "python3 adapter.py"',
      summary: 'judge a client and sign the result',
    },
    { line: 'tsi certify merged-report --key certificate-key.pem', summary: 'sign a finished report' },
  ],
  leavesFiles: true,
  run: async (args, io) => (await import('../report/certify.js')).certifyRun(args, io),
};

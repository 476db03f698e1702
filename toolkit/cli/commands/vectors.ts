// `tsi vectors`: the language-neutral signing vectors, and a checker for implementations in any language.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'vectors',
  summary: 'list and show the signing vectors, and check a signer or verifier in any language against them',
  usage: [
    'vectors list [FILE] [--json]',
    'vectors show ID [--json]',
    'vectors check --exec COMMAND [options]',
    'vectors check [options]',
  ],
  about: [
    'An implementation under test is a program that answers questions in JSON, one per line; vectors/README.md describes them, and ' +
      'vectors/adapters/ has ready programs for seven languages. With --one-shot the program is started once per question. Without ' +
      '--exec, this package checks itself.',
    'Exits 0 when every answer is right, 7 when one is not, and 3 when the program does not start or does not answer.',
  ],
  actions: [
    { name: 'list', summary: 'the files and how many tests they hold, or the tests of one' },
    { name: 'show', summary: 'one test with its notes' },
    { name: 'check', summary: 'check an implementation' },
  ],
  positionals: { least: 0, most: 1 },
  options: [
    { flag: 'exec', short: 'x', value: 'COMMAND', summary: 'the program under test, run by the shell' },
    { flag: 'one-shot', summary: 'start the program once per question' },
    {
      flag: 'mode',
      value: 'MODE',
      choices: ['all', 'signer', 'verifier'],
      summary: 'ask only what a signer or a verifier needs (all)',
    },
    { flag: 'group', short: 'g', value: 'NAME', many: true, summary: 'only this file, as `tsi vectors list` names it' },
    {
      flag: 'level',
      value: 'LEVEL',
      choices: ['must', 'should'],
      summary: 'should: also exit 7 for what a service may take and no sender may send (must)',
    },
    {
      flag: 'jobs',
      short: 'j',
      value: 'N',
      summary: 'with --one-shot: programs at a time (twice the processors, at least 4)',
    },
    { flag: 'time-limit', value: 'MS', summary: 'longest wait for one answer (5000)' },
    { flag: 'junit', value: 'FILE', summary: 'also write a JUnit report' },
    { flag: 'json', summary: 'print one JSON document on stdout' },
  ],
  examples: [
    { line: 'tsi vectors check --exec "python3 my_signer.py"', summary: 'a signer in Python' },
    {
      line: 'tsi vectors check --one-shot --exec "sh node_modules/tsi-conformance/vectors/adapters/openssl.sh"',
      summary: 'a shell script around openssl',
    },
    { line: 'tsi vectors show sign-request/query-unsorted', summary: 'one test' },
  ],
  run: async (args, io) => (await import('../vectors/vectors-command.js')).vectorsCommand(args, io),
};

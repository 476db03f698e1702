// `tsi client`: the other side of the wire. A client in any language is told what to do, and judged by what it sends and says.

import { BUILD_OPTION } from '../client/build-option.js';
import type { Command } from '../command.js';
import { FAILED_OPTION, REPORT_OPTIONS, SECTION_OPTION, SHARD_OPTION } from '../run/run-options.js';
import { DIALECT_OPTION } from '../run/spoken-dialect.js';

export const command: Command = {
  name: 'client',
  summary: 'judge a client of the interface, in any language',
  usage: [
    'client run [selector...] [--exec COMMAND] [options]',
    'client plan [selector...] [--exec COMMAND] [options]',
    'client watch [options] -- COMMAND [argument...]',
    'client watch --wait [options]',
    'client serve --situation ID [options]',
    'client matrix [options]',
    'client lapses [--json]',
  ],
  about: [
    'A client under test is a program that is told in JSON, one object per line, what to do: begin, place, outcome, view, end and more ' +
      '(vectors/CLIENTS.md); about thirty lines around the client that you have. It is never told what is tested. The service that it ' +
      'talks to is the reference, in situations that the interface allows: answers that are lost, events that come first, streams that end.',
    'What a client does not have leaves checks undecided, and tsi client plan says what would unlock them; what it does not claim is ' +
      'not held against it. watch judges a program that knows nothing of this, by what it sends: it finds TSI_BASE_URL, TSI_STREAM_URL, ' +
      'TSI_ACCOUNT_ID, TSI_API_KEY, TSI_PRIVATE_KEY_FILE and TSI_INSTRUMENTS in its environment.',
    'Without --exec the embedded reference client is judged. Reports and exit codes are those of tsi run; tsi certify signs a report of ' +
      'everything, at the levels client-wire, client-driven and client-full.',
  ],
  actions: [
    { name: 'run', summary: 'judge a client' },
    { name: 'plan', summary: 'ask a client what it has, and say what would be judged' },
    { name: 'watch', summary: 'judge a program by what it sends alone' },
    { name: 'serve', summary: 'one situation by hand' },
    { name: 'matrix', summary: 'prove the checks by clients with a lapse each' },
    { name: 'lapses', summary: 'list the lapses' },
  ],
  positionals: { least: 0, most: 1000 },
  options: [
    { flag: 'exec', short: 'x', value: 'COMMAND', summary: 'the client under test, run by the shell' },
    { flag: 'fresh', summary: 'a new process for each check (default: a few processes, begun and ended many times)' },
    { flag: 'jobs', short: 'j', value: 'N', summary: 'checks side by side (8 processes; 12 for the embedded client)' },
    {
      ...DIALECT_OPTION,
      summary: 'how the service spells what the interface leaves open: default, contrary, or as a profile states',
    },
    {
      flag: 'profile',
      short: 'p',
      value: 'FILE',
      summary: 'the venue that the client is written for: its dialect is spoken',
    },
    SECTION_OPTION,
    SHARD_OPTION,
    FAILED_OPTION,
    { flag: 'reference', summary: 'judge the embedded reference client, and mean it' },
    {
      flag: 'lapse',
      value: 'ID',
      many: true,
      summary: 'let the embedded client err on purpose, see tsi client lapses',
    },
    {
      flag: 'temperament',
      value: 'ID',
      many: true,
      summary: 'let the embedded client differ legally; matrix: only these',
    },
    { flag: 'sample', value: 'N', summary: 'matrix: N lapses and one temperament, drawn by the seed' },
    { flag: 'seed', value: 'N', summary: 'matrix: what the sample is drawn by (random)' },
    { flag: 'badge', value: 'FILE', summary: 'matrix: write the numbers into this document, between its marks' },
    { flag: 'situation', value: 'ID', summary: 'what serve plays' },
    { flag: 'wait', summary: 'watch: print address and keys, and wait for a client' },
    { flag: 'restart', summary: 'watch: end the program at last and start it again, to see its keys then' },
    {
      flag: 'for',
      value: 'TIME',
      summary: 'watch: how long, such as 90s or 10m (until all has been tried, 3m at most)',
    },
    BUILD_OPTION,
    ...REPORT_OPTIONS,
  ],
  examples: [
    {
      line: 'tsi client plan --exec "python3 adapter.py"',
      summary: 'what would be judged, and what more operations unlock',
    },
    { line: 'tsi client run --exec "python3 adapter.py"', summary: 'judge a client in Python' },
    { line: 'tsi client run idempotency --lapse new-key-on-retry', summary: 'see a lapse found' },
    { line: 'tsi client watch -- ./my-bot --config bot.toml', summary: 'judge a bot that knows only its environment' },
  ],
  leavesFiles: true,
  run: async (args, io) => {
    switch (args.action) {
      case 'plan':
        return (await import('../client/plan-command.js')).clientPlan(args, io);
      case 'watch':
        return (await import('../client/watch-command.js')).clientWatch(args, io);
      case 'serve':
        return (await import('../client/serve-command.js')).clientServe(args, io);
      case 'matrix':
        return (await import('../client/matrix/matrix-command.js')).clientMatrixCommand(args, io);
      case 'lapses':
        return (await import('../client/lapses-command.js')).clientLapses(args, io);
      default:
        return (await import('../client/run-command.js')).clientRun(args, io);
    }
  },
};

// `tsi matrix`: proves the suite against every fault of the reference service.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'matrix',
  summary: 'prove the suite: every fault must be killed, every check must kill',
  usage: ['matrix [options]'],
  about: [
    'Starts the reference service once for each fault and runs the checks of the requirements that the fault violates; then, for a ' +
      'fault that these did not kill, all the others. Writes fault-matrix.json, fault-matrix.md, fault-matrix.html and, when whole, kills.txt.',
    'With --seeds or --triggered it tells how often each fault dies instead, and writes fault-rates.json and fault-rates.md.',
    'Exit code 1 when a fault is not killed by a check of a violated requirement, when a check kills nothing (in a whole matrix), or ' +
      'when a check does not pass on the honest service.',
  ],
  positionals: { least: 0, most: 0 },
  options: [
    { flag: 'fault', value: 'ID', many: true, summary: 'only this fault' },
    {
      flag: 'habits',
      summary:
        'the matrix of habits instead: no check may accuse a correct service that differs; those that cost much only with --single',
    },
    { flag: 'habit', value: 'ID', many: true, summary: 'with --habits: only this one, by itself' },
    { flag: 'under-habits', summary: 'faults in services that also differ legally, by habits drawn by the seed' },
    {
      flag: 'draw',
      value: 'N',
      summary: 'with --habits: N services with habits drawn by the seed, instead of all pairs',
    },
    { flag: 'single', summary: 'with --habits: each by itself instead of all pairs together' },
    {
      flag: 'once',
      summary: 'with --habits: each at least once, in as few services as hold them, instead of all pairs',
    },
    {
      flag: 'triggered',
      summary: 'the faults that show only when something triggers them: how many of --seeds each dies with',
    },
    {
      flag: 'seeds',
      value: 'N',
      summary: 'so many seeds, and how many of them each fault dies with (10 with --triggered)',
    },
    {
      flag: 'named-only',
      summary: 'with --seeds or --triggered: leave out the checks of requirements that a fault does not name',
    },
    { flag: 'sample', value: 'N', summary: 'N faults drawn by the seed, or the first N services of --habits' },
    { flag: 'seed', value: 'N', summary: 'seed of the run and of the sample' },
    {
      flag: 'effort',
      value: 'LEVEL',
      choices: ['quick', 'standard', 'thorough'],
      summary: 'how hard properties search (standard)',
    },
    {
      flag: 'dialect',
      value: 'NAME|FILE',
      summary: 'how the faulty services spell: default, contrary, or as a profile states (default)',
    },
    { flag: 'out', value: 'DIR', summary: 'where the three files go (fault-matrix)' },
    {
      flag: 'kills',
      value: 'FILE',
      summary:
        'the kills.txt that a whole matrix left: tries these pairs first, others only for what they do not prove',
    },
    { flag: 'badge', value: 'FILE', summary: 'write the numbers of a whole matrix between the marks in this file' },
    { flag: 'json', summary: 'print the matrix as one JSON document on stdout' },
  ],
  examples: [
    { line: 'tsi matrix', summary: 'the whole matrix' },
    { line: 'tsi matrix --fault ID', summary: 'which checks kill one fault' },
    {
      line: 'tsi matrix --triggered --seeds 3',
      summary: 'rare, stateful and concurrent faults, and how much luck a kill takes',
    },
    { line: 'tsi matrix --habits', summary: 'legal differences, all pairs of them, in both dialects' },
    { line: 'tsi matrix --habits --once --effort quick', summary: 'each of them, within minutes' },
    { line: 'tsi matrix --sample 20 --seed 7', summary: 'a quick look' },
  ],
  leavesFiles: true,
  run: async (args, io) => {
    if (args.on('habits')) return (await import('../matrix/habits/habit-matrix-command.js')).proveSpared(args, io);
    const stray = ['habit', 'single', 'once', 'draw'].find((flag) => args.on(flag));
    if (stray !== undefined) throw args.misuse(`--${stray} is for --habits`);
    return (await import('../matrix/matrix-command.js')).proveSuite(args, io);
  },
};

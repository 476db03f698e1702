// `tsi habits`: the legal ways in which the reference service can differ.
import { type Command, type CommandIo, misuse, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export const command: Command = {
  name: 'habits',
  summary: 'list the legal differences that the reference service can show',
  usage: ['habits [options]'],
  about: [
    'The interface leaves much open. Each habit is one way in which a correct service may use that; the suite must spare all of them. ' +
      'Use one to see how your client takes a service that differs, or why a check does not decide.',
  ],
  positionals: { least: 0, most: 0 },
  options: [
    { flag: 'section', value: 'N', summary: 'only habits of this section of the interface, such as 6.2' },
    { flag: 'point', value: 'ID', summary: 'only habits that use this open point' },
    { flag: 'json', summary: 'print one JSON document on stdout' },
  ],
  examples: [
    { line: 'tsi habits --section 5.3', summary: 'legal differences about signing' },
    { line: 'tsi run --habit foreign-account-hidden', summary: 'see the suite judge a service with one' },
  ],
  run: listHabits,
};

async function listHabits(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const { HABITS } = await import('../../reference/habits/index.js');
  const [section, point] = [args.text('section'), args.text('point')];
  const habits = HABITS.filter(
    (habit) =>
      (section === undefined || habit.section === section || habit.section.startsWith(`${section}.`)) &&
      (point === undefined || habit.points.some((id) => id === point)),
  );
  if (habits.length === 0) throw misuse('no habit fits', { hint: 'tsi habits' });
  if (args.on('json')) {
    printJson(io, { habits: habits.map(({ change: _, ...facts }) => facts) });
    return EXIT.conformant;
  }
  for (const { id, section: of, summary, points, costs } of habits) {
    const open = points.length === 0 ? '' : ` (${points.join(', ')})`;
    io.stdout.write(`${of.padEnd(6)}${id}${open}\n      ${summary}\n`);
    for (const cost of costs) io.stdout.write(`      costs: ${cost.checks} ${cost.verdict}, "${cost.because}"\n`);
  }
  io.stdout.write(`${habits.length} habits\n`);
  return EXIT.conformant;
}

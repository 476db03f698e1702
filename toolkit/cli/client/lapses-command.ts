// `tsi client lapses`: what the checks of clients are proven by, and the legal variety that they must spare.
import { answer, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export async function clientLapses(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const { LAPSES, TEMPERAMENTS } = await import('../../client/index.js');
  const lapses = LAPSES.map(({ id, title, violates }) => ({ id, title, violates }));
  const temperaments = TEMPERAMENTS.map(({ id, title }) => ({ id, title }));
  const width = Math.max(...[...lapses, ...temperaments].map(({ id }) => id.length));
  const text = [
    ...lapses.map(({ id, title, violates }) => `${id.padEnd(width)}  ${title} (${violates.join(', ')})\n`),
    'Temperaments, which no check may fail:\n',
    ...temperaments.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`),
  ].join('');
  answer(args, io, { lapses, temperaments }, text);
  return EXIT.conformant;
}

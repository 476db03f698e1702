// `tsi client matrix`: lapses against checks.
import { answer, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { type ClientMatrix, clientMatrix } from './client-matrix.js';

export async function clientMatrixCommand(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const matrix = await clientMatrix({
    lapses: args.all('lapse'),
    temperaments: args.all('temperament'),
    selectors: args.positionals,
    signal: io.signal,
    note: (text) => io.stderr.write(`${text}\n`),
  });
  answer(args, io, matrix, matrixText(matrix));
  return isComplete(matrix) ? EXIT.conformant : EXIT.notConformant;
}

/** Whether nothing is left to be proven. */
export function isComplete({ lapses, toothless, alarms }: ClientMatrix): boolean {
  return toothless.length === 0 && alarms.length === 0 && lapses.every(({ killedBy }) => killedBy.length > 0);
}

/** What a README says. */
export function matrixSentence({ lapses, toothless, alarms, checks }: ClientMatrix): string {
  const killed = lapses.filter(({ killedBy }) => killedBy.length > 0).length;
  return `${killed} of ${lapses.length} lapses of clients found; ${checks - toothless.length} of ${checks} client checks find at least one; ${alarms.length} alarms with honest clients.`;
}

function matrixText(matrix: ClientMatrix): string {
  const { lapses, toothless, alarms, undecided, durationMs } = matrix;
  const survivors = lapses.filter(({ killedBy }) => killedBy.length === 0);
  return [
    ...alarms.map(
      ({ client, dialect, check, verdict, reason }) =>
        `alarm      ${check} ${verdict} for ${client} in ${dialect}: ${reason}\n`,
    ),
    ...survivors.map(({ lapse, tried }) => `survives   ${lapse} (${tried} checks of its statements)\n`),
    ...toothless.map((check) => `toothless  ${check}\n`),
    ...undecided.map((check) => `undecided  ${check} for every honest client\n`),
    `${matrixSentence(matrix)} ${(durationMs / 1000).toFixed(1)} s\n`,
  ].join('');
}

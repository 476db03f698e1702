// Placeholder
import type { CommandIo, ParsedArgs } from '../command.js';
import type { ExitCode } from '../exit-codes.js';

export function clientWatch(args: ParsedArgs, _io: CommandIo): Promise<ExitCode> {
  throw args.misuse('not there yet');
}

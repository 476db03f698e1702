// How the service that plays the venue spells: by name, or as the profile of the venue states that the client is written for.
import { resolve } from 'node:path';
import { type Venue, venueOf } from '../../../suites/clients/playing/testbed.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { misuse } from '../command.js';
import { profileToSpeak, spokenDialect } from '../run/spoken-dialect.js';

/** @throws CommandError for a dialect that no service can speak. */
export async function venueFrom(args: ParsedArgs, io: CommandIo, seed: number): Promise<Venue> {
  const file = args.text('profile');
  if (file !== undefined && args.on('dialect')) throw args.misuse('--profile says the dialect; give it or --dialect');
  const dialect = file === undefined ? await spokenDialect(args, io) : await profileToSpeak(resolve(io.cwd, file), io);
  return venueOf(dialect, seed).catch((cause: unknown) => {
    throw cause instanceof RangeError ? misuse(cause.message, { cause }) : cause;
  });
}

export function dialectNameOf({ dialect }: Venue): string {
  return typeof dialect === 'string' ? dialect : dialect.name;
}

// What `--dialect` says of the embedded service: a dialect by name, or a profile whose dialect it speaks.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../../base/nearest.js';
import type { DialectName, SpokenProfile } from '../../reference/index.js';
import type { CommandIo, CommandOption, ParsedArgs } from '../command.js';

const NAMES: readonly DialectName[] = ['default', 'contrary'];

export const DIALECT_OPTION: CommandOption = {
  flag: 'dialect',
  value: 'NAME|FILE',
  summary: 'how the embedded service spells what the interface leaves open: default, contrary, or as a profile states',
};

/** Rejects with a usage error for neither, or with a `ProtocolError` for a profile that is wrong. */
export function spokenDialect(args: ParsedArgs, io: CommandIo): Promise<DialectName | SpokenProfile> {
  const said = args.text('dialect') ?? 'default';
  const named = NAMES.find((name) => name === said);
  if (named !== undefined) return Promise.resolve(named);
  const file = resolve(io.cwd, said);
  if (!existsSync(file)) {
    const nearest = didYouMean(said, NAMES);
    throw args.misuse(`--dialect is one of ${NAMES.join(', ')}, or the file of a profile; got ${said}${nearest}`);
  }
  return profileToSpeak(file, io);
}

/** Its keys and addresses do not matter, so that secrets may be missing. */
export async function profileToSpeak(file: string, io: CommandIo): Promise<SpokenProfile> {
  const { loadProfile } = await import('../../profile/loading/load.js');
  const { name, dialect } = await loadProfile(file, { env: io.env, onMissingSecret: () => undefined });
  return { name, dialect };
}

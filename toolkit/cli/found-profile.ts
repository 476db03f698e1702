// A profile that lies in the folder of the command is found by itself, and named in the output: nobody has to think of --profile.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, CommandIo, ParsedArgs } from './command.js';

export const PROFILE_NAMES: readonly string[] = ['tsi-profile.yaml', 'tsi.config.yaml'];

/** The commands that judge a target, and the options that say that another one is meant. */
const JUDGING: readonly string[] = ['run', 'plan', 'certify', 'soak'];
const OTHERWISE: readonly string[] = ['profile', 'reference', 'dialect', 'habit', 'fault', 'help', 'version'];

export function withFoundProfile(args: ParsedArgs, command: Command, io: CommandIo): ParsedArgs {
  const declared = new Set(['help', 'version', ...command.options.map(({ flag }) => flag)]);
  if (!JUDGING.includes(command.name) || OTHERWISE.some((flag) => declared.has(flag) && args.on(flag))) return args;
  // A finished report needs none.
  if (command.name === 'certify' && args.positionals.length > 0) return args;
  const found = PROFILE_NAMES.find((name) => existsSync(join(io.cwd, name)));
  if (found === undefined) return args;
  io.stderr.write(`profile ${found}, found in this folder (--reference judges the embedded service instead)\n`);
  return {
    ...args,
    text: (flag) => (flag === 'profile' ? found : args.text(flag)),
    all: (flag) => (flag === 'profile' ? [found] : args.all(flag)),
    on: (flag) => flag === 'profile' || args.on(flag),
  };
}

// `--build`: which build of a client is judged, so that its certificate is about that one. A digest, or a file whose digest is taken.

import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { RunInfo } from '../../../reports/model/model.js';
import { whyUnreadable } from '../../base/why-unreadable.js';
import { streamRegularFile } from '../../journal/regular-file.js';
import { type CommandIo, type CommandOption, misuse, type ParsedArgs } from '../command.js';

export const BUILD_OPTION: CommandOption = {
  flag: 'build',
  value: 'DIGEST|FILE',
  summary: 'the build that is judged: its digest (sha256:...), or the file to take it of',
};

const DIGEST = /^[a-z0-9]+:[0-9a-f]{32,128}$/i;

/** Undefined where none is named. Throws `CommandError` for a file that cannot be read. */
export async function buildOf(args: ParsedArgs, io: CommandIo): Promise<RunInfo['target']['build']> {
  const said = args.text('build');
  if (said === undefined) return undefined;
  if (DIGEST.test(said)) return { digest: said.toLowerCase() };
  const hash = createHash('sha256');
  try {
    for await (const chunk of streamRegularFile(resolve(io.cwd, said))) hash.update(chunk);
  } catch (cause) {
    throw misuse(`--build is a digest such as sha256:..., or a file; got ${said}, which is ${whyUnreadable(cause)}`);
  }
  return { digest: `sha256:${hash.digest('hex')}` };
}

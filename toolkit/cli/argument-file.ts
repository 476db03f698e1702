// A file that an argument names, and standard input in its place.

import { resolve } from 'node:path';
import { messageOf } from '../base/message-of.js';
import { whyUnreadable } from '../base/why-unreadable.js';
import { readRegularFile } from '../journal/regular-file.js';
import { assertOnlyOwners } from '../profile/loading/secrets.js';
import { type CommandIo, misuse } from './command.js';

/** No argument is larger; what a run writes has doors of its own. */
const MOST_BYTES = 256 << 20;

/** Throws `CommandError`; `what` is the name of the argument. */
export function argumentFile({ cwd }: Pick<CommandIo, 'cwd'>, what: string, file: string): Buffer {
  try {
    return readRegularFile(resolve(cwd, file), { openPipes: 'allowed', mostBytes: MOST_BYTES });
  } catch (cause) {
    throw misuse(`${what} ${file}: expected a readable file, got ${whyUnreadable(cause)}`, {
      cause,
    });
  }
}

/** The text of a private key. Throws `CommandError`, also where everybody may change the file: whoever does decides who signs. */
export function argumentKey(io: Pick<CommandIo, 'cwd'>, what: string, file: string): string {
  const text = argumentFile(io, what, file).toString('utf8');
  try {
    assertOnlyOwners(resolve(io.cwd, file));
  } catch (cause) {
    throw misuse(`${what} ${file}: ${messageOf(cause)}`, { cause });
  }
  return text;
}

/** All of standard input; of more than `most` bytes only a beginning that is longer. */
export async function standardInput({ stdin }: Pick<CommandIo, 'stdin'>, most?: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (most !== undefined && size > most) break;
  }
  return Buffer.concat(chunks);
}

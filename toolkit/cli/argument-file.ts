// A file that an argument names.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { whyUnreadable } from '../payload/why-unreadable.js';
import { type CommandIo, misuse } from './command.js';

/** Throws `CommandError`; `what` is the name of the argument. */
export function argumentFile({ cwd }: Pick<CommandIo, 'cwd'>, what: string, file: string): Buffer {
  try {
    return readFileSync(resolve(cwd, file));
  } catch (cause) {
    throw misuse(`${what} ${file}: expected a readable file, got ${whyUnreadable(cause)}`, {
      cause,
    });
  }
}

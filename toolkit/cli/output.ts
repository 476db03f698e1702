// Standard output and standard error as commands write to them. A reader that goes away, or a disk that is full, never disturbs what a
// command does: from then on nothing more is written there, and the exit code says so at the end (`codeAfter`).
import { fstatSync, writeSync } from 'node:fs';
import { messageOf } from '../base/message-of.js';
import type { CommandOutput } from './command.js';
import { EXIT, type ExitCode } from './exit-codes.js';

export type Loss =
  | { readonly kind: 'reader-gone' }
  /** The system took no more of it: a full disk, a quota. */
  | { readonly kind: 'unwritable'; readonly why: string };

export interface WatchedOutput extends CommandOutput {
  /** Why not everything arrived; final once `flushed` has resolved. */
  readonly lost: Loss | undefined;
  flushed(): Promise<void>;
}

/** What a pipe or a terminal says when nobody is behind it any more. */
const READER_GONE = ['EPIPE', 'ECONNRESET', 'EIO', 'ERR_STREAM_DESTROYED'];

export function watchedOutput(stream: NodeJS.WriteStream & { readonly fd: number }): WatchedOutput {
  let lost: Loss | undefined;
  const lose = (cause: unknown): void => {
    lost ??= lossOf(cause);
  };
  stream.on('error', lose);
  const isFile = stream.isTTY !== true && isFileLike(stream.fd);
  return {
    write(text) {
      if (lost !== undefined) return;
      try {
        if (isFile) writeWhole(stream.fd, text);
        else stream.write(text);
      } catch (cause) {
        lose(cause);
      }
    },
    isTty: stream.isTTY === true,
    get columns() {
      return stream.columns ?? 100;
    },
    get lost() {
      return lost;
    },
    flushed: () =>
      new Promise((resolve) => {
        if (isFile || lost !== undefined) resolve();
        else
          stream.write('', (cause) => {
            if (cause) lose(cause);
            resolve();
          });
      }),
  };
}

/**
 * The exit code of a command whose output was lost: what it left elsewhere keeps its code, a document that nobody got is no success.
 * @param leavesFiles whether the command has done what it was asked for although nobody reads what it prints.
 */
export function codeAfter(code: ExitCode, lost: Loss | undefined, leavesFiles: boolean): ExitCode {
  if (lost === undefined) return code;
  if (lost.kind === 'unwritable') return EXIT.suiteError;
  return code === EXIT.conformant && !leavesFiles ? EXIT.readerGone : code;
}

function lossOf(cause: unknown): Loss {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return READER_GONE.includes(code) ? { kind: 'reader-gone' } : { kind: 'unwritable', why: messageOf(cause) };
}

/** A file or a device, which takes what it can at once; streams pass over what a nearly full disk did not take. */
function isFileLike(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFile() || stat.isCharacterDevice();
  } catch {
    return false;
  }
}

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

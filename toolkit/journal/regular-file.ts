// Files that may be anybody's: a report is handed on, and a name in it may lead to a pipe that never speaks, to a device without an end, or
// to a file of some gigabytes. Opened without waiting, looked at when open, and read only as far as was agreed.
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { demandReplaceable } from './replace-file.js';

export interface RegularFileOptions {
  /** More bytes than this are refused; nothing is when left out. */
  readonly mostBytes?: number;
  /** Shells hand over what a command prints as a pipe that is open already, under a name of this kind. */
  readonly openPipes?: 'allowed';
}

const OPEN_PIPE = /^\/(dev\/(fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/;
/** Not known to every system, which then opens pipes as files, or has none. */
const WITHOUT_WAITING = constants.O_NONBLOCK ?? 0;

/** Throws what the file system throws, and an `Error` that says what stands there in place of a file. */
export function readRegularFile(path: string, options: RegularFileOptions = {}): Buffer {
  if (options.openPipes === 'allowed' && OPEN_PIPE.test(path)) return readFileSync(path);
  const descriptor = openRegularFile(path, options);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Its bytes in turn; the file is closed when they end, or nobody wants more. */
export function streamRegularFile(path: string, chunkBytes: number = 1 << 18): AsyncIterable<Uint8Array> {
  const fd = openRegularFile(path);
  // A read stream without an encoding yields Buffers.
  return createReadStream(path, { fd, highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>;
}

/** A descriptor for writing a new file in the place of what stands there; `demandReplaceable` says what stays instead. */
export function openForWriting(path: string): number {
  demandReplaceable(path);
  rmSync(path, { force: true });
  return openSync(path, 'wx');
}

/**
 * Adds to the end of a file, or makes it; false where it would then hold more. Throws as `readRegularFile` does, and never waits for
 * somebody at the other end of a pipe.
 */
export function appendToRegularFile(path: string, text: string, mostBytes: number): boolean {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | WITHOUT_WAITING);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error('no regular file but a pipe, a socket or a device');
    if (stat.size + Buffer.byteLength(text) > mostBytes) return false;
    writeFileSync(descriptor, text);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

/** A descriptor for reading; throws as `readRegularFile` does. */
export function openRegularFile(path: string, { mostBytes }: RegularFileOptions = {}): number {
  const descriptor = openSync(path, constants.O_RDONLY | WITHOUT_WAITING);
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw new Error('a folder');
    if (!stat.isFile()) throw new Error('no regular file but a pipe, a socket or a device');
    if (mostBytes !== undefined && stat.size > mostBytes) {
      throw new Error(`a file of ${stat.size} bytes, of which at most ${mostBytes} are read`);
    }
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

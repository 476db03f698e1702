// Keys of certificates from files. What was in a file never enters a message.
import {
  createSigner,
  createVerifier,
  parsePrivateKey,
  parsePublicKey,
  type Signer,
  type Verifier,
} from '../../signing/index.js';
import { argumentFile } from '../argument-file.js';
import { type Command, CommandError, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { usageError } from '../parse.js';

export function signerFrom(command: Command, args: ParsedArgs, io: CommandIo): Signer {
  return fromFile(command, args, io, (text) => createSigner(parsePrivateKey(text)));
}

export function verifierFrom(command: Command, args: ParsedArgs, io: CommandIo): Verifier {
  return fromFile(command, args, io, (text) => createVerifier(parsePublicKey(text)));
}

function fromFile<T>(command: Command, args: ParsedArgs, io: CommandIo, read: (text: string) => T): T {
  const name = args.text('key');
  if (name === undefined) throw usageError(command, '--key is needed: the file of the key');
  const text = argumentFile(io, '--key', name).toString('utf8');
  try {
    return read(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(EXIT.usage, `--key ${name}: ${why}`, { cause });
  }
}

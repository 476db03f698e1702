// Keys of certificates from files. What was in a file never enters a message.
import { messageOf } from '../../base/message-of.js';
import {
  createSigner,
  createVerifier,
  parsePrivateKey,
  parsePublicKey,
  type Signer,
  type Verifier,
} from '../../signing/index.js';
import { argumentFile, argumentKey } from '../argument-file.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';

export function signerFrom(args: ParsedArgs, io: CommandIo): Signer {
  return fromFile(args, io, (text) => createSigner(parsePrivateKey(text)), { flag: 'key', textOf: argumentKey });
}

/** `flag` names the option that names the file. */
export function verifierFrom(args: ParsedArgs, io: CommandIo, flag = 'key'): Verifier {
  return fromFile(args, io, (text) => createVerifier(parsePublicKey(text)), { flag, textOf: plainText });
}

function plainText(...named: Parameters<typeof argumentFile>): string {
  return argumentFile(...named).toString('utf8');
}

function fromFile<T>(
  args: ParsedArgs,
  io: CommandIo,
  read: (text: string) => T,
  { flag, textOf }: { readonly flag: string; readonly textOf: typeof argumentKey },
): T {
  const name = args.text(flag);
  if (name === undefined) throw args.misuse(`--${flag} is needed: the file of the key`);
  const text = textOf(io, `--${flag}`, name);
  try {
    return read(text);
  } catch (cause) {
    throw misuse(`--${flag} ${name}: ${messageOf(cause)}`, { cause });
  }
}

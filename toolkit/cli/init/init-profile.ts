// `tsi init` itself: facts from the command line, then facts from the target, then the file.

import { existsSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { messageOf } from '../../payload/message-of.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { type InitFacts, renderInitTemplate } from '../../profile/loading/init-template.js';
import { loadProfile } from '../../profile/loading/load.js';
import type { Profile } from '../../profile/profile.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { findOut } from './find-out.js';

const DEFAULT_FILE = 'target.yaml';

export async function initProfile(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const [named] = args.positionals;
  if (named !== undefined && args.text('out') !== undefined) {
    throw args.misuse('FILE and --out name the same thing; give one of them');
  }
  const file = named ?? args.text('out') ?? DEFAULT_FILE;
  const path = resolve(io.cwd, file);
  if (existsSync(path) && !args.on('force')) throw misuse(`${file} exists; give another name, or --force`);
  const stated = statedFacts(args, io, path);
  write(file, path, renderInitTemplate(stated));
  const canAsk = stated.baseUrl !== undefined && stated.keyId !== undefined && stated.accounts !== undefined;
  if (!canAsk) {
    io.stderr.write(`wrote ${file}: edit it, then see what would run with tsi plan --profile ${file}\n`);
    return EXIT.conformant;
  }
  const found = await findOut(await loadWritten(path, io), io.signal);
  write(file, path, renderInitTemplate({ ...stated, ...found }));
  for (const remark of found.remarks ?? []) io.stderr.write(`  ${remark}\n`);
  io.stderr.write(`wrote ${file}: check it, then see what would run with tsi plan --profile ${file}\n`);
  return found.isReachable ? EXIT.conformant : EXIT.unreachable;
}

function statedFacts(args: ParsedArgs, io: CommandIo, path: string): InitFacts {
  const [name, baseUrl, keyId] = [args.text('name'), args.text('base-url'), args.text('key-id')];
  const keyFile = args.text('private-key');
  const keyVariable = args.text('private-key-env');
  if (keyFile !== undefined && keyVariable !== undefined) {
    throw args.misuse('--private-key and --private-key-env exclude each other');
  }
  if (baseUrl !== undefined && !/^https?:\/\/[^/]/.test(baseUrl)) {
    throw args.misuse(`--base-url is an address with http:// or https://; got ${baseUrl}`);
  }
  const privateKey =
    keyFile !== undefined
      ? { file: relative(dirname(path), resolve(io.cwd, keyFile)) }
      : keyVariable !== undefined
        ? { env: keyVariable }
        : undefined;
  const accounts = args.all('account').map((id) => ({ id }));
  return {
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(keyId !== undefined && { keyId }),
    ...(privateKey !== undefined && { privateKey }),
    ...(accounts.length > 0 && { accounts }),
  };
}

async function loadWritten(path: string, io: CommandIo): Promise<Profile> {
  try {
    return await loadProfile(path, { env: io.env });
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw misuse(`the profile was written, but the target was not asked: ${cause.message}`, {
      cause,
    });
  }
}

function write(file: string, path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw misuse(`cannot write ${file}: ${messageOf(cause)}`);
  }
}

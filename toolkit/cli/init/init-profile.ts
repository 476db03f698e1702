// `tsi init` itself: facts from the command line, then facts from the target, then the file.

import { dirname, relative, resolve } from 'node:path';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { messageOf } from '../../base/message-of.js';
import { replaceFile } from '../../journal/replace-file.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { type InitFacts, renderInitTemplate } from '../../profile/loading/init-template.js';
import { loadProfile } from '../../profile/loading/load.js';
import type { Profile } from '../../profile/profile.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { discoverProfile, refuseExisting } from './discover-profile.js';
import { findOut } from './find-out.js';

const DEFAULT_FILE = 'target.yaml';

export async function initProfile(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const { address, named } = readPositionals(args);
  if (args.text('asyncapi') !== undefined && args.text('from') === undefined) {
    throw args.misuse('--asyncapi goes with --from, which names the OpenAPI document');
  }
  if (args.on('allow-trading') && !args.on('probe')) throw args.misuse('--allow-trading goes with --probe');
  const isDiscovery = ['from', 'profile'].some((flag) => args.text(flag) !== undefined) || args.on('probe');
  const toStdout = named === '-';
  const file = toStdout
    ? undefined
    : (named ?? args.text('out') ?? (args.text('profile') === undefined ? DEFAULT_FILE : undefined));
  if (file !== undefined) refuseExisting(args, io, file);
  const path = resolve(io.cwd, file ?? DEFAULT_FILE);
  const stated = statedFacts(args, io, path, address);
  if (isDiscovery) return discoverProfile(args, io, { facts: stated, file, toStdout });
  if (file === undefined) {
    io.stdout.write(renderInitTemplate(stated));
    return EXIT.conformant;
  }
  write(file, path, renderInitTemplate(stated));
  const canAsk = stated.baseUrl !== undefined && stated.keyId !== undefined && stated.accounts !== undefined;
  if (!canAsk) {
    io.stderr.write(`wrote ${file}: edit it, then see what would run with ${io.program} plan --profile ${file}\n`);
    return EXIT.conformant;
  }
  const found = await findOut(await loadWritten(path, io), io.signal);
  write(file, path, renderInitTemplate({ ...stated, ...found }));
  for (const remark of found.remarks ?? []) io.stderr.write(`  ${forLogLine(remark)}\n`);
  io.stderr.write(`wrote ${file}: check it, then see what would run with ${io.program} plan --profile ${file}\n`);
  return found.isReachable ? EXIT.conformant : EXIT.unreachable;
}

/** With `--probe` an address may stand where the file does; the file is then `--out`. */
function readPositionals(args: ParsedArgs): {
  readonly address: string | undefined;
  readonly named: string | undefined;
} {
  const [first, second] = args.positionals;
  const isAddress = first !== undefined && /^https?:\/\//.test(first);
  if (second !== undefined && !isAddress) throw args.misuse(`one FILE can be written; got ${first} and ${second}`);
  const named = isAddress ? second : first;
  if (isAddress && (args.text('base-url') !== undefined || !args.on('probe'))) {
    throw args.misuse(`an address goes with --probe, and in place of --base-url; got ${first}`);
  }
  if (named !== undefined && args.text('out') !== undefined) {
    throw args.misuse('FILE and --out name the same thing; give one of them');
  }
  return { address: isAddress ? first : undefined, named };
}

function statedFacts(args: ParsedArgs, io: CommandIo, path: string, address: string | undefined): InitFacts {
  const [name, baseUrl, keyId] = [args.text('name'), args.text('base-url') ?? address, args.text('key-id')];
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
    folder: dirname(path),
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
    replaceFile(path, text);
  } catch (cause) {
    throw misuse(`cannot write ${file}: ${messageOf(cause)}`);
  }
}

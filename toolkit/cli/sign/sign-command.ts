// `tsi sign`: gathers key, request and clock, signs, prints. The private key is read, used and never shown.

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import { loadProfile } from '../../profile/loading/load.js';
import { createSigner, idempotencyKeyDefect, parsePrivateKey, type Signer, signRequest } from '../../signing/index.js';
import { argumentFile, argumentKey, standardInput } from '../argument-file.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { explainStages } from './explain.js';
import { type OutgoingRequest, RENDERERS, type SignFormat } from './formats.js';

interface SigningKey {
  readonly signer: Signer;
  readonly apiKey: string;
  readonly baseUrl?: string;
  /** The path as it is signed, from the path as it is sent. */
  readonly signedPath?: (path: string) => string;
}

export async function signCommand(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const [method = '', target = ''] = args.positionals;
  if (!/^[A-Z]+$/.test(method)) {
    throw misuse(`METHOD: expected a method in upper case, got ${method}`, {
      hint: `tsi sign ${method.toUpperCase()} ...`,
    });
  }
  const given = readTarget(target);
  const key = await signingKey(args, io);
  const { origin, path } = below(
    given,
    args.text('base-url') ?? (given.origin === undefined ? key.baseUrl : undefined),
  );
  const body = await readBody(args, io);
  const idempotencyKey = args.text('idempotency-key') ?? (method === 'GET' ? '' : randomUUID());
  warnAboutKey(io, method, idempotencyKey);
  const signed = signing('--api-key or --idempotency-key', () =>
    signRequest(key.signer, {
      apiKey: key.apiKey,
      idempotencyKey,
      timestampMs: args.integer('timestamp', 0) ?? Date.now(),
      method,
      path: key.signedPath?.(path) ?? path,
      body: body.bytes,
    }),
  );
  const request: OutgoingRequest = {
    method,
    path,
    origin,
    body: body.bytes,
    ...(body.file === undefined ? {} : { bodyFile: body.file }),
    signed,
  };
  if (args.on('explain')) io.stderr.write(explainStages(request, key.signer.publicKey));
  // The frame has checked the word against the choices of the option.
  const format = (args.text('format') ?? 'headers') as SignFormat;
  io.stdout.write(signing('--format', () => RENDERERS[format](request)));
  return EXIT.conformant;
}

interface Target {
  /** Scheme and host. */
  readonly origin: string | undefined;
  /** Path with query, as it is sent. */
  readonly path: string;
}

/** The target below a base URL, whose own path comes first unless the given path has it already. */
function below({ origin, path }: Target, baseUrl: string | undefined): Target {
  if (baseUrl === undefined) return { origin, path };
  const base = /^(https?:\/\/[^/?#]+)([^?#]*)$/.exec(baseUrl);
  if (base === null) {
    throw misuse(`--base-url: expected an address such as https://host or https://host/path, got ${baseUrl}`);
  }
  const prefix = (base[2] ?? '').replace(/\/$/, '');
  return { origin: base[1], path: path.startsWith(`${prefix}/`) ? path : `${prefix}${path}` };
}

/** A path, or a URL that holds one; the path is taken as it is written, not as a URL parser would write it. */
function readTarget(target: string): Target {
  const url = /^(https?:\/\/[^/?#]+)(.*)$/.exec(target);
  const path = url === null ? target : (url[2] ?? '');
  if (!path.startsWith('/')) throw misuse(`PATH: expected a path that starts with a slash, got ${target}`);
  if (/[^!-~]/.test(path) || path.includes('#')) {
    throw misuse('PATH: expected the path as it is sent: ASCII, percent-encoded, without a fragment', {
      hint: 'encode blanks as %20 and other characters as their UTF-8 bytes',
    });
  }
  return { origin: url?.[1], path };
}

async function signingKey(args: ParsedArgs, io: CommandIo): Promise<SigningKey> {
  const [keyFile, apiKey, profileFile] = [args.text('key-file'), args.text('api-key'), args.text('profile')];
  const role = args.text('role');
  if (keyFile !== undefined && profileFile !== undefined) {
    throw misuse('expected one key, got both --key-file and --profile');
  }
  if (keyFile !== undefined) {
    if (apiKey === undefined) throw misuse('--api-key: expected the public identifier of the key, got nothing');
    return { signer: createSigner(parsePrivateKey(argumentKey(io, '--key-file', keyFile))), apiKey };
  }
  if (profileFile === undefined) throw misuse('expected a key, got neither --key-file nor --profile');
  const profile = await loadProfile(resolve(io.cwd, profileFile), { env: io.env });
  const dialect = await loadDialect(profile);
  const key = Object.entries(profile.keys).find(([name]) => name === (role ?? 'main'))?.[1];
  if (key === undefined) throw misuse(`--role: expected one of ${Object.keys(profile.keys).join(', ')}, got ${role}`);
  return {
    signer: createSigner(parsePrivateKey(key.privateKey)),
    apiKey: apiKey ?? key.id,
    baseUrl: profile.baseUrl,
    signedPath: (path) => dialect.signedPath(path),
  };
}

async function readBody(
  args: ParsedArgs,
  io: CommandIo,
): Promise<{ readonly bytes: Uint8Array; readonly file?: string }> {
  const [file, text] = [args.text('body'), args.text('body-text')];
  if (file !== undefined && text !== undefined) throw misuse('expected one body, got both --body and --body-text');
  if (text !== undefined) return { bytes: Buffer.from(text, 'utf8') };
  if (file === undefined) return { bytes: new Uint8Array() };
  if (file !== '-') return { bytes: argumentFile(io, '--body', file), file };
  return { bytes: await standardInput(io) };
}

/** A wrong key is signed as asked, since a refusal may be what is wanted. */
function warnAboutKey(io: CommandIo, method: string, key: string): void {
  if (method === 'GET' ? key !== '' : idempotencyKeyDefect(key) !== undefined) {
    const rule =
      method === 'GET' ? 'empty for a GET (interface 5.3, rule 6)' : '5 to 128 of A-Z a-z 0-9 . _ - ~ (interface 8)';
    io.stderr.write(`note: the idempotency key should be ${rule}\n`);
  }
}

/** What the signer refuses is a mistake on the command line. */
function signing<T>(option: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof TypeError || cause instanceof RangeError) {
      throw misuse(`${option}: ${cause.message}`, { cause });
    }
    throw cause;
  }
}

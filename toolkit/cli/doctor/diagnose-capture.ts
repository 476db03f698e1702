// `tsi doctor` without a page: reads capture, keys and clock, diagnoses with the native backends, prints.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Capture, type CaptureFormat, MAX_CAPTURE_BYTES } from '../../doctor/capture/capture.js';
import { readCapture } from '../../doctor/capture/read-capture.js';
import { diagnose, redactionOf } from '../../doctor/diagnose.js';
import type { Diagnosis } from '../../doctor/diagnosis.js';
import type { DoctorKey, VerifierFactory } from '../../doctor/keys.js';
import { readPublicKeys } from '../../doctor/read-public-keys.js';
import { renderDiagnosis } from '../../doctor/render.js';
import { keyedDigests } from '../../doctor/search/keyed-digests.js';
import { keyedMessages } from '../../doctor/search/keyed-messages.js';
import { derivationsOf, misreadingsOf } from '../../doctor/search/misread-keys.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import { loadProfile } from '../../profile/loading/load.js';
import { secretsOf } from '../../profile/loading/secrets.js';
import { createSigner, createVerifier, parsePrivateKey } from '../../signing/index.js';
import { hex } from '../../signing/keys/der.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import { verifiersOfAll } from '../../vectors/known-key.js';
import { argumentFile, standardInput } from '../argument-file.js';
import { answer, type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { captureOfRecord } from './capture-of-record.js';

const EXIT_BY_VERDICT: Readonly<Record<Diagnosis['verdict'], ExitCode>> = {
  correct: EXIT.conformant,
  broken: EXIT.verificationFailed,
  undecided: EXIT.incomplete,
};

/** Signatures that may be verified where private keys are known, by which it takes a tenth of the time. */
const MOST_BY_PRIVATE_KEYS = 45_000;

interface KnownKeys {
  readonly keys: readonly DoctorKey[];
  readonly secrets: readonly string[];
  readonly signedPath?: (path: string) => string;
  readonly verifierOf: VerifierFactory;
  readonly verifications?: number;
}

export async function diagnoseCapture(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const known = await knownKeys(args, io);
  const body = args.text('body');
  const clock = args.text('clock');
  const windowMs = args.integer('window', 0);
  const options = {
    ...known,
    hashing: nodeHashing,
    ...(clock === undefined ? {} : { clockMs: clockMs(clock) }),
    ...(windowMs === undefined ? {} : { windowMs }),
    ...(body === undefined ? {} : { body: argumentFile(io, 'body', body) }),
  };
  const capture = await readAsked(args, io);
  const diagnosis = diagnose(capture, options);
  const colour = io.stdout.isTty && (io.env['NO_COLOR'] ?? '') === '';
  const redact = redactionOf(capture, options);
  answer(
    args,
    io,
    documentOf({ ...capture, path: redact(capture.path), method: redact(capture.method) }, diagnosis),
    renderDiagnosis(diagnosis, { colour }),
  );
  return EXIT_BY_VERDICT[diagnosis.verdict];
}

/** As `diagnosis.schema.json` describes it. */
function documentOf({ format, method, path }: Capture, diagnosis: Diagnosis): object {
  return { diagnosis: 1, request: { format, method, path }, ...diagnosis };
}

/** A record of a journal is looked up in the stream, since a journal can be of any size; everything else is read whole. */
async function readAsked(args: ParsedArgs, io: CommandIo): Promise<Capture> {
  const [file = '-'] = args.positionals;
  const record = args.integer('record', 1);
  if (record !== undefined && file !== '-') return captureOfRecord(resolve(io.cwd, file), record);
  const bytes = file === '-' ? await standardInput(io, MAX_CAPTURE_BYTES) : argumentFile(io, 'capture', file);
  return readCapture(bytes, captureOptions(args));
}

function captureOptions(args: ParsedArgs): Parameters<typeof readCapture>[1] {
  // The frame has checked the word against the choices of the option.
  const format = args.text('format') as Exclude<CaptureFormat, 'live'> | undefined;
  const entry = args.integer('entry', 0);
  const record = args.integer('record', 1);
  return {
    ...(format === undefined ? {} : { format }),
    ...(entry === undefined ? {} : { entry }),
    ...(record === undefined ? {} : { record }),
  };
}

/** Unix milliseconds, or anything that a Date header or ISO 8601 may be. */
function clockMs(text: string): number {
  const ms = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(ms)) throw misuse(`--clock: expected Unix milliseconds or a date, got ${text}`);
  return ms;
}

async function knownKeys(args: ParsedArgs, io: CommandIo): Promise<KnownKeys> {
  const named = args.all('key').flatMap((text) => keysOf(text, io));
  const file = args.text('profile');
  if (file === undefined) return { keys: named, secrets: [], verifierOf: createVerifier };
  const profile = await loadProfile(resolve(io.cwd, file), { env: io.env });
  const dialect = await loadDialect(profile);
  const seeds = Object.values(profile.keys).map(({ privateKey }) => parsePrivateKey(privateKey).exposeSeed());
  const keys = Object.values(profile.keys).map(({ id, privateKey }) => {
    const key = parsePrivateKey(privateKey);
    const seed = key.exposeSeed();
    const { publicKey } = createSigner(key);
    return {
      id,
      publicKey,
      misreadings: misreadingsOf(seed),
      derivations: derivationsOf(seed),
      keyed: keyedMessages(seed),
      digests: keyedDigests(seed),
    };
  });
  const expired = profile.keys['expired']?.id;
  return {
    keys: [...named, ...keys.map((key) => (key.id === expired ? { ...key, expired: true } : key))],
    secrets: secretsOf(profile),
    signedPath: (path) => dialect.signedPath(path),
    verifierOf: verifiersOfAll(seeds.map(hex)),
    verifications: MOST_BY_PRIVATE_KEYS,
  };
}

/** `ID=KEY` or `KEY`, where the key is a file or its own text; a base64 text may end with `=`, which is no separator. */
function keysOf(text: string, io: CommandIo): readonly DoctorKey[] {
  // An identifier may hold a slash too, where a key's own text stands behind it.
  const match =
    /^([^=/\\\s-][^=/\\\s]*)=(.+)$/s.exec(text) ?? /^([^=\s]+)=([0-9a-f]{64}|[\w-]{43}=?|-----BEGIN .+)$/is.exec(text);
  const [id, key] =
    match?.[1] !== undefined && match[2] !== undefined && !/^=*$/.test(match[2])
      ? [match[1], match[2]]
      : [undefined, text];
  const path = resolve(io.cwd, key);
  const isFile = !key.includes('\n') && key.length < 4_096 && existsSync(path);
  const keys = readKeys(isFile ? argumentFile(io, '--key', key) : Buffer.from(key), isFile, key);
  return id === undefined ? keys : keys.map((one) => ({ ...one, id }));
}

/** A key that came as text may be secret by mistake, so only what looks like the name of a file is repeated. */
function readKeys(bytes: Uint8Array, isFile: boolean, given: string): readonly DoctorKey[] {
  try {
    return readPublicKeys(bytes);
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    const looksLikeFile = /^[\w./\\~-]{1,200}\.\w{1,5}$/.test(given);
    const name = isFile || looksLikeFile ? ` ${given}` : '';
    const missing = looksLikeFile && !isFile ? '; no file has that name' : '';
    throw misuse(`--key${name}: ${cause.message}${missing}`, { cause });
  }
}

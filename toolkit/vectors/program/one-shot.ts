// For programs that answer one question per start, such as a shell script around openssl: content on standard input and in files named
// by environment variables, the answer on standard output, verdicts as exit status. `vectors/README.md` lists the variables.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartedGroup } from '../../base/end-processes.js';
import { LastWords } from '../../base/last-words.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { unhex } from '../../signing/keys/der.js';
import { publicKeyPem } from '../../signing/keys/key-export.js';
import type { GroupContext } from '../model.js';
import type { Operation } from '../operations.js';
import { type Introduction, parseLine, readIntroduction } from './protocol.js';

export interface OneShotResult {
  readonly status: number | null;
  readonly output: Buffer;
  readonly errorOutput: string;
  readonly failure?: string;
}

const MOST_OUTPUT = 4 * 1024 * 1024;
const KEPT_ERROR_OUTPUT = 4096;
const POSIX = process.platform !== 'win32';

/** How the command is started. */
export interface OneShotProgram {
  readonly command: string;
  /** Where it runs; the current folder when left out. */
  readonly cwd?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs the command once. */
export async function runOnce(
  { command, cwd, signal }: OneShotProgram,
  stdin: Uint8Array,
  env: Readonly<Record<string, string>>,
  limitMs: number,
): Promise<OneShotResult> {
  const group = new StartedGroup();
  const variables = { ...process.env, ...env, ...group.environment };
  const child = spawn(command, { shell: true, detached: POSIX, cwd, env: variables });
  group.began(child.pid);
  const output: Buffer[] = [];
  let size = 0;
  const errorOutput = new LastWords(KEPT_ERROR_OUTPUT);
  let failure: string | undefined;
  const fail = (reason: string): void => {
    failure ??= reason;
    group.end();
    letGo(child);
  };
  const timer = setTimeout(() => fail(`no answer within ${limitMs} ms`), limitMs);
  const onAbort = (): void => fail('the run was interrupted');
  signal?.addEventListener('abort', onAbort, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_OUTPUT) {
      fail(`it wrote more than ${MOST_OUTPUT} bytes`);
    } else {
      output.push(chunk);
    }
  });
  child.stderr.on('data', (chunk: Buffer) => errorOutput.take(chunk));
  // A program that does not read its input closes it early, which is its right.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const status = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => fail(error.message));
    child.on('close', resolve);
  });
  // What it left in the background speaks to nobody any more.
  group.end();
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  return {
    status,
    output: Buffer.concat(output),
    errorOutput: errorOutput.text,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Whatever may still hold its pipes open. */
function letGo(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/**
 * Asks what the command can do; one that does not say is taken for the two plain operations of Ed25519. A text is the reason
 * why it cannot be started at all.
 */
export async function introduceOnce(program: OneShotProgram, limitMs: number): Promise<Introduction | string> {
  const result = await runOnce(program, new Uint8Array(), { TSI_OPERATION: 'start' }, limitMs);
  const { status, output } = result;
  if (result.failure !== undefined || status === null || status >= CANNOT_START) return failureOf(result);
  const said = status === 0 ? readIntroduction(parseLine(output.toString('utf8'))) : undefined;
  return (
    said ?? { implementation: program.command, language: 'unknown', capabilities: ['sign-payload', 'verify-signature'] }
  );
}

/** The statuses of shells for a command that is not found or not executable, or that a signal ended. */
const CANNOT_START = 126;

function failureOf({ status, errorOutput, failure }: OneShotResult): string {
  const reason = failure ?? (status === null ? 'it was ended by a signal' : `it ended with status ${status}`);
  return errorOutput === '' ? reason : `${reason}; it wrote: ${errorOutput}`;
}

export type OneShotAnswer =
  | { readonly result: JsonValue }
  | { readonly skipped: string }
  | { readonly failure: string };

export interface Question {
  readonly operation: Operation;
  readonly input: JsonObject;
  readonly context: GroupContext;
}

/** Asks one question, with its files in a folder of its own that is removed afterwards. */
export async function askOnce(program: OneShotProgram, question: Question, limitMs: number): Promise<OneShotAnswer> {
  const folder = mkdtempSync(join(tmpdir(), 'tsi-vectors-'));
  try {
    const content = contentOf(question);
    const result = await runOnce(program, content, environment(folder, question, content), limitMs);
    return readAnswer(question.operation, result);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the question is about: payload, body or message; for the rest the input as JSON. */
function contentOf({ operation, input }: Question): Uint8Array {
  const member = {
    'sign-payload': 'payload',
    'sign-request': 'body',
    'hash-body': 'body',
    'verify-signature': 'message',
  }[operation as string];
  return member === undefined ? Buffer.from(JSON.stringify(input)) : unhex(String(input[member]));
}

function environment(
  folder: string,
  { operation, input, context }: Question,
  content: Uint8Array,
): Readonly<Record<string, string>> {
  const file = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes, { mode: 0o600 });
    return path;
  };
  const members = Object.entries(input)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .filter(([, value]) => !String(value).includes('\0'))
    .map(([name, value]) => [`TSI_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`, String(value)]);
  return {
    ...Object.fromEntries(members),
    TSI_OPERATION: operation,
    TSI_INPUT: file('input', content),
    ...(context.key === undefined ? {} : { TSI_KEY: file('key.pem', context.key.privatePem) }),
    ...(operation === 'verify-signature' ? verificationFiles(file, input) : {}),
    ...(operation === 'verify-request'
      ? {
          TSI_REGISTRY: file('registry.json', JSON.stringify(context.registry)),
          TSI_CLOCK: JSON.stringify(context.clock),
        }
      : {}),
  };
}

function verificationFiles(
  file: (name: string, bytes: Uint8Array | string) => string,
  input: JsonObject,
): Readonly<Record<string, string>> {
  return {
    TSI_PUBLIC_KEY_FILE: file('public.pem', publicKeyPem(unhex(String(input['publicKey'])))),
    TSI_SIGNATURE_FILE: file('signature', unhex(String(input['signature']))),
  };
}

/** By convention of many test tools: the program says that it cannot do this one. */
const SKIPPED = 77;
const SIGNATURE_BYTES = 64;
const HASH_BYTES = 32;

function readAnswer(operation: Operation, given: OneShotResult): OneShotAnswer {
  const { status, output, errorOutput, failure } = given;
  if (failure !== undefined || status === null || status >= CANNOT_START) return { failure: failureOf(given) };
  if (status === SKIPPED) return { skipped: errorOutput === '' ? `it ended with status ${SKIPPED}` : errorOutput };
  const isSigner = operation === 'sign-payload' || operation === 'sign-request' || operation === 'hash-body';
  if (!isSigner) return { result: { valid: status === 0, ...decodedBytes(operation, status, output) } };
  if (status !== 0) return { failure: failureOf(given) };
  if (operation === 'sign-request') return { result: { headers: readHeaders(output.toString('utf8')) } };
  return operation === 'sign-payload'
    ? { result: { signature: textOrBytes(output, SIGNATURE_BYTES) } }
    : { result: { bodyHash: textOrBytes(output, HASH_BYTES) } };
}

/** Raw bytes of the exact size, or their text with the line end that shells add. */
function textOrBytes(output: Buffer, size: number): string {
  return output.length === size ? encodeBase64url(output) : output.toString('utf8').replace(/\r?\n$/, '');
}

function decodedBytes(operation: Operation, status: number, output: Buffer): JsonObject {
  return operation === 'decode-base64url' && status === 0 ? { bytes: output.toString('hex') } : {};
}

/** A JSON answer, or lines of `Name: value`. */
function readHeaders(text: string): JsonValue {
  const json = parseLine(text);
  if (typeof json === 'object' && json !== null && 'headers' in json) {
    return json.headers as JsonValue; // parsed JSON
  }
  return text
    .split(/\r?\n/)
    .filter((header) => header !== '')
    .map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon), header.slice(colon + 1).replace(/^ /, '')];
    });
}

// What makes a wrong verifier of a right one (interface 5.1 to 5.3): results that are overlooked, and what it makes of a request before it
// looks.

import { fromLittleEndian, join, ORDER, toLittleEndian } from '../../signing/ed25519/curve.js';
import { HEADER } from '../../signing/headers.js';
import type { SigningStage, SlipId } from '../../signing/slips/slips.js';
import { firstBroken, type StageResult } from '../../signing/stage-result.js';
import { inspectRequest } from '../../signing/verify-request.js';
import { MAIN_KEY } from '../build/keys.js';
import { REGISTRY } from '../build/requests/requests.js';
import { receivedRequest, registryContext, rememberingVerifierOf, statedCode } from '../native.js';
import type { HeaderPair, VerifyRequestInput } from '../operations.js';
import { type Readers, readers } from './wrong-reader.js';

export interface Softening {
  /** Whether a broken stage is overlooked. */
  readonly overlooks?: (result: StageResult & { readonly cause: SlipId }, input: VerifyRequestInput) => boolean;
  /** What the verifier makes of a request before it looks at it. */
  readonly normalise?: (input: VerifyRequestInput) => VerifyRequestInput;
  readonly code?: (cause: SlipId) => number | undefined;
  readonly message?: () => string;
}

export const verifiers: Readers<Softening> = readers((softening) => ({
  'verify-request': (given, context) => {
    const input = softening.normalise?.(given) ?? given;
    const results = inspectRequest(
      receivedRequest(input),
      registryContext(context, input, rememberingVerifierOf),
    ).filter(
      (result) => result.cause === undefined || !softening.overlooks?.({ ...result, cause: result.cause }, input),
    );
    const cause = firstBroken(results)?.cause;
    const code = cause && (softening.code ?? statedCode)(cause);
    return {
      valid: cause === undefined,
      ...(code === undefined ? {} : { code }),
      ...(cause === undefined || softening.message === undefined ? {} : { errorMessage: softening.message() }),
    };
  },
}));

export const overlooking = (...causes: readonly SlipId[]): Softening => ({
  overlooks: ({ cause }) => causes.includes(cause),
});
export const skipping = (stage: SigningStage): Softening => ({ overlooks: (result) => result.stage === stage });

/** Overlooks a hash that is that of the body after `change`, and no other. */
export const hashing = (change: (body: Buffer) => Uint8Array): Softening => ({
  normalise: (input) => ({ ...input, body: Buffer.from(change(Buffer.from(input.body, 'hex'))).toString('hex') }),
});

/** Overlooks a path that equals the sent one after `normal`. */
export const comparingPaths = (normal: (path: string) => string): Softening => ({
  overlooks: ({ cause, actual }, input) =>
    cause === 'path-mismatch' && actual !== undefined && normal(actual) === normal(input.path),
});

export const onHeader = (header: string, change: (value: string) => string): Softening => ({
  normalise: (input) => ({
    ...input,
    headers: input.headers.map(([name, value]) => [name, name.toUpperCase() === header ? change(value) : value]),
  }),
});

export const sortedQuery = (path: string): string => {
  const [plain = '', query = ''] = path.split('?');
  return `${plain}?${query.split('&').toSorted().join('&')}`;
};

export const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '));
  } catch {
    return path;
  }
};

export const CLOCK: readonly SlipId[] = [
  'timestamp-stale',
  'timestamp-future',
  'timestamp-local-time',
  'timestamp-seconds',
  'timestamp-microseconds',
  'timestamp-nanoseconds',
];

/** The payload as a verifier has it that parses it and writes it again: members in its own order, no white space. */
export function rewritten(data: string, write: (value: unknown) => string = JSON.stringify): string {
  try {
    const bytes = Buffer.from(data, 'base64url');
    // What is no strict base64url stays what it is.
    if (bytes.toString('base64url') !== data) return data;
    const value: unknown = JSON.parse(bytes.toString());
    return Buffer.from(write(value)).toString('base64url');
  } catch {
    return data;
  }
}

/** As Python's `json.dumps` and PHP write text. */
export const inAscii = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const headerOf = (headers: readonly HeaderPair[], header: string): string =>
  headers.find(([name]) => name.toUpperCase() === header)?.[1] ?? '';

/** The text of the payload, one character to a byte. */
export const latinText = (headers: readonly HeaderPair[]): string =>
  Buffer.from(headerOf(headers, HEADER.data), 'base64url').toString('latin1');

/** The key header as the payload has it. */
export function withSignedKey(headers: readonly HeaderPair[]): readonly HeaderPair[] {
  const key = /"api_key":"([^"]*)"/.exec(latinText(headers))?.[1];
  return headers.map(([name, value]) => [name, name.toUpperCase() === HEADER.apiKey ? (key ?? value) : value]);
}

/** A header in the letter case of its member, where they are one word. */
export function asSigned(headers: readonly HeaderPair[], header: string, member: string): readonly HeaderPair[] {
  const signed = new RegExp(`"${member}":"([^"]*)"`).exec(latinText(headers))?.[1];
  return headers.map(([name, value]) => [
    name,
    name.toUpperCase() === header && signed?.toLowerCase() === value.toLowerCase() ? signed : value,
  ]);
}

function signedParts({ headers }: VerifyRequestInput): readonly [signature: Buffer, payload: Buffer] {
  const bytes = (name: string): Buffer => Buffer.from(headerOf(headers, name), 'base64url');
  return [bytes(HEADER.signature), bytes(HEADER.data)];
}

export const verifiesBy = (publicKey: string, input: VerifyRequestInput): boolean =>
  rememberingVerifierOf(publicKey).verify(...signedParts(input));

export function verifiesReduced(input: VerifyRequestInput): boolean {
  const [signature, payload] = signedParts(input);
  const s = toLittleEndian(fromLittleEndian(signature.subarray(32)) % ORDER);
  const named = REGISTRY.find(({ apiKey }) => apiKey === headerOf(input.headers, HEADER.apiKey)) ?? MAIN_KEY;
  return rememberingVerifierOf(named.publicKey).verify(join(signature.subarray(0, 32), s), payload);
}

/** No signature is right to who verifies by another key, or over other bytes. */
export const withoutRightSignature = (input: VerifyRequestInput): VerifyRequestInput => ({
  ...input,
  headers: input.headers.map(([name, value]) => [
    name,
    name.toUpperCase() === HEADER.signature && /^[\w-]{86}$/.test(value) ? 'A'.repeat(86) : value,
  ]),
});

export function verifiesText(input: VerifyRequestInput): boolean {
  const text = input.headers.find(([name]) => name.toUpperCase() === HEADER.data)?.[1] ?? '';
  return rememberingVerifierOf(MAIN_KEY.publicKey).verify(signedParts(input)[0], Buffer.from(text));
}

export const accountOf = (path: string): string => /\/accounts\/([^/?]+)/.exec(path)?.[1] ?? '';
export const ACCOUNTS: readonly string[] = REGISTRY.flatMap(({ accounts }) => accounts);
export const PERMITTED_SOURCES: readonly string[] = REGISTRY.flatMap(({ sources = [] }) => sources);

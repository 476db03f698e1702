// Verifiers of requests that forget or soften one rule of interface 5.1 to 5.3: the whole verification, with some results overlooked.

import { fromLittleEndian, join, ORDER, toLittleEndian } from '../../signing/ed25519/curve.js';
import { HEADER } from '../../signing/headers.js';
import type { SigningStage, SlipId } from '../../signing/slips/slips.js';
import { firstBroken, type StageResult } from '../../signing/stage-result.js';
import { inspectRequest } from '../../signing/verify-request.js';
import { MAIN_KEY, SECOND_KEY } from '../build/keys.js';
import { ACCOUNT, NOW_MS, REGISTRY } from '../build/requests/requests.js';
import { receivedRequest, registryContext, rememberingVerifierOf, statedCode } from '../native.js';
import type { HeaderPair, VerifyRequestInput } from '../operations.js';
import { type Readers, readers, type WrongReader } from './wrong-reader.js';

interface Softening {
  /** Whether a broken stage is overlooked. */
  readonly overlooks?: (result: StageResult & { readonly cause: SlipId }, input: VerifyRequestInput) => boolean;
  /** What the verifier makes of a request before it looks at it. */
  readonly normalise?: (input: VerifyRequestInput) => VerifyRequestInput;
  readonly code?: (cause: SlipId) => number | undefined;
  readonly message?: () => string;
}

const verifiers: Readers<Softening> = readers((softening) => ({
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

const overlooking = (...causes: readonly SlipId[]): Softening => ({
  overlooks: ({ cause }) => causes.includes(cause),
});
const skipping = (stage: SigningStage): Softening => ({ overlooks: (result) => result.stage === stage });

/** Overlooks a hash that is that of the body after `change`, and no other. */
const hashing = (change: (body: Buffer) => Uint8Array): Softening => ({
  normalise: (input) => ({ ...input, body: Buffer.from(change(Buffer.from(input.body, 'hex'))).toString('hex') }),
});

/** Overlooks a path that equals the sent one after `normal`. */
const comparingPaths = (normal: (path: string) => string): Softening => ({
  overlooks: ({ cause, actual }, input) =>
    cause === 'path-mismatch' && actual !== undefined && normal(actual) === normal(input.path),
});

const onHeader = (header: string, change: (value: string) => string): Softening => ({
  normalise: (input) => ({
    ...input,
    headers: input.headers.map(([name, value]) => [name, name.toUpperCase() === header ? change(value) : value]),
  }),
});

const sortedQuery = (path: string): string => {
  const [plain = '', query = ''] = path.split('?');
  return `${plain}?${query.split('&').toSorted().join('&')}`;
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '));
  } catch {
    return path;
  }
};

const CLOCK: readonly SlipId[] = [
  'timestamp-stale',
  'timestamp-future',
  'timestamp-local-time',
  'timestamp-seconds',
  'timestamp-microseconds',
  'timestamp-nanoseconds',
];

/** The payload as a verifier has it that parses it and writes it again: members in its own order, no white space. */
function rewritten(data: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(data, 'base64url').toString());
    return Buffer.from(JSON.stringify(value)).toString('base64url');
  } catch {
    return data;
  }
}

/** The text of the payload, one character to a byte. */
const latinText = (headers: readonly HeaderPair[]): string =>
  Buffer.from(headers.find(([name]) => name.toUpperCase() === HEADER.data)?.[1] ?? '', 'base64url').toString('latin1');

/** The key header as the payload has it. */
function withSignedKey(headers: readonly HeaderPair[]): readonly HeaderPair[] {
  const key = /"api_key":"([^"]*)"/.exec(latinText(headers))?.[1];
  return headers.map(([name, value]) => [name, name.toUpperCase() === HEADER.apiKey ? (key ?? value) : value]);
}

/** A header in the letter case of its member, where they are one word. */
function asSigned(headers: readonly HeaderPair[], header: string, member: string): readonly HeaderPair[] {
  const signed = new RegExp(`"${member}":"([^"]*)"`).exec(latinText(headers))?.[1];
  return headers.map(([name, value]) => [
    name,
    name.toUpperCase() === header && signed?.toLowerCase() === value.toLowerCase() ? signed : value,
  ]);
}

function signedParts({ headers }: VerifyRequestInput): readonly [signature: Buffer, payload: Buffer] {
  const bytes = (name: string): Buffer =>
    Buffer.from(headers.find(([one]) => one.toUpperCase() === name)?.[1] ?? '', 'base64url');
  return [bytes(HEADER.signature), bytes(HEADER.data)];
}

const verifiesBy = (publicKey: string, input: VerifyRequestInput): boolean =>
  rememberingVerifierOf(publicKey).verify(...signedParts(input));

function verifiesReduced(input: VerifyRequestInput): boolean {
  const [signature, payload] = signedParts(input);
  const s = toLittleEndian(fromLittleEndian(signature.subarray(32)) % ORDER);
  return rememberingVerifierOf(MAIN_KEY.publicKey).verify(join(signature.subarray(0, 32), s), payload);
}

/** No signature is right to who verifies by another key, or over other bytes. */
const withoutRightSignature = (input: VerifyRequestInput): VerifyRequestInput => ({
  ...input,
  headers: input.headers.map(([name, value]) => [
    name,
    name.toUpperCase() === HEADER.signature && /^[\w-]{86}$/.test(value) ? 'A'.repeat(86) : value,
  ]),
});

function verifiesText(input: VerifyRequestInput): boolean {
  const text = input.headers.find(([name]) => name.toUpperCase() === HEADER.data)?.[1] ?? '';
  return rememberingVerifierOf(MAIN_KEY.publicKey).verify(signedParts(input)[0], Buffer.from(text));
}

const accountOf = (path: string): string => /\/accounts\/([^/?]+)/.exec(path)?.[1] ?? '';
const PERMITTED_SOURCES: readonly string[] = REGISTRY.flatMap(({ sources = [] }) => sources);

export const VERIFY_READERS: readonly WrongReader[] = verifiers({
  'skips-signature: does not verify the signature': skipping('signature'),
  'verifies-text: verifies over the text of SVC-DATA': {
    normalise: (input) => (verifiesText(input) ? input : withoutRightSignature(input)),
    overlooks: ({ cause }, input) => cause === 'signature-unexplained' && verifiesText(input),
  },
  'finds-no-signature-right: finds no signature right: it verifies other bytes, or by another key': {
    normalise: withoutRightSignature,
  },
  'skips-body-hash: does not compare the body hash': skipping('body-hash'),
  'skips-path: does not compare the path': overlooking('path-mismatch'),
  'compares-path-by-start: asks whether the path that was sent begins with the signed one': {
    overlooks: ({ cause, actual }, input) =>
      cause === 'path-mismatch' && actual !== undefined && input.path.startsWith(actual),
  },
  'compares-path-by-end: asks whether the signed path ends with the one that was sent, or the other way round': {
    overlooks: ({ cause, actual = '' }, input) =>
      cause === 'path-mismatch' && (actual.endsWith(input.path) || input.path.endsWith(actual)),
  },
  'compares-path-without-version: compares the path below its version': comparingPaths((path) =>
    path.replace(/^\/v\d+/, ''),
  ),
  'skips-query: compares the path without the query': comparingPaths((path) => path.split('?')[0] ?? path),
  'sorts-query-to-compare: compares the query with its parameters sorted': comparingPaths(sortedQuery),
  'decodes-path-to-compare: compares the path in decoded form': comparingPaths(decoded),
  'undoes-percent-encoding-to-compare: compares the path with its percent-encoding undone': comparingPaths((path) => {
    try {
      return decodeURIComponent(path);
    } catch {
      return path;
    }
  }),
  'compares-path-without-case: compares the path without regard to case': comparingPaths((path) => path.toLowerCase()),
  'trims-slash-to-compare: compares the path without a slash at its end': comparingPaths((path) =>
    path.replace(/\/(?=\?|$)/, ''),
  ),
  'accepts-duplicate-parameters: accepts a query parameter twice': overlooking('path-query-duplicate'),
  'skips-method: does not compare the method': skipping('method'),
  'compares-method-without-case: compares the method without regard to case': overlooking('method-lower-case'),
  'skips-clock: does not compare the timestamp with the clock': overlooking(...CLOCK),
  'accepts-old-timestamps: looks for timestamps in the future alone': overlooking('timestamp-stale'),
  'accepts-future-timestamps: looks for old timestamps alone': {
    overlooks: ({ cause, actual }) => CLOCK.includes(cause) && Number(actual) > NOW_MS,
  },
  'trusts-timestamp-header: does not compare the timestamp header with the payload': overlooking('timestamp-mismatch'),
  'trusts-key-header: does not compare the key header with the payload': overlooking(
    'api-key-mismatch',
    'api-key-white-space',
  ),
  'trusts-payload-key: takes the key from the payload and does not look at its header': {
    normalise: (input) => ({ ...input, headers: withSignedKey(input.headers) }),
  },
  'trusts-idempotency-header: does not compare the idempotency header with the payload':
    overlooking('idempotency-key-mismatch'),
  'skips-version: does not check the version': overlooking('sign-version-unsupported'),
  'skips-both-versions: looks at no version, neither in the header nor in the payload': skipping('sign-version'),
  'reads-version-of-header-alone: checks the version in the header alone': {
    overlooks: ({ stage }, { headers }) =>
      stage === 'sign-version' && headers.some(([name, value]) => name === HEADER.signVersion && value === '1'),
  },
  'trusts-version-header: does not compare the version header with the payload': overlooking('sign-version-mismatch'),
  'takes-absent-header-for-empty: takes an absent idempotency header for an empty one':
    overlooking('idempotency-header-dropped'),
  'accepts-missing-headers: reads everything from SVC-DATA and misses no header': overlooking('header-missing'),
  'accepts-empty-idempotency-key: accepts a mutating request without a key': overlooking('idempotency-key-missing'),
  'accepts-short-keys: accepts keys of fewer than 5 characters': overlooking('idempotency-key-too-short'),
  'accepts-long-keys: accepts keys of more than 128 characters': overlooking('idempotency-key-too-long'),
  'accepts-any-key-characters: accepts any character in a key': overlooking('idempotency-key-characters'),
  'refuses-empty-idempotency-key: refuses the empty key of a GET': {
    normalise: (input) => ({ ...input, headers: input.headers.filter(([, value]) => value !== '') }),
  },
  'strips-padding-of-data: accepts padding in SVC-DATA': onHeader('SVC-DATA', (value) => value.replace(/=+$/, '')),
  'strips-padding-of-signature: accepts padding in SVC-SIGN': onHeader('SVC-SIGN', (value) => value.replace(/=+$/, '')),
  'accepts-data-in-standard-base64: accepts the standard alphabet in SVC-DATA': onHeader('SVC-DATA', (value) =>
    value.replaceAll('+', '-').replaceAll('/', '_'),
  ),
  'accepts-signature-in-standard-base64: accepts the standard alphabet in SVC-SIGN': onHeader('SVC-SIGN', (value) =>
    value.replaceAll('+', '-').replaceAll('/', '_'),
  ),
  'accepts-signature-in-hex: accepts a hexadecimal signature': onHeader('SVC-SIGN', (value) =>
    /^[0-9a-f]{128}$/i.test(value) ? Buffer.from(value, 'hex').toString('base64url') : value,
  ),
  'rewrites-payload: verifies the payload as it writes it again after parsing': onHeader('SVC-DATA', rewritten),
  'compares-header-names-exactly: knows the header names in upper case alone': {
    normalise: (input) => ({ ...input, headers: input.headers.filter(([name]) => name === name.toUpperCase()) }),
  },
  'accepts-expired-keys: does not look at the expiry of a key': overlooking('api-key-expired'),
  'accepts-just-expired-keys: accepts a key for a minute beyond its expiry': {
    overlooks: ({ cause }, { headers }) =>
      cause === 'api-key-expired' &&
      REGISTRY.some(
        ({ apiKey, expiresAtMs = 0 }) =>
          NOW_MS - expiresAtMs < 60_000 && headers.some(([name, value]) => name === HEADER.apiKey && value === apiKey),
      ),
  },
  'skips-account-access: does not check access to the account': overlooking('account-not-permitted'),
  'skips-source: does not check the source address': overlooking('source-not-permitted'),
  'skips-scope: does not check the permission for the operation': overlooking('scope-not-permitted'),
  'answers-1001-for-unknown-keys: answers 1001 for a key that it does not know or that has expired': {
    code: (cause) => (statedCode(cause) === 1000 ? 1001 : statedCode(cause)),
  },
  'answers-1001-for-access: answers 1001 for what a key may not do': {
    code: (cause) => (statedCode(cause) === 1002 ? 1001 : statedCode(cause)),
  },
  'answers-1001-always: answers 1001 for every refusal': { code: () => 1001 },
  'answers-1000-always: answers 1000 for every refusal': { code: () => 1000 },
  'accepts-empty-headers: asks whether headers are there, not whether they say anything': overlooking('header-empty'),
  'accepts-unreadable-data: takes an exception while it reads SVC-DATA for no objection': {
    overlooks: ({ stage }) => stage === 'data-encoding' || stage === 'payload',
  },
  'accepts-unreadable-signature: takes an exception while it reads SVC-SIGN for no objection':
    skipping('signature-encoding'),
  'fills-in-missing-members: takes what the payload lacks from the headers': overlooking(
    'payload-member-missing',
    'payload-member-renamed',
    'payload-wrapped',
  ),
  'accepts-unreadable-timestamp: does not compare a timestamp header that it cannot read': overlooking(
    'timestamp-format',
    'timestamp-date-time',
    'header-empty',
  ),
  'hashes-parsed-body: parses the body, writes it again and hashes that': hashing((body) => {
    try {
      return Buffer.from(JSON.stringify(JSON.parse(body.toString())));
    } catch {
      return body;
    }
  }),
  'hashes-text-of-body: decodes the body to text and hashes that': hashing((body) => Buffer.from(body.toString())),
  'hashes-trimmed-body: hashes the body without white space at its ends': hashing((body) =>
    Buffer.from(body.toString('latin1').trim(), 'latin1'),
  ),
  'skips-hash-of-no-body: compares the body hash only where there is a body': {
    overlooks: ({ stage }, { body }) => stage === 'body-hash' && body === '',
  },
  'skips-body-save-of-orders: compares the body hash of POST alone': {
    overlooks: ({ stage }, { method }) => stage === 'body-hash' && method !== 'POST',
  },
  'parses-query-to-compare: parses both queries and compares their parameters': comparingPaths((path) => {
    const [plain = '', query = ''] = path.split('?');
    return `${plain}?${new URLSearchParams(query)}`;
  }),
  'normalises-paths-to-compare: passes both paths through a URL parser': comparingPaths((path) => {
    try {
      const url = new URL(path, 'http://h');
      return url.pathname + url.search;
    } catch {
      return path;
    }
  }),
  'skips-path-of-handshakes: does not compare the path of a handshake': {
    overlooks: ({ cause }, { path }) => cause === 'path-mismatch' && path.includes('/ws/'),
  },
  'reads-version-loosely: compares the version by loose equality': {
    overlooks: ({ cause, actual = '', expected = '' }) =>
      cause === 'sign-version-mismatch' &&
      [actual, expected].every((text) => /^(?:1|\[1\]|true|1\D.*|1, .*)$/.test(text)),
  },
  'knows-keys-without-case: looks an identifier up without regard to case': {
    overlooks: ({ cause }, { headers }) =>
      cause === 'api-key-unknown' &&
      headers.some(([name, value]) => name === HEADER.apiKey && value.toLowerCase() === MAIN_KEY.apiKey),
  },
  'accepts-within-a-minute: takes a wider window than the given one, such as a minute': {
    overlooks: ({ cause }, { headers }) =>
      CLOCK.includes(cause) &&
      headers.some(([name, value]) => name === HEADER.timestamp && Math.abs(Number(value) - NOW_MS) <= 60_000),
  },
  'compares-kinds-of-method: asks only whether both methods read or both write': {
    overlooks: ({ cause, actual = '', expected = '' }) =>
      cause === 'method-mismatch' && actual !== 'GET' && expected !== 'GET',
  },
  'reads-scope-of-post-alone: takes every method but POST for a read': {
    overlooks: ({ cause }, { method }) => cause === 'scope-not-permitted' && method !== 'POST',
  },
  'verifies-either: accepts a signature over the payload or over the text of SVC-DATA': {
    overlooks: ({ cause }, input) => cause === 'signature-unexplained' && verifiesText(input),
  },
  'compares-hash-without-case: compares the body hash without regard to case': {
    overlooks: ({ cause, expected = '', actual = '' }) =>
      cause === 'body-hash-mismatch' && expected.toLowerCase() === actual.toLowerCase(),
  },
  'compares-start-of-hash: compares the start of the body hash, as far as there is one': {
    overlooks: ({ cause, expected = '', actual = '' }) =>
      cause === 'body-hash-mismatch' && actual !== '' && (expected.startsWith(actual) || actual.startsWith(expected)),
  },
  'compares-seconds: compares header and payload to the second': {
    overlooks: ({ cause, expected, actual }) =>
      cause === 'timestamp-mismatch' && Math.floor(Number(expected) / 1000) === Math.floor(Number(actual) / 1000),
  },
  'compares-keys-without-case: compares the key header with the payload without regard to case': {
    normalise: (input) => ({ ...input, headers: asSigned(input.headers, HEADER.apiKey, 'api_key') }),
  },
  'compares-idempotency-without-case: compares the idempotency keys without regard to case': {
    normalise: (input) => ({ ...input, headers: asSigned(input.headers, HEADER.idempotencyKey, 'idempotency_key') }),
  },
  'takes-first-of-joined: takes the first of several values in one header': {
    normalise: (input) => ({
      ...input,
      headers: input.headers.map(([name, value]) => [name, value.split(', ')[0] ?? '']),
    }),
  },
  'takes-last-of-joined: takes the last of several values in one header': {
    normalise: (input) => ({
      ...input,
      headers: input.headers.map(([name, value]) => [name, value.split(', ').at(-1) ?? '']),
    }),
  },
  'reads-numbers-at-start: reads the digits at the start of a header and ignores the rest': {
    normalise: (input) => ({
      ...input,
      headers: input.headers.map(([name, value]) => [
        name,
        name === HEADER.timestamp || name === HEADER.signVersion ? (/^\d+/.exec(value)?.[0] ?? value) : value,
      ]),
    }),
  },
  'reads-one-digit-of-version: looks at the first character of the version': onHeader('SVC-SIGN-VERSION', (value) =>
    value.slice(0, 1),
  ),
  'accepts-large-s-in-request: reduces S of a signature before it verifies': {
    overlooks: ({ cause }, input) => cause === 'signature-unexplained' && verifiesReduced(input),
  },
  'accepts-any-registered-key: tries every registered key': {
    overlooks: ({ cause }, input) =>
      cause === 'signature-unexplained' && [MAIN_KEY, SECOND_KEY].some(({ publicKey }) => verifiesBy(publicKey, input)),
  },
  'permits-accounts-by-start: compares accounts by their beginnings': {
    overlooks: ({ cause }, { path }) =>
      cause === 'account-not-permitted' && (accountOf(path).startsWith(ACCOUNT) || ACCOUNT.startsWith(accountOf(path))),
  },
  'permits-longer-accounts: takes every account that begins like a permitted one': {
    overlooks: ({ cause }, { path }) => cause === 'account-not-permitted' && accountOf(path).startsWith(ACCOUNT),
  },
  'permits-accounts-anywhere: looks for a permitted account anywhere in the target': {
    overlooks: ({ cause }, { path }) => cause === 'account-not-permitted' && path.includes(ACCOUNT),
  },
  'permits-sources-by-start: compares source addresses by their beginnings': {
    overlooks: ({ cause }, { source }) =>
      cause === 'source-not-permitted' &&
      PERMITTED_SOURCES.some((one) => one.startsWith(source) || source.startsWith(one)),
  },
  'permits-longer-sources: takes every source address that begins like a permitted one': {
    overlooks: ({ cause }, { source }) =>
      cause === 'source-not-permitted' && PERMITTED_SOURCES.some((one) => source.startsWith(one)),
  },
  'permits-sources-by-network: compares the networks of source addresses': {
    overlooks: ({ cause }, { source }) => cause === 'source-not-permitted' && source.startsWith('192.0.2.'),
  },
  'knows-keys-by-start: looks an identifier up by its beginning': {
    normalise: (input) => input,
    overlooks: ({ cause }, { headers }) =>
      cause === 'api-key-unknown' &&
      MAIN_KEY.apiKey.startsWith(headers.find(([name]) => name === HEADER.apiKey)?.[1] ?? '?'),
  },
  'skips-signature-of-handshakes: does not verify the signature of a handshake': {
    overlooks: ({ stage }, { path }) => stage === 'signature' && path.includes('/ws/'),
  },
  'skips-signature-of-deletions: does not verify the signature of a deletion': {
    overlooks: ({ stage }, { method }) => stage === 'signature' && method === 'DELETE',
  },
  'skips-path-of-orders: compares the path of reads alone': {
    overlooks: ({ cause }, { method }) => cause === 'path-mismatch' && method !== 'GET',
  },
  'skips-clock-of-reads: looks at the clock for orders alone': {
    overlooks: ({ cause }, { method }) => CLOCK.includes(cause) && method === 'GET',
  },
  'skips-body-of-deletions: does not compare the body hash of a deletion': {
    overlooks: ({ stage }, { method }) => stage === 'body-hash' && method === 'DELETE',
  },
  'coerces-types: turns every member into text before it compares': {
    normalise: (input) => input,
    overlooks: ({ cause, stage }, { headers }) =>
      (cause === 'payload-member-type' || cause === 'sign-version-mismatch' || stage === 'body-hash') &&
      /\["?[^"\]]*"?\]/.test(latinText(headers)),
  },
  'answers-other-message: answers with a message of its own': { code: statedCode, message: () => 'Bad signature' },
  'answers-1001-with-message: answers AUTH_INVALID_SIGNATURE for every refusal': {
    code: () => undefined,
    message: () => 'AUTH_INVALID_SIGNATURE',
  },
  'unquotes-api-key: strips quotation marks from header and payload': overlooking('api-key-quoted'),
});

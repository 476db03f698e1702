// Verifiers of requests that forget or soften one rule of interface 5.1 to 5.3: the whole verification, with some results overlooked.

import type { SigningStage, SlipId } from '../../signing/slips/slips.js';
import { firstBroken, type StageResult } from '../../signing/stage-result.js';
import { inspectRequest } from '../../signing/verify-request.js';
import { receivedRequest, registryContext, statedCode } from '../native.js';
import type { VerifyRequestInput } from '../operations.js';
import { type Readers, readers, type WrongReader } from './wrong-reader.js';

interface Softening {
  /** Whether a broken stage is overlooked. */
  readonly overlooks?: (result: StageResult & { readonly cause: SlipId }, input: VerifyRequestInput) => boolean;
  /** What the verifier makes of a request before it looks at it. */
  readonly normalise?: (input: VerifyRequestInput) => VerifyRequestInput;
  readonly code?: (cause: SlipId) => number | undefined;
}

const verifiers: Readers<Softening> = readers((softening) => ({
  'verify-request': (given, context) => {
    const input = softening.normalise?.(given) ?? given;
    const results = inspectRequest(receivedRequest(input), registryContext(context, input)).filter(
      (result) => result.cause === undefined || !softening.overlooks?.({ ...result, cause: result.cause }, input),
    );
    const cause = firstBroken(results)?.cause;
    const code = cause && (softening.code ?? statedCode)(cause);
    return { valid: cause === undefined, ...(code === undefined ? {} : { code }) };
  },
}));

const overlooking = (...causes: readonly SlipId[]): Softening => ({
  overlooks: ({ cause }) => causes.includes(cause),
});
const skipping = (stage: SigningStage): Softening => ({ overlooks: (result) => result.stage === stage });

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

export const VERIFY_READERS: readonly WrongReader[] = verifiers({
  'skips-signature: does not verify the signature': skipping('signature'),
  'skips-body-hash: does not compare the body hash': skipping('body-hash'),
  'skips-path: does not compare the path': overlooking('path-mismatch'),
  'skips-query: compares the path without the query': comparingPaths((path) => path.split('?')[0] ?? path),
  'sorts-query-to-compare: compares the query with its parameters sorted': comparingPaths(sortedQuery),
  'decodes-path-to-compare: compares the path in decoded form': comparingPaths(decoded),
  'compares-path-without-case: compares the path without regard to case': comparingPaths((path) => path.toLowerCase()),
  'trims-slash-to-compare: compares the path without a slash at its end': comparingPaths((path) =>
    path.replace(/\/(?=\?|$)/, ''),
  ),
  'accepts-duplicate-parameters: accepts a query parameter twice': overlooking('path-query-duplicate'),
  'skips-method: does not compare the method': skipping('method'),
  'compares-method-without-case: compares the method without regard to case': overlooking('method-lower-case'),
  'skips-clock: does not compare the timestamp with the clock': overlooking(...CLOCK),
  'accepts-old-timestamps: looks for timestamps in the future alone': overlooking('timestamp-stale'),
  'accepts-future-timestamps: looks for old timestamps alone': overlooking('timestamp-future'),
  'trusts-timestamp-header: does not compare the timestamp header with the payload': overlooking('timestamp-mismatch'),
  'trusts-key-header: does not compare the key header with the payload': overlooking(
    'api-key-mismatch',
    'api-key-white-space',
  ),
  'trusts-idempotency-header: does not compare the idempotency header with the payload':
    overlooking('idempotency-key-mismatch'),
  'skips-version: does not check the version': overlooking('sign-version-unsupported'),
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
    /^[0-9a-f]{128}$/.test(value) ? Buffer.from(value, 'hex').toString('base64url') : value,
  ),
  'rewrites-payload: verifies the payload as it writes it again after parsing': onHeader('SVC-DATA', rewritten),
  'compares-header-names-exactly: knows the header names in upper case alone': {
    normalise: (input) => ({ ...input, headers: input.headers.filter(([name]) => name === name.toUpperCase()) }),
  },
  'accepts-expired-keys: does not look at the expiry of a key': overlooking('api-key-expired'),
  'skips-account-access: does not check access to the account': overlooking('account-not-permitted'),
  'skips-source: does not check the source address': overlooking('source-not-permitted'),
  'skips-scope: does not check the permission for the operation': overlooking('scope-not-permitted'),
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
  'unquotes-api-key: strips quotation marks from header and payload': overlooking('api-key-quoted'),
});

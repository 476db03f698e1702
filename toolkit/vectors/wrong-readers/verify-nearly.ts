// Verifiers that check a thing, and check it too loosely or in one of its two places (interface 5.1 to 5.4): values in another form, one
// header of a pair, the errors of one rule.
import { HEADER } from '../../signing/headers.js';
import { idempotencyKeyDefect } from '../../signing/idempotency-key.js';
import { NOW_MS, REGISTRY, WINDOW_MS } from '../build/requests/requests.js';
import { statedCode } from '../native.js';
import { CLOCK, headerOf, latinText, onHeader, overlooking, type Softening, verifiers } from './soften.js';
import type { WrongReader } from './wrong-reader.js';

const hashAs = (isForm: (signed: string) => boolean): Softening => ({
  overlooks: ({ stage, actual = '' }) => stage === 'body-hash' && isForm(actual),
});

export const NEARLY_READERS: readonly WrongReader[] = verifiers({
  'accepts-padded-hash: accepts padding in body_hash': hashAs((signed) => /^[\w-]{43}=$/.test(signed)),
  'accepts-hash-in-standard-base64: accepts the standard alphabet in body_hash': hashAs((signed) =>
    /^(?=.*[+/])[\w+/]{43}$/.test(signed),
  ),
  'accepts-hash-in-hex: accepts a hexadecimal body_hash': hashAs((signed) => /^[0-9a-f]{64}$/.test(signed)),
  'takes-absent-hash-for-none: misses no body_hash where there is no body': {
    overlooks: ({ cause }, { body, headers }) =>
      cause === 'payload-member-missing' && body === '' && !latinText(headers).includes('"body_hash"'),
  },
  'reads-start-of-signature: verifies the first 64 bytes of a longer signature': onHeader(HEADER.signature, (value) =>
    /^[\w-]{87,}$/.test(value) ? Buffer.from(value, 'base64url').subarray(0, 64).toString('base64url') : value,
  ),
  'takes-absent-key-from-payload: takes the idempotency key from the payload where its header is absent':
    overlooking('idempotency-header-dropped'),
  'looks-key-up-by-header: looks the key up by its header and does not compare it with the payload': {
    overlooks: ({ cause }, { headers }) =>
      cause === 'api-key-mismatch' && REGISTRY.some(({ apiKey }) => apiKey === headerOf(headers, HEADER.apiKey)),
  },
  'checks-idempotency-header-alone: checks the idempotency header and does not compare it with the payload': {
    overlooks: ({ cause }, { method, headers }) => {
      const key = headerOf(headers, HEADER.idempotencyKey);
      return (
        cause === 'idempotency-key-mismatch' &&
        (method === 'GET' ? key === '' : idempotencyKeyDefect(key) === undefined)
      );
    },
  },
  'reads-version-of-payload-alone: checks the version in the payload alone': {
    overlooks: ({ stage }, { headers }) =>
      stage === 'sign-version' && /"sign_version"\s*:\s*1\s*[,}]/.test(latinText(headers)),
  },
  'accepts-keys-of-any-length: accepts keys of any length for a mutating request, of none too': overlooking(
    'idempotency-key-missing',
    'idempotency-key-too-short',
    'idempotency-key-too-long',
  ),
  'measures-window-in-seconds: compares the age of a request in whole seconds': {
    overlooks: ({ cause }, { headers }) =>
      CLOCK.includes(cause) &&
      headers.some(
        ([name, value]) =>
          name === HEADER.timestamp && Math.floor(Math.abs(Number(value) - NOW_MS) / 1000) * 1000 <= WINDOW_MS,
      ),
  },
  'reads-both-times-in-seconds: cuts the milliseconds off the timestamp and off the clock': {
    overlooks: ({ cause }, { headers }) =>
      CLOCK.includes(cause) &&
      headers.some(
        ([name, value]) =>
          name === HEADER.timestamp &&
          Math.abs(Math.floor(Number(value) / 1000) - Math.floor(NOW_MS / 1000)) * 1000 <= WINDOW_MS,
      ),
  },
  'takes-head-for-get: takes HEAD and GET for the same method': {
    overlooks: ({ cause, actual = '', expected = '' }) =>
      cause === 'method-mismatch' && [actual, expected].every((method) => method === 'GET' || method === 'HEAD'),
  },
  'accepts-seconds: takes a timestamp in seconds for what it says': overlooking('timestamp-seconds'),
  'accepts-different-duplicates: accepts a query parameter twice with different values': {
    overlooks: ({ cause }, { path }) => {
      const parameters = (path.split('?')[1] ?? '').split('&');
      return cause === 'path-query-duplicate' && new Set(parameters).size === parameters.length;
    },
  },
  'takes-trade-for-read: permits reads to a key that may trade alone': {
    overlooks: ({ cause }, { method }) => cause === 'scope-not-permitted' && method === 'GET',
  },
  'answers-1000-for-signatures: answers 1000 for a signature that does not verify': {
    code: (cause) => (statedCode(cause) === 1001 ? 1000 : statedCode(cause)),
  },
  'answers-1000-for-access: answers 1000 for what a key may not do': {
    code: (cause) => (statedCode(cause) === 1002 ? 1000 : statedCode(cause)),
  },
  'answers-1001-for-unregistered-keys: answers 1001 for a key that it does not know': {
    code: (cause) => (cause === 'api-key-unknown' ? 1001 : statedCode(cause)),
  },
  'answers-1001-for-expired-keys: answers 1001 for a key that has expired': {
    code: (cause) => (cause === 'api-key-expired' ? 1001 : statedCode(cause)),
  },
});

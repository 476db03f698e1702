// Verifiers that forget or soften one rule of who may send a request (interface 5.3, rules 9 and 10; 5.4): the key, what it permits, the
// errors.
import { HEADER } from '../../signing/headers.js';
import { MAIN_KEY, SECOND_KEY } from '../build/keys.js';
import { ACCOUNT, NOW_MS, REGISTRY } from '../build/requests/requests.js';
import { statedCode } from '../native.js';
import {
  ACCOUNTS,
  accountOf,
  asSigned,
  headerOf,
  overlooking,
  PERMITTED_SOURCES,
  verifiers,
  verifiesBy,
  withSignedKey,
} from './soften.js';
import type { WrongReader } from './wrong-reader.js';

export const ACCESS_READERS: readonly WrongReader[] = verifiers({
  'trusts-key-header: does not compare the key header with the payload': overlooking(
    'api-key-mismatch',
    'api-key-white-space',
  ),
  'trusts-payload-key: takes the key from the payload and does not look at its header': {
    normalise: (input) => ({ ...input, headers: withSignedKey(input.headers) }),
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
  'judges-expiry-by-timestamp: asks whether the key had expired when the request was signed': {
    overlooks: ({ cause }, { headers }) =>
      cause === 'api-key-expired' &&
      REGISTRY.some(
        ({ apiKey, expiresAtMs = 0 }) =>
          headerOf(headers, HEADER.apiKey) === apiKey && Number(headerOf(headers, HEADER.timestamp)) < expiresAtMs,
      ),
  },
  'compares-accounts-as-numbers: compares accounts as JSON numbers, which are doubles': {
    overlooks: ({ cause }, { path }) =>
      cause === 'account-not-permitted' && ACCOUNTS.some((account) => Number(account) === Number(accountOf(path))),
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
  'knows-keys-without-case: looks an identifier up without regard to case': {
    overlooks: ({ cause }, { headers }) =>
      cause === 'api-key-unknown' &&
      headers.some(([name, value]) => name === HEADER.apiKey && value.toLowerCase() === MAIN_KEY.apiKey),
  },
  'reads-scope-of-post-alone: takes every method but POST for a read': {
    overlooks: ({ cause }, { method }) => cause === 'scope-not-permitted' && method !== 'POST',
  },
  'compares-keys-without-case: compares the key header with the payload without regard to case': {
    normalise: (input) => ({ ...input, headers: asSigned(input.headers, HEADER.apiKey, 'api_key') }),
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
  'permits-parts-of-texts: looks for the account and the source inside the text of the permitted ones': {
    overlooks: ({ cause }, { path, source }) =>
      (cause === 'account-not-permitted' && ACCOUNT.includes(accountOf(path))) ||
      (cause === 'source-not-permitted' && PERMITTED_SOURCES.join().includes(source)),
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
  'answers-other-message: answers with a message of its own': { code: statedCode, message: () => 'Bad signature' },
  'answers-1001-with-message: answers AUTH_INVALID_SIGNATURE for every refusal': {
    code: () => undefined,
    message: () => 'AUTH_INVALID_SIGNATURE',
  },
  'unquotes-api-key: strips quotation marks from header and payload': overlooking('api-key-quoted'),
});

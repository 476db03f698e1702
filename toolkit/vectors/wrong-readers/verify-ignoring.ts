// Verifiers that never look at one member of the payload (interface 5.2): it may be wrong, of another type, or not there at all.
import { HEADER } from '../../signing/headers.js';
import { idempotencyKeyDefect } from '../../signing/idempotency-key.js';
import type { PAYLOAD_FIELDS } from '../../signing/payload.js';
import type { SlipId } from '../../signing/slips/slips.js';
import type { StageResult } from '../../signing/stage-result.js';
import { ACCOUNT, REGISTRY } from '../build/requests/requests.js';
import type { VerifyRequestInput } from '../operations.js';
import { accountOf, headerOf, type Softening, verifiers } from './soften.js';
import type { WrongReader } from './wrong-reader.js';

type Broken = StageResult & { readonly cause: SlipId };
type Member = (typeof PAYLOAD_FIELDS)[number];

/** Whether just this member is missing, or of another type. */
const isLacking = ({ cause, expected = '' }: Broken, member: Member): boolean =>
  (cause === 'payload-member-missing' && expected === `member ${member}`) ||
  (cause === 'payload-member-type' && expected.startsWith(`${member} as `));

const ignoring = (
  member: Member,
  overlooks: (result: Broken, input: VerifyRequestInput) => boolean,
  where: (input: VerifyRequestInput) => boolean = () => true,
): Softening => ({
  overlooks: (result, input) => where(input) && (isLacking(result, member) || overlooks(result, input)),
});

/** A key that a request of this method may carry. */
function isKeyRight({ method, headers }: VerifyRequestInput): boolean {
  const key = headerOf(headers, HEADER.idempotencyKey);
  return method === 'GET' ? key === '' : idempotencyKeyDefect(key) === undefined;
}

const isRegistered = ({ headers }: VerifyRequestInput): boolean =>
  REGISTRY.some(({ apiKey }) => apiKey === headerOf(headers, HEADER.apiKey));

const isAbsentOrNull = ({ cause, expected = '', actual }: Broken): boolean =>
  /^(?:member )?(?:method|path|body_hash)\b/.test(expected) &&
  (cause === 'payload-member-missing' || (cause === 'payload-member-type' && actual === 'null'));

export const IGNORING_READERS: readonly WrongReader[] = verifiers({
  'ignores-body-hash: does not compare the body hash, nor does it miss one': ignoring(
    'body_hash',
    ({ stage }) => stage === 'body-hash',
  ),
  'ignores-hash-of-no-body: compares the body hash only where there is a body, and misses none elsewhere': ignoring(
    'body_hash',
    ({ stage }) => stage === 'body-hash',
    ({ body }) => body === '',
  ),
  'ignores-method: does not compare the method, nor does it miss one': ignoring(
    'method',
    ({ stage }) => stage === 'method',
  ),
  'ignores-path: does not compare the path, nor does it miss one': ignoring(
    'path',
    ({ cause }) => cause === 'path-mismatch',
  ),
  'ignores-signed-timestamp: does not compare the timestamp header with the payload, nor does it miss one there':
    ignoring('timestamp', ({ cause }) => cause === 'timestamp-mismatch'),
  'ignores-signed-key: looks the key up by its header and does not compare it with the payload, nor does it miss one there':
    ignoring('api_key', ({ cause }) => cause === 'api-key-mismatch', isRegistered),
  'ignores-signed-idempotency-key: checks the idempotency header and does not compare it with the payload, nor does it miss one there':
    ignoring('idempotency_key', ({ cause }) => cause === 'idempotency-key-mismatch', isKeyRight),
  'ignores-versions: looks at no version, neither in the header nor in the payload, nor does it miss one': ignoring(
    'sign_version',
    ({ stage, expected = '' }) => stage === 'sign-version' || expected.startsWith(`${HEADER.signVersion} with`),
  ),
  'defaults-to-request: takes the method, path or hash of the request where the payload has none': {
    overlooks: isAbsentOrNull,
  },
  'compares-first-characters-of-hash: compares the first characters of the body hash alone': {
    overlooks: ({ cause, expected = '', actual = '' }) =>
      cause === 'body-hash-mismatch' && actual.slice(0, 8) === expected.slice(0, 8),
  },
  'searches-account-by-start: looks in the whole target for an account that begins like a permitted one': {
    overlooks: ({ cause }, { path }) =>
      cause === 'account-not-permitted' &&
      (accountOf(path).startsWith(ACCOUNT) || path.includes(`/accounts/${ACCOUNT}`)),
  },
});

// Requests that were signed right and damaged in one place: changed on the way, a header missing or empty, a member missing.
import { HEADER, SIGNED_HEADERS } from '../../../signing/headers.js';
import { PAYLOAD_FIELDS } from '../../../signing/payload.js';
import { signAs } from '../../signer.js';
import { MAIN_KEY, SECOND_KEY } from '../keys.js';
import { onHeaders, refused, replaced, type VerifyDraft, writing } from './deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, ORDER_BODY, postRequest, TRADING } from './requests.js';

const GET = getRequest(`${CONFIGURATION}/limits`);
const POST = postRequest();

/** Signed right, changed on the way. */
const tampered: readonly VerifyDraft[] = [
  refused('body-changed', 'another body than was signed', ['ExactBody'], 'body-hash-mismatch', POST, {
    tamper: (request) => ({ ...request, body: Buffer.from(ORDER_BODY.replace('0.10', '9.10')).toString('hex') }),
  }),
  refused('body-blank-added', 'a blank added to the body', ['ExactBody'], 'body-hash-mismatch', POST, {
    tamper: (request) => ({ ...request, body: `${request.body}20` }),
  }),
  refused('body-dropped', 'the body lost on the way', ['ExactBody'], 'body-hash-mismatch', POST, {
    tamper: (request) => ({ ...request, body: '' }),
  }),
  refused(
    'body-bit',
    'one bit of a binary body changed',
    ['BinaryBody'],
    'body-hash-mismatch',
    postRequest(Uint8Array.of(1, 2, 3, 0xff)),
    { tamper: (request) => ({ ...request, body: '010203fe' }) },
  ),
  refused('method-changed', 'another method than was signed', ['Method'], 'method-mismatch', POST, {
    tamper: (request) => ({ ...request, method: 'PUT' }),
  }),
  refused('path-changed', 'another path than was signed', ['PathExact'], 'path-mismatch', POST, {
    tamper: (request) => ({ ...request, path: `${TRADING}/positions` }),
  }),
  refused(
    'account-changed',
    'another account than was signed, open to the key too',
    ['PathExact'],
    'path-mismatch',
    GET,
    { tamper: (request) => ({ ...request, path: request.path.replace('1000042', '1000043') }) },
  ),
  refused('query-added', 'a query added on the way', ['QueryExact'], 'path-mismatch', GET, {
    tamper: (request) => ({ ...request, path: `${request.path}?limit=1` }),
  }),
  refused(
    'query-changed',
    'a value of the query changed',
    ['QueryExact'],
    'path-mismatch',
    getRequest(`${TRADING}/deals?limit=1`),
    { tamper: (request) => ({ ...request, path: `${TRADING}/deals?limit=2` }) },
  ),
  refused(
    'query-dropped',
    'the query lost on the way',
    ['QueryExact'],
    'path-mismatch',
    getRequest(`${TRADING}/deals?limit=1`),
    { tamper: (request) => ({ ...request, path: `${TRADING}/deals` }) },
  ),
  refused(
    'key-header-changed',
    'another registered key in the header',
    ['HeaderAgreement', 'KeyRegistry'],
    'api-key-mismatch',
    GET,
    replaced(HEADER.apiKey, SECOND_KEY.apiKey),
  ),
  refused(
    'idempotency-header-changed',
    'another idempotency key in the header',
    ['HeaderAgreement'],
    'idempotency-key-mismatch',
    POST,
    replaced(HEADER.idempotencyKey, 'order-2024-05-01-000124'),
  ),
  refused(
    'idempotency-header-emptied',
    'an empty idempotency key in the header',
    ['HeaderAgreement'],
    'idempotency-key-mismatch',
    POST,
    replaced(HEADER.idempotencyKey, ''),
  ),
  refused(
    'timestamp-header-changed',
    'another timestamp in the header, one millisecond later',
    ['HeaderAgreement'],
    'timestamp-mismatch',
    GET,
    replaced(HEADER.timestamp, String(NOW_MS + 1)),
  ),
  refused(
    'version-header-changed',
    'another version in the header',
    ['HeaderAgreement'],
    'sign-version-mismatch',
    GET,
    replaced(HEADER.signVersion, '2'),
  ),
  refused(
    'signature-of-other-request',
    'the signature of another request',
    ['SignatureForgery'],
    'signature-unexplained',
    GET,
    replaced(HEADER.signature, signAs({}, POST, MAIN_KEY).signature),
  ),
  refused(
    'signature-first-bit',
    'the first bit of the signature changed',
    ['SignatureForgery'],
    'signature-unexplained',
    GET,
    { stages: { sign: (message, input) => flipped(input.signer.sign(message), 0) } },
  ),
  refused('signature-last-bit', 'a bit of its last byte changed', ['SignatureForgery'], 'signature-unexplained', GET, {
    stages: { sign: (message, input) => flipped(input.signer.sign(message), 63) },
  }),
  refused('signature-zeros', 'a signature of zeros', ['SignatureForgery'], 'signature-unexplained', GET, {
    stages: { sign: () => new Uint8Array(64) },
  }),
];

function flipped(signature: Uint8Array, index: number): Uint8Array {
  const changed = Uint8Array.from(signature);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

const missing: readonly VerifyDraft[] = SIGNED_HEADERS.flatMap((header) => {
  const cause = header === HEADER.idempotencyKey ? 'idempotency-header-dropped' : 'header-missing';
  const name = header.slice(4).toLowerCase();
  const without = onHeaders((headers) => headers.filter(([other]) => other !== header));
  return [
    refused(`get-without-${name}`, `a read without ${header}`, ['HeaderPresence'], cause, GET, without),
    refused(`post-without-${name}`, `an order without ${header}`, ['HeaderPresence'], cause, POST, without),
  ];
});

const emptied: readonly VerifyDraft[] = SIGNED_HEADERS.filter((header) => header !== HEADER.idempotencyKey).map(
  (header) =>
    refused(
      `empty-${header.slice(4).toLowerCase()}`,
      `an empty ${header}`,
      ['HeaderPresence'],
      'header-empty',
      GET,
      replaced(header, ''),
    ),
);

const incomplete: readonly VerifyDraft[] = PAYLOAD_FIELDS.map((name) =>
  refused(
    `payload-without-${name.replaceAll('_', '-')}`,
    `a payload without ${name}`,
    ['PayloadForm'],
    'payload-member-missing',
    POST,
    writing((fields) => JSON.stringify({ ...fields, [name]: undefined })),
  ),
);

export const DAMAGED: readonly VerifyDraft[] = [...tampered, ...missing, ...emptied, ...incomplete];

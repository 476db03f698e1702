// Requests that were signed right and damaged in one place: changed on the way, a header missing or empty, a member missing.
import { HEADER, SIGNED_HEADERS } from '../../../signing/headers.js';
import { PAYLOAD_FIELDS } from '../../../signing/payload.js';
import { signAs } from '../../signer.js';
import { MAIN_KEY, SECOND_KEY } from '../keys.js';
import { changed, deliver, onHeaders, refused, refusedAs, replaced, type VerifyDraft, writing } from './deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, ORDER_BODY, postRequest, STREAMS, TRADING } from './requests.js';

const GET = getRequest(`${CONFIGURATION}/limits`);
const POST = postRequest();

/** Signed right, changed on the way. */
const tampered: readonly VerifyDraft[] = [
  ...refused(['ExactBody'], 'body-hash-mismatch', {
    'body-changed: another body than was signed': [
      POST,
      changed(() => ({ body: Buffer.from(ORDER_BODY.replace('0.10', '9.10')).toString('hex') })),
    ],
    'body-blank-added: a blank added to the body': [POST, changed((request) => ({ body: `${request.body}20` }))],
    'body-dropped: the body lost on the way': [POST, changed(() => ({ body: '' }))],
  }),
  ...refused(['BinaryBody'], 'body-hash-mismatch', {
    'body-bit: one bit of a binary body changed': [
      postRequest(Uint8Array.of(1, 2, 3, 0xff)),
      changed(() => ({ body: '010203fe' })),
    ],
  }),
  ...refused(['Method'], 'method-mismatch', {
    'method-changed: another method than was signed': [POST, changed(() => ({ method: 'PUT' }))],
    'read-sent-as-head: a read that was signed as GET and sent as HEAD': [GET, changed(() => ({ method: 'HEAD' }))],
    'head-sent-as-read: a request that was signed as HEAD and sent as GET': [
      { ...GET, method: 'HEAD' },
      changed(() => ({ method: 'GET' })),
    ],
  }),
  ...refused(['PathExact'], 'path-mismatch', {
    'path-changed: another path than was signed': [POST, changed(() => ({ path: `${TRADING}/positions` }))],
    'handshake-slash: a handshake signed with a slash at its end': [
      getRequest(`${STREAMS}/events`),
      writing((fields) => JSON.stringify({ ...fields, path: `${STREAMS}/events/` })),
    ],
    'handshake-of-ticks: a handshake of one stream with the signature of the other': [
      getRequest(`${STREAMS}/ticks`),
      changed(() => ({ path: `${STREAMS}/events` })),
    ],
    'handshake-signed-query: a handshake that signs a query which is not sent': [
      getRequest(`${STREAMS}/events?since=1`),
      changed(() => ({ path: `${STREAMS}/events` })),
    ],
    'account-changed: another account than was signed, open to the key too': [
      GET,
      changed((request) => ({ path: request.path.replace('1000042', '1000043') })),
    ],
  }),
  ...refused(['QueryExact'], 'path-mismatch', {
    'query-added: a query added on the way': [GET, changed((request) => ({ path: `${request.path}?limit=1` }))],
    'query-changed: a value of the query changed': [
      getRequest(`${TRADING}/deals?limit=1`),
      changed(() => ({ path: `${TRADING}/deals?limit=2` })),
    ],
    'query-dropped: the query lost on the way': [
      getRequest(`${TRADING}/deals?limit=1`),
      changed(() => ({ path: `${TRADING}/deals` })),
    ],
  }),
  ...refused(['HeaderAgreement', 'KeyRegistry'], 'api-key-mismatch', {
    'key-header-changed: another registered key in the header': [GET, replaced(HEADER.apiKey, SECOND_KEY.apiKey)],
  }),
  ...refused(['HeaderAgreement'], 'idempotency-key-mismatch', {
    'idempotency-header-changed: another idempotency key in the header': [
      POST,
      replaced(HEADER.idempotencyKey, 'order-2024-05-01-000124'),
    ],
    'idempotency-header-emptied: an empty idempotency key in the header': [POST, replaced(HEADER.idempotencyKey, '')],
  }),
  ...refused(['HeaderAgreement'], 'timestamp-mismatch', {
    'timestamp-header-changed: another timestamp in the header, one millisecond later': [
      GET,
      replaced(HEADER.timestamp, String(NOW_MS + 1)),
    ],
  }),
  ...refused(['HeaderAgreement'], 'sign-version-mismatch', {
    'version-header-changed: another version in the header': [GET, replaced(HEADER.signVersion, '2')],
  }),
  ...refused(['SignatureForgery'], 'signature-unexplained', {
    'signature-of-other-request: the signature of another request': [
      GET,
      replaced(HEADER.signature, signAs({}, POST, MAIN_KEY).signature),
    ],
    'signature-first-bit: the first bit of the signature changed': [
      GET,
      { stages: { sign: (message, input) => flipped(input.signer.sign(message), 0) } },
    ],
    'signature-last-bit: a bit of its last byte changed': [
      GET,
      { stages: { sign: (message, input) => flipped(input.signer.sign(message), 63) } },
    ],
    'signature-zeros: a signature of zeros': [GET, { stages: { sign: () => new Uint8Array(64) } }],
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
    { id: `get-without-${name}`, comment: `a read without ${header}`, input: deliver(GET, without) },
    { id: `post-without-${name}`, comment: `an order without ${header}`, input: deliver(POST, without) },
  ].map((one) => refusedAs({ ...one, flags: ['HeaderPresence'], cause }));
});

const emptied: readonly VerifyDraft[] = SIGNED_HEADERS.filter((header) => header !== HEADER.idempotencyKey).map(
  (header) => {
    const request = deliver(GET, replaced(header, ''));
    const id = `empty-${header.slice(4).toLowerCase()}`;
    const comment = `an empty ${header}`;
    return refusedAs({ id, comment, flags: ['HeaderPresence'], cause: 'header-empty', input: request });
  },
);

const incomplete: readonly VerifyDraft[] = PAYLOAD_FIELDS.map((name) => {
  const request = deliver(
    POST,
    writing((fields) => JSON.stringify({ ...fields, [name]: undefined })),
  );
  const id = `payload-without-${name.replaceAll('_', '-')}`;
  const comment = `a payload without ${name}`;
  return refusedAs({ id, comment, flags: ['PayloadForm'], cause: 'payload-member-missing', input: request });
});

export const DAMAGED: readonly VerifyDraft[] = [...tampered, ...missing, ...emptied, ...incomplete];

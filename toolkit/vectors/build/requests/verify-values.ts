// Values that are nearly right (interface 5.1, 5.2, 8): another JSON type, another letter case, two values in one header, keys that break
// the grammar in one place each. What a service may take of this is in `observations.ts`.
import { createHash } from 'node:crypto';
import { HEADER } from '../../../signing/headers.js';
import { PAYLOAD_FIELDS, type SignedFields } from '../../../signing/payload.js';
import { firstBroken } from '../../../signing/stage-result.js';
import { inspectRequest } from '../../../signing/verify-request.js';
import { receivedRequest, registryContext } from '../../native.js';
import type { HeaderPair, SignRequestInput } from '../../operations.js';
import { DIGITS_KEY, SECOND_KEY } from '../keys.js';
import { search } from '../seeded.js';
import { deliver, onHeaders, refused, refusedAs, replaced, type VerifyDraft, writing } from './deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, ORDER_BODY, postRequest, TRADING, VERIFYING } from './requests.js';

const GET = getRequest(`${CONFIGURATION}/limits`);
const POST = postRequest();
const PUT = postRequest(ORDER_BODY, { method: 'PUT', path: `${TRADING}/orders/4711` });

/** No text and no number: what a member is not, whatever it is. */
const TYPES: readonly (readonly [word: string, phrase: string, value: (right: unknown) => unknown])[] = [
  ['list', 'in a list', (right) => [right]],
  ['object', 'in an object', (right) => ({ value: right })],
  ['boolean', 'that is true', () => true],
];

const typed: readonly VerifyDraft[] = PAYLOAD_FIELDS.flatMap((field) =>
  TYPES.map(([word, phrase, value]) => {
    const request = deliver(
      POST,
      writing((fields) => JSON.stringify({ ...fields, [field]: value(fields[field]) })),
    );
    const cause = firstBroken(inspectRequest(receivedRequest(request), registryContext(VERIFYING, request)))?.cause;
    if (cause === undefined) throw new Error(`expected a refusal of ${field} ${phrase}`);
    const id = `type-${field.replaceAll('_', '-')}-${word}`;
    return refusedAs({ id, comment: `${field} ${phrase}`, flags: ['PayloadForm'], cause, input: request });
  }),
);

const nulled = (['timestamp', 'method', 'path', 'body_hash'] as const satisfies readonly (keyof SignedFields)[]).map(
  (field): VerifyDraft => {
    const request = deliver(
      POST,
      writing((fields) => JSON.stringify({ ...fields, [field]: null })),
    );
    const cause = field === 'body_hash' ? 'body-hash-blank' : 'payload-member-type';
    const id = `type-${field.replaceAll('_', '-')}-null`;
    return refusedAs({ id, comment: `${field} of null`, flags: ['PayloadForm'], cause, input: request });
  },
);

const inOtherCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

const hash = (change: (text: string) => string): ReturnType<typeof writing> =>
  writing((fields) => JSON.stringify({ ...fields, body_hash: change(String(fields['body_hash'])) }));

const inStandardAlphabet = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');
const bodyHashOf = (body: string): string => createHash('sha256').update(body).digest('base64url');
const withoutHash = ({ body_hash: _, ...fields }: Readonly<Record<string, unknown>>): string => JSON.stringify(fields);

/** One header with two values in it, as a proxy joins them. */
const joined = (name: string, second: string, isFirst = true): ReturnType<typeof onHeaders> =>
  onHeaders((headers) =>
    headers.map(
      ([header, value]): HeaderPair => [
        header,
        header === name ? (isFirst ? `${value}, ${second}` : `${second}, ${value}`) : value,
      ],
    ),
  );

const dataOf = (path: string): string =>
  deliver(getRequest(path)).headers.find(([name]) => name === HEADER.data)?.[1] ?? '';
const readWithRest = getRequest(search(`${TRADING}/operations/op-*`, (path) => dataOf(path).length % 4 === 2));
const readWithMark = getRequest(search(`${TRADING}/deals?n=*&q=??~`, (path) => /[-_]/.test(dataOf(path))));
const dataAs =
  (write: (data: string) => string) =>
  (headers: readonly HeaderPair[]): readonly HeaderPair[] =>
    headers.map(([name, value]) => [name, name === HEADER.data ? write(value) : value]);

const keyed = (idempotencyKey: string, of: SignRequestInput = POST): readonly [SignRequestInput] => [
  { ...of, idempotencyKey },
];

export const NEARLY_RIGHT: readonly VerifyDraft[] = [
  ...typed,
  ...nulled,
  ...refused(['ExactBody'], 'body-hash-mismatch', {
    'hash-other-case: a body_hash with its letters in the other case': [POST, hash(inOtherCase)],
    'hash-lower-case: a body_hash in small letters': [POST, hash((text) => text.toLowerCase())],
    'hash-lower-case-read: the body_hash of a read in small letters': [GET, hash((text) => text.toLowerCase())],
    'hash-first-half: the first half of a body_hash': [POST, hash((text) => text.slice(0, 22))],
    'hash-longer: a body_hash with more after it': [POST, hash((text) => `${text}AAAA`)],
  }),
  ...refused(['ExactBody'], 'body-hash-padded', {
    'hash-padded-read: a read whose body_hash is padded': [GET, hash((text) => `${text}=`)],
  }),
  ...refused(['ExactBody'], 'body-hash-standard-alphabet', {
    'hash-standard-read: a read whose body_hash is in the standard alphabet': [GET, hash(inStandardAlphabet)],
    'hash-standard-order: an order whose body_hash is in the standard alphabet': [
      postRequest(search('{"n":"*"}', (body) => /[-_]/.test(bodyHashOf(body)))),
      hash(inStandardAlphabet),
    ],
  }),
  ...refused(['ExactBody'], 'body-hash-hex', {
    'hash-hex-read: a read whose body_hash is hexadecimal': [
      GET,
      hash((text) => Buffer.from(text, 'base64url').toString('hex')),
    ],
  }),
  ...refused(['PayloadForm'], 'payload-member-missing', {
    'read-without-body-hash: a read whose payload has no body_hash': [GET, writing(withoutHash)],
    'deletion-without-body-hash: a deletion without a body, whose payload has no body_hash': [
      postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711` }),
      writing(withoutHash),
    ],
  }),
  ...refused(['HeaderAgreement'], 'api-key-mismatch', {
    'key-header-changed-and-signed: the payload names one key, the header another, which signed': [
      GET,
      { key: SECOND_KEY, ...replaced(HEADER.apiKey, SECOND_KEY.apiKey) },
    ],
    'key-header-joined: two keys in one header': [GET, joined(HEADER.apiKey, SECOND_KEY.apiKey)],
    'key-header-longer: more after the identifier in the header': [GET, replaced(HEADER.apiKey, `${GET.apiKey}-2`)],
    'key-header-shorter: less of the identifier in the header': [
      { ...GET, apiKey: DIGITS_KEY.apiKey },
      { key: DIGITS_KEY, ...replaced(HEADER.apiKey, '100004') },
    ],
  }),
  ...refused(['HeaderAgreement'], 'idempotency-key-mismatch', {
    'idempotency-header-joined: two idempotency keys in one header': [POST, joined(HEADER.idempotencyKey, 'order-2')],
    'idempotency-header-other-case: the idempotency key in capitals in the header': [
      POST,
      replaced(HEADER.idempotencyKey, POST.idempotencyKey.toUpperCase()),
    ],
    'idempotency-header-small: the idempotency key in small letters in the header': [
      { ...POST, idempotencyKey: 'Order-ABC-1' },
      replaced(HEADER.idempotencyKey, 'order-abc-1'),
    ],
    'idempotency-header-longer: more after the idempotency key in the header': [
      POST,
      replaced(HEADER.idempotencyKey, `${POST.idempotencyKey}0`),
    ],
    'idempotency-header-on-read: a key in the header of a read that signs none': [
      GET,
      replaced(HEADER.idempotencyKey, 'order-2024-05-01-000124'),
    ],
  }),
  ...refused(['HeaderAgreement', 'TimestampForm'], 'timestamp-mismatch', {
    'timestamp-header-second: a timestamp header that agrees to the second alone': [
      GET,
      replaced(HEADER.timestamp, String(Math.floor(NOW_MS / 1000) * 1000)),
    ],
  }),
  ...refused(['HeaderAgreement', 'TimestampForm'], 'timestamp-format', {
    'timestamp-header-joined: two timestamps in one header': [GET, joined(HEADER.timestamp, String(NOW_MS))],
    'timestamp-header-suffix: a unit after the timestamp of the header': [
      GET,
      replaced(HEADER.timestamp, `${NOW_MS}ms`),
    ],
  }),
  ...refused(['HeaderAgreement'], 'sign-version-mismatch', {
    'version-header-joined: two versions in one header': [GET, joined(HEADER.signVersion, '2')],
    'version-header-word: a version header that starts with the version': [GET, replaced(HEADER.signVersion, '1beta')],
    'version-header-two-digits: a version of two digits that starts with the right one': [
      GET,
      replaced(HEADER.signVersion, '10'),
    ],
  }),
  ...refused(['SignatureEncoding'], 'sign-not-base64url', {
    'signature-joined: two signatures in one header, the right one first': [
      GET,
      joined(HEADER.signature, 'A'.repeat(86)),
    ],
    'signature-joined-last: two signatures in one header, the right one last': [
      GET,
      joined(HEADER.signature, 'A'.repeat(86), false),
    ],
  }),
  ...refused(['DataEncoding'], 'data-not-base64url', {
    'data-joined: two payloads in one header, the right one first': [GET, joined(HEADER.data, 'eyJhIjoxfQ')],
  }),
  ...refused(['PayloadForm'], 'payload-not-json', {
    'payload-unclosed: a payload without its last brace': [
      GET,
      writing((fields) => JSON.stringify({ ...fields, note: '}' }).slice(0, -1)),
    ],
  }),
  ...refused(['IdempotencyKeyGrammar'], 'idempotency-key-missing', {
    'put-without-key: a replacement with an empty idempotency key': keyed('', PUT),
    'delete-without-key: a deletion with an empty idempotency key': keyed(
      '',
      postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711` }),
    ),
  }),
  ...refused(['IdempotencyKeyGrammar'], 'idempotency-key-too-short', {
    'key-of-1: an idempotency key of one character': keyed('a'),
    'key-of-4: an idempotency key of four characters': keyed('ab-4', PUT),
  }),
  ...refused(['IdempotencyKeyGrammar'], 'idempotency-key-too-long', {
    'key-of-129: an idempotency key of 129 characters': keyed('k'.repeat(129)),
    'key-of-200: an idempotency key of 200 characters': keyed('k'.repeat(200), PUT),
  }),
  ...refused(['IdempotencyKeyGrammar'], 'idempotency-key-characters', {
    'key-with-slash: an idempotency key with a slash': keyed('order/2024/1'),
    'key-with-slash-on-put: an idempotency key with a slash, on a change': keyed('2024/05/1', PUT),
    'key-with-blank: an idempotency key with a blank inside': keyed('order 2024', PUT),
    'key-with-kelvin: an idempotency key with a KELVIN SIGN, which folds to k': keyed('order-\u212a-1'),
    'key-with-plus: an idempotency key with a plus sign': keyed('order+2024'),
  }),
  ...refused(['Method'], 'method-lower-case', {
    'method-small-read: a read whose method is signed in small letters': [
      GET,
      writing((fields) => JSON.stringify({ ...fields, method: 'get' })),
    ],
    'method-mixed: an order whose method is signed in mixed case': [
      POST,
      writing((fields) => JSON.stringify({ ...fields, method: 'Post' })),
    ],
  }),
  ...refused(['DataEncoding'], 'data-padded', {
    'data-padded-read: a read whose SVC-DATA is padded': [
      readWithRest,
      onHeaders(dataAs((data) => data.padEnd(Math.ceil(data.length / 4) * 4, '='))),
    ],
  }),
  ...refused(['DataEncoding'], 'data-standard-alphabet', {
    'data-standard-read: a read whose SVC-DATA is in the standard alphabet': [
      readWithMark,
      onHeaders(dataAs((data) => data.replaceAll('-', '+').replaceAll('_', '/'))),
    ],
  }),
  ...refused(['SignatureEncoding'], 'sign-standard-alphabet', {
    'signature-standard-order: an order whose signature is in the standard alphabet': [
      POST,
      { stages: { encodeSignature: (bytes) => Buffer.from(bytes).toString('base64').replace(/=+$/, '') } },
    ],
  }),
  ...refused(['KeyRegistry'], 'api-key-quoted', {
    'key-in-quotes: an order whose identifier stands in quotation marks, in both places': [
      { ...POST, apiKey: `"${POST.apiKey}"` },
    ],
  }),
  ...refused(['SignatureEncoding'], 'sign-padded', {
    'signature-padded-order: an order whose signature is padded': [
      POST,
      { stages: { encodeSignature: (bytes) => `${Buffer.from(bytes).toString('base64url')}==` } },
    ],
  }),
  ...refused(['SignatureEncoding'], 'sign-hex', {
    'signature-hex-order: an order whose signature is hexadecimal in capitals': [
      POST,
      { stages: { encodeSignature: (bytes) => Buffer.from(bytes).toString('hex').toUpperCase() } },
    ],
  }),
];

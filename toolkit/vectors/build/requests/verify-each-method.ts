// Each fault on each kind of request: a verifier may have a way of its own for reads, orders, deletions and handshakes, and leave a step
// out in one of them (interface 5: every request is signed, the handshake included).
import { fromLittleEndian, join, ORDER, toLittleEndian } from '../../../signing/ed25519/curve.js';
import { HEADER } from '../../../signing/headers.js';
import type { SlipId } from '../../../signing/slips/slips.js';
import type { SignRequestInput } from '../../operations.js';
import { MAIN_KEY, SECOND_KEY } from '../keys.js';
import type { Flag } from '../notes.js';
import { changed, type Delivery, deliver, refusedAs, replaced, type VerifyDraft, writing } from './deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, postRequest, STREAMS, TRADING, toHex } from './requests.js';

const REQUESTS: readonly (readonly [word: string, name: string, input: SignRequestInput])[] = [
  ['read', 'a read', getRequest(`${CONFIGURATION}/instruments`)],
  ['order', 'an order', postRequest()],
  ['deletion', 'a deletion', postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711` })],
  ['handshake', 'a handshake', getRequest(`${STREAMS}/ticks`)],
];

const withS = (signature: Uint8Array, more: bigint): Uint8Array =>
  join(signature.subarray(0, 32), toLittleEndian(fromLittleEndian(signature.subarray(32)) + more));

const flippedAt = (bytes: Uint8Array, at: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 4;
  return copy;
};

const signedWith = (fields: Readonly<Record<string, unknown>>): Delivery =>
  writing((right) => JSON.stringify({ ...right, ...fields }));

type Fault = readonly [word: string, phrase: string, flag: Flag, cause: SlipId, delivery: Delivery];

const FAULTS: readonly Fault[] = [
  [
    'signature-bit',
    'with one bit of its signature changed',
    'SignatureForgery',
    'signature-unexplained',
    { stages: { sign: (message, { signer }) => flippedAt(signer.sign(message), 17) } },
  ],
  ['other-signer', 'signed by another registered key', 'SignatureForgery', 'signed-other-key', { key: SECOND_KEY }],
  [
    'large-s',
    'whose signature has S + L for S',
    'SignatureMalleability',
    'signature-unexplained',
    { stages: { sign: (message, { signer }) => withS(signer.sign(message), ORDER) } },
  ],
  [
    'text-signed',
    'whose signature is over the text of SVC-DATA',
    'SignedMessage',
    'signed-data-text',
    { stages: { signedBytes: (payload) => Buffer.from(Buffer.from(payload).toString('base64url')) } },
  ],
  [
    'body-added',
    'with a body that was not signed',
    'ExactBody',
    'body-hash-mismatch',
    changed(() => ({ body: toHex('{"volume":"9.00"}') })),
  ],
  [
    'body-replaced',
    'with another body than was signed',
    'ExactBody',
    'body-hash-mismatch',
    changed(({ body }) => ({ body: toHex(body === '' ? ' ' : `${body} `) })),
  ],
  [
    'path-longer',
    'with more path than was signed',
    'PathExact',
    'path-mismatch',
    changed(({ path }) => ({ path: `${path}/all` })),
  ],
  [
    'path-shorter',
    'with less path than was signed',
    'PathExact',
    'path-mismatch',
    changed(({ path }) => ({ path: path.slice(0, -2) })),
  ],
  [
    'version-of-path',
    'sent to another version of the path',
    'PathExact',
    'path-mismatch',
    changed(({ path }) => ({ path: path.replace('/v1/', '/v2/') })),
  ],
  [
    'method-swapped',
    'sent with another method than was signed',
    'Method',
    'method-mismatch',
    changed(() => ({ method: 'PATCH' })),
  ],
  ['stale', 'that is 6 seconds old', 'Clock', 'timestamp-stale', signedWith({ timestamp: NOW_MS - 6000 })],
  ['early', 'from 6 seconds ahead', 'Clock', 'timestamp-future', signedWith({ timestamp: NOW_MS + 6000 })],
  [
    'timestamp-earlier',
    'whose timestamp header is a millisecond before the signed one',
    'HeaderAgreement',
    'timestamp-mismatch',
    replaced(HEADER.timestamp, String(NOW_MS - 1)),
  ],
  [
    'version-signed-2',
    'that signs version 2 and sends version 1 in the header',
    'HeaderAgreement',
    'sign-version-mismatch',
    signedWith({ sign_version: 2 }),
  ],
  [
    'version-sent-0',
    'that signs version 1 and sends version 0 in the header',
    'HeaderAgreement',
    'sign-version-mismatch',
    replaced(HEADER.signVersion, '0'),
  ],
  [
    'key-signed-other',
    'that signs another identifier than it sends',
    'HeaderAgreement',
    'api-key-mismatch',
    signedWith({ api_key: SECOND_KEY.apiKey }),
  ],
  [
    'key-capitals',
    'whose key header is in capitals',
    'HeaderAgreement',
    'api-key-mismatch',
    replaced(HEADER.apiKey, MAIN_KEY.apiKey.toUpperCase()),
  ],
];

/** The header that goes with a signed timestamp must go with it. */
const withClock = (word: string, delivery: Delivery, input: SignRequestInput): readonly [SignRequestInput, Delivery] =>
  word === 'stale' || word === 'early'
    ? [{ ...input, timestampMs: NOW_MS + (word === 'stale' ? -6000 : 6000) }, {}]
    : [input, delivery];

export const EACH_METHOD: readonly VerifyDraft[] = FAULTS.flatMap(([word, phrase, flag, cause, delivery]) =>
  REQUESTS.flatMap(([kind, name, input]) => {
    // An unsigned body on a read is a matter that services settle differently.
    if (word.startsWith('body-') && input.method === 'GET') return [];
    const isSwapped = word === 'method-swapped' && input.method === 'GET';
    // A read carries no idempotency key, so it is sent with a method that needs none either.
    const [asked, way] = isSwapped ? [input, changed(() => ({ method: 'OPTIONS' }))] : withClock(word, delivery, input);
    const comment = `${name} ${phrase}`;
    return [refusedAs({ id: `${kind}-${word}`, comment, flags: [flag], cause, input: deliver(asked, way) })];
  }),
);

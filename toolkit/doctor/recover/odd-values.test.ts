// Values that came through a stream, a printer or another character set: told by what they are, and read on behind.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeBase64url, HEADER } from '../../signing/index.js';
import type { Capture } from '../capture/capture.js';
import { capture, causes, native, payloadOf, respelled, signer, withHeader } from '../capture/captures.test.aid.js';
import { raw } from '../capture/forms.test.aid.js';
import { readCapture } from '../capture/read-capture.js';
import { diagnose } from '../diagnose.js';
import { firstNamed } from '../diagnosis.js';

const order = capture();
const payload = payloadOf(order);
const json = JSON.stringify(payload);
const hash = createHash('sha256')
  .update(order.body ?? '')
  .digest();
const unicode = capture({ method: 'GET', path: '/v1/configuration/accounts/42/instruments/Größe/conditions' });

/** SVC-DATA of other bytes, signed as they are. */
function sending(given: Capture, bytes: Uint8Array): Capture {
  const data = withHeader(given, HEADER.data, encodeBase64url(bytes));
  return withHeader(data, HEADER.signature, encodeBase64url(signer.sign(bytes)));
}
const short = (length: number): Buffer => Buffer.from([length >> 8, length & 0xff]);
const member = (name: string, value: unknown): Capture =>
  respelled(order, JSON.stringify({ ...payload, [name]: value }));
const pathOf = (write: (path: string) => string): Capture =>
  respelled(unicode, JSON.stringify({ ...payloadOf(unicode), path: write(unicode.path) }));
const letters = /[^\0-\x7f]/gu;

test.each<readonly [name: string, cause: string, wrong: Capture]>([
  [
    'a length before the payload',
    'payload-framed',
    sending(order, Buffer.concat([short(json.length), Buffer.from(json)])),
  ],
  ['a netstring', 'payload-framed', sending(order, Buffer.from(`${json.length}:${json},`))],
  ['a hash in place of the payload', 'payload-hashed', sending(order, createHash('sha256').update(json).digest())],
  [
    'the digits of a hash',
    'payload-hashed',
    sending(order, Buffer.from(createHash('sha256').update(json).digest('hex'))),
  ],
  ['UTF-16 is no frame', 'payload-utf-16', sending(order, Buffer.from(json, 'utf16le'))],
  ['a list of the hash’s bytes', 'body-hash-printed', member('body_hash', [...hash])],
  ['the printed Buffer', 'body-hash-printed', member('body_hash', hash.toJSON())],
  ['another list', 'payload-member-type', member('body_hash', [1, 2, 3])],
  [
    'what Java prints of an array, encoded',
    'body-hash-placeholder',
    member('body_hash', encodeBase64url(Buffer.from('[B@1b6d3586'))),
  ],
  [
    'digits without their zeros',
    'body-hash-other-form',
    member('body_hash', [...hash].map((one) => one.toString(16)).join('')),
  ],
  [
    'digits of signed bytes',
    'body-hash-other-form',
    member('body_hash', [...hash].map((one) => (((one << 24) >> 24) >>> 0).toString(16)).join('')),
  ],
  ['"?" in the path', 'path-latin-1', pathOf((path) => path.replace(letters, '?'))],
  ['replacement characters in the path', 'path-latin-1', pathOf((path) => path.replace(letters, '\ufffd\ufffd'))],
  ['letters dropped from the path', 'path-latin-1', pathOf((path) => path.replace(letters, ''))],
  ['a literal of a big integer', 'timestamp-format', member('timestamp', `${String(payload['timestamp'])}n`)],
  [
    'a signature in the place of the API key',
    'headers-swapped',
    withHeader(
      withHeader(order, HEADER.signature, 'key-1'),
      HEADER.apiKey,
      order.headers.find(([name]) => name === HEADER.signature)?.[1] ?? '',
    ),
  ],
])('%s: %s', (_name, cause, wrong) => {
  const found = diagnose(wrong, native);
  expect(found.cause).toBe(cause);
  expect(causes(found)).toHaveLength(1);
});

test('the 32 bits of a time below zero are told by their origin', () => {
  const low = Number(payload['timestamp']) | 0;
  const wrong = withHeader(member('timestamp', -Math.abs(low)), HEADER.timestamp, String(-Math.abs(low)));
  expect(diagnose(wrong, { ...native, clockMs: Number(payload['timestamp']) }).cause).toBe('timestamp-int32');
});

test('a payload in Latin-1 that was signed in UTF-8 says so', () => {
  const text = JSON.stringify(payloadOf(unicode));
  const wrong = withHeader(
    withHeader(unicode, HEADER.data, encodeBase64url(Buffer.from(text, 'latin1'))),
    HEADER.signature,
    encodeBase64url(signer.sign(Buffer.from(text))),
  );
  const { stages } = diagnose(wrong, native);
  expect(stages.find(({ stage }) => stage === 'signature')?.how).toContain('UTF-8, where SVC-DATA holds it in Latin-1');
});

test('the escapes of Gson and of PHP are told', () => {
  const sent = '{"note":"a=b & <c> it\'s"}';
  for (const hashed of [
    sent.replace(/[<>&=']/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`),
    sent.replace(/[<>&']/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16).toUpperCase()}`),
  ]) {
    const wrong = capture({ body: Buffer.from(sent), signedBody: Buffer.from(hashed) });
    expect(diagnose(wrong, native).cause).toBe('body-hash-escaped');
  }
});

test('base64 that an encoder for mail broke into lines is read on', () => {
  const [, data = ''] = order.headers.find(([name]) => name === HEADER.data) ?? [];
  const folded = raw({ ...order, format: 'http' }).replace(data, data.replace(/.{76}/g, '$&\r\n'));
  const found = diagnose(readCapture(Buffer.from(folded)), native);
  expect(found.cause).toBe('data-white-space');
  expect(found.stages.find(({ stage }) => stage === 'signature')?.state).toBe('ok');
});

test('a key that may have been misread is not guessed at, and what would tell it is said', () => {
  const stranger = capture({ by: { publicKey: signer.publicKey, sign: () => signer.sign(Buffer.from('?')) } });
  const found = diagnose(stranger, { ...native, verifications: 100 }).stages.find(({ stage }) => stage === 'signature');
  expect(found).toMatchObject({ cause: 'signature-unexplained' });
  expect(found?.note).toContain('vectors check');
});

test.each([
  ['a number that is none', json.replace(/"timestamp":\d+/, '"timestamp":NaN')],
  ['undefined, as JavaScript', json.replace(/"idempotency_key":"[^"]*"/, '"idempotency_key":undefined')],
  ['None as Python', json.replace(/"idempotency_key":"[^"]*"/, '"idempotency_key":None')],
  ['doubled, as CSV', `"${json.replaceAll('"', '""')}"`],
  ['square brackets for braces', `[${json.slice(1, -1)}]`],
])('what keeps a text from being JSON is told: %s', (damage, text) => {
  const stage = diagnose(respelled(order, text), native).stages.find(({ stage: name }) => name === 'payload');
  expect(stage?.cause).toBe('payload-json-damaged');
  expect(stage?.actual).toContain(damage);
});

test('a method that was sent in small letters is named before what follows from it', () => {
  const sent = { ...unicode, method: 'get' };
  expect(firstNamed(diagnose(sent, native))).toMatchObject({
    cause: 'method-lower-case',
    actual: 'get, as it was sent',
  });
});

test('the last name of all is told by being the last', () => {
  const names = ['k', 'i', 't', 'v', 'm', 'p', 'h'];
  const values = Object.values(payload).map((value, at) => [names[at], value]);
  expect(causes(diagnose(respelled(order, JSON.stringify(Object.fromEntries(values))), native))).toContain(
    'payload-member-renamed',
  );
});

test('the count of padding that ASP.NET writes behind a value is told', () => {
  const signature = order.headers.find(([name]) => name === HEADER.signature)?.[1] ?? '';
  const stages = diagnose(withHeader(order, HEADER.signature, `${signature}2`), native).stages;
  expect(stages.find(({ cause }) => cause === 'sign-prefixed')?.how).toContain('UrlTokenEncode');
});

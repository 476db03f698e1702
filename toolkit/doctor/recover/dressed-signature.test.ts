// Values in the dress of another place, and the wrong one of two that differ.
import { expect, test } from 'vitest';
import { encodeBase64url, HEADER } from '../../signing/index.js';
import type { Capture } from '../capture/capture.js';
import { capture, NOW_MS, native, payloadOf, respelled, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import { withoutDress } from './dressed-signature.js';

const order = capture();
const headerOf = (name: string): string => order.headers.find(([one]) => one === name)?.[1] ?? '';
const sign = headerOf(HEADER.signature);
/** SVC-DATA of which the padding is written as `mark`. */
function escapedData(mark: string): Capture {
  const json = JSON.stringify(payloadOf(order));
  const padded = json.padEnd(json.length + ((4 - (json.length % 3)) % 3));
  const data = Buffer.from(padded).toString('base64').replaceAll('=', mark);
  return withHeader(respelled(order, padded), HEADER.data, data);
}
const causeOf = (one: Capture): string | undefined => diagnose(one, { ...native, clockMs: NOW_MS }).cause;

test.each<readonly [name: string, cause: string, wrong: Capture]>([
  ['a payload as JSON escapes it', 'data-padded', escapedData('\\u003d')],
  ['a payload as mail escapes it', 'data-padded', escapedData('=3D')],
  ['a payload that is percent-encoded twice', 'data-percent-encoded', escapedData('%253D')],
  ['padding as JSON escapes it', 'sign-padded', withHeader(order, HEADER.signature, `${sign}\\u003d\\u003d`)],
  [
    'an encoded word of mail',
    'sign-prefixed',
    withHeader(order, HEADER.signature, `=?utf-8?B?${Buffer.from(sign).toString('base64')}?=`),
  ],
  ['microseconds beside milliseconds', 'timestamp-microseconds', withHeader(order, HEADER.timestamp, `${NOW_MS}321`)],
  [
    'the template of Ruby',
    'path-template',
    respelled(order, JSON.stringify({ ...payloadOf(order), path: '/v1/trading/accounts/#{account_id}/orders' })),
  ],
  [
    'all values in the query',
    'header-elsewhere',
    {
      ...order,
      path: `${order.path}?${order.headers.map(([name, value]) => `${name}=${value}`).join('&')}`,
      headers: [],
    },
  ],
])('%s', (_name, cause, wrong) => {
  expect(causeOf(wrong)).toBe(cause);
});

test('padding with a mark of its own is another alphabet', () => {
  for (let nonce = 0; nonce < 200; nonce += 1) {
    const one = capture({ body: Buffer.from(`{"nonce":${nonce}}`) });
    const text = one.headers.find(([name]) => name === HEADER.signature)?.[1] ?? '';
    if (text.includes('_')) continue;
    expect(causeOf(withHeader(one, HEADER.signature, `${text}__`))).toBe('sign-other-alphabet');
    return;
  }
});

test('the message behind the signature is told in any alphabet', () => {
  const payload = Buffer.from(JSON.stringify(payloadOf(order)));
  const attached = Buffer.concat([signer.sign(payload), payload]).toString('base64');
  expect(causeOf(withHeader(order, HEADER.signature, attached))).toBe('sign-attached');
});

test('a plain signature is in no dress', () => {
  expect(withoutDress(encodeBase64url(new Uint8Array(64)))).toBeUndefined();
});

import { expect, test } from 'vitest';
import { encodeBase64url, HEADER } from '../../signing/index.js';
import type { Capture } from '../capture/capture.js';
import { capture, native, payloadOf, respelled, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';

const right = capture();
const payload = Buffer.from(JSON.stringify(payloadOf(right)));
const signature = Buffer.from(signer.sign(payload));
const named = (from: string, to: string): Capture => ({
  ...right,
  headers: right.headers.map(([name, value]) => [name === from ? to : name, value] as const),
});
const valueOfHeader = (name: string): string => right.headers.find(([one]) => one === name)?.[1] ?? '';
const at = (timestamp: number): Capture =>
  withHeader(respelled(right, JSON.stringify({ ...payloadOf(right), timestamp })), HEADER.timestamp, String(timestamp));

test.each<readonly [string, Capture]>([
  ['sign-printed', withHeader(right, HEADER.signature, `b'${encodeBase64url(signature)}'`)],
  ['sign-printed', withHeader(right, HEADER.signature, `[${[...signature].join(', ')}]`)],
  ['sign-hex', withHeader(right, HEADER.signature, `0x${signature.toString('hex')}`)],
  ['sign-multibase', withHeader(right, HEADER.signature, `u${encodeBase64url(signature)}`)],
  ['sign-placeholder', withHeader(right, HEADER.signature, '[object Promise]')],
  ['data-hex', withHeader(right, HEADER.data, `0x${payload.toString('hex')}`)],
  ['data-printed', withHeader(right, HEADER.data, JSON.stringify([...payload]))],
  ['header-misnamed', named(HEADER.apiKey, 'X-SVC-API-KEY')],
  ['header-misnamed', named(HEADER.signature, 'SVC_SIGN')],
  [
    'headers-swapped',
    withHeader(
      withHeader(right, HEADER.data, valueOfHeader(HEADER.signature)),
      HEADER.signature,
      valueOfHeader(HEADER.data),
    ),
  ],
  ['header-joined', withHeader(right, HEADER.apiKey, 'key-1, key-1')],
  ['timestamp-zero', at(0)],
  ['timestamp-ticks', at(638_000_000_000_000_000)],
  ['timestamp-monotonic', at(48_211_733)],
])('%s is recognised by what is there', (cause, wrong) => {
  expect(diagnose(wrong, native).cause).toBe(cause);
});

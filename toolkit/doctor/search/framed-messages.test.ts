// What was signed with something around the payload, or by a second step from another part of the request, is told with what was done.
import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeBase64url, HEADER } from '../../signing/index.js';
import { capture, native, payloadOf, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';

const request = capture();
const fields = payloadOf(request);
const payload = JSON.stringify(fields);
const data = encodeBase64url(Buffer.from(payload));
const ms = Number(fields['timestamp']);
const { method, path } = request;
const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
const lengthOf = (text: string): number => Buffer.byteLength(text);
const big = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

function told(message: string | Uint8Array): { readonly cause?: string; readonly how?: string } {
  const signed = withHeader(request, HEADER.signature, encodeBase64url(signer.sign(Buffer.from(message))));
  const { cause, how } = diagnose(signed, native).stages.find(({ stage }) => stage === 'signature') ?? {};
  return { ...(cause === undefined ? {} : { cause }), ...(how === undefined ? {} : { how }) };
}

test.each<readonly [how: string, cause: string, message: string | Uint8Array]>([
  ['behind white space', 'signed-respelled', `  ${payload}`],
  ['in a member data', 'signed-respelled', `{"data":${payload}}`],
  ['in a member payload', 'signed-respelled', `{"payload":"${data}"}`],
  [
    'type and its length',
    'signed-respelled',
    Buffer.concat([Buffer.from([0xac, 0xed, 0, 5, 0x74]), big(lengthOf(payload)), Buffer.from(payload)]),
  ],
  ['as Sum of Go', 'signed-respelled', Buffer.concat([Buffer.from(payload), sha('')])],
  ['a SHA-256 hash beside', 'signed-respelled', Buffer.concat([Buffer.from(payload), sha(payload)])],
  ['single quotation marks', 'signed-respelled', payload.replaceAll('"', "'")],
  ['UTF-32', 'signed-respelled', Buffer.from(Array.from(payload, (unit) => [unit.charCodeAt(0), 0, 0, 0]).flat())],
  ['a word of its own', 'signed-respelled', `TSI-v1\n${payload}`],
  ['a word of its own', 'signed-respelled', `SVC-SIGN-V1:${payload}`],
  [
    'canonical request of their own',
    'signed-concatenation',
    `${method}\n${path}\n${sha(Buffer.from(request.body ?? []).toString()).toString('hex')}`,
  ],
  [
    'string to sign of their own',
    'signed-concatenation',
    `SVC-ED25519\n${ms}\n${sha(`${method}\n${path}\n${String(fields['body_hash'])}`).toString('hex')}`,
  ],
  [
    'XML',
    'signed-respelled',
    `<r>${Object.entries(fields)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('')}</r>`,
  ],
  ['put in single quotation marks', 'signed-respelled', `'${payload}'`],
  [
    'Sig_structure of COSE',
    'signed-enveloped',
    Buffer.concat([
      Buffer.from('846a5369676e61747572653143a10127405900', 'hex').subarray(0, -1),
      big(lengthOf(payload)),
      Buffer.from(payload),
    ]),
  ],
  ['floating-point', 'signed-other-member', payload.replace(String(ms), ms.toExponential())],
  [
    'a key of the request',
    'signed-other-hash',
    createHmac('sha256', String(fields['api_key'])).update(payload).digest('hex'),
  ],
  ['a mark behind it', 'signed-concatenation', `${method}\n${path}\n${String(fields['body_hash'])}\n${ms}\n`],
  [
    'an expiry',
    'signed-concatenation',
    `${method}${path}${Math.floor(ms / 1000) + 60}${Buffer.from(request.body ?? []).toString()}`,
  ],
  ['with a line feed', 'signed-respelled', sha(`${payload}\n`)],
  ['HashMap', 'signed-other-order', hashMapped()],
  [
    'another standard',
    'signed-enveloped',
    Buffer.concat([
      Buffer.from([0xff]),
      Buffer.from('solana offchain'),
      Buffer.from([0, 0, lengthOf(payload) & 255, lengthOf(payload) >> 8]),
      Buffer.from(payload),
    ]),
  ],
])('%s', (how, cause, message) => {
  const said = told(message);
  expect(said.cause).toBe(cause);
  expect(said.how).toContain(how);
});

test('an attempt some milliseconds before is told, and what nothing explains stays unexplained', () => {
  expect(told(payload.replace(String(ms), String(ms - 1234))).cause).toBe('signed-other-timestamp');
  expect(told('something else').cause).toBe('signature-unexplained');
});

/** Of these seven names, in the order of the buckets of Java. */
function hashMapped(): string {
  const order = ['method', 'path', 'api_key', 'idempotency_key', 'sign_version', 'timestamp', 'body_hash'];
  const bucket = (name: string): number => {
    const hash = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 0);
    return (hash ^ (hash >>> 16)) & 15;
  };
  const given = Object.keys(fields);
  const sorted = given.toSorted((a, b) => bucket(a) - bucket(b));
  expect(sorted.toSorted()).toEqual(order.toSorted());
  return JSON.stringify(Object.fromEntries(sorted.map((name) => [name, fields[name]])));
}

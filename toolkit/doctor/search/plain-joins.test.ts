// Two parts of a request that an author joined without any scheme are told by their names.
import { expect, test } from 'vitest';
import { encodeBase64url, HEADER } from '../../signing/index.js';
import { capture, native, payloadOf, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import type { DiagnosedStage } from '../diagnosis.js';

const order = capture();
const read = capture({ method: 'GET', path: '/v1/trading/accounts/42/orders?limit=5', body: new Uint8Array() });
const textOf = (one: typeof order): string => JSON.stringify(payloadOf(one));
const dataOf = (one: typeof order): string => one.headers.find(([name]) => name === HEADER.data)?.[1] ?? '';

function told(one: typeof order, message: string): DiagnosedStage | undefined {
  const signed = withHeader(one, HEADER.signature, encodeBase64url(signer.sign(Buffer.from(message))));
  return diagnose(signed, native).stages.find(({ stage }) => stage === 'signature');
}

test.each([
  ['the payload and a word for no body', read, `${textOf(read)}{}`],
  ['the text of SVC-DATA and a word for no body', read, `${dataOf(read)}null`],
  ['the hash of the body and the path', order, String(payloadOf(order)['body_hash']) + order.path],
  ['the text of SVC-DATA as a line that names it', order, `SVC-DATA: ${dataOf(order)}\r\n`],
  ['the text of SVC-DATA below the request line', order, `${order.method} ${order.path}\n${dataOf(order)}`],
] as const)('%s', (how, one, message) => {
  const stage = told(one, message);
  expect(stage?.cause).toBe('signed-concatenation');
  expect(stage?.how).toContain(how);
});

const shown = { ...read, headers: [...read.headers, ['Host', 'api.example.com'] as const] };
const header = (name: string): string => read.headers.find(([one]) => one === name)?.[1] ?? '';
const some = [HEADER.apiKey, HEADER.timestamp, HEADER.data];

test.each([
  ['the URL', shown, `https://api.example.com${read.path}`],
  ['the method, the URL', shown, `GET\nwss://api.example.com${read.path}`],
  ['the lines of some headers', read, some.map((name) => `${name.toLowerCase()}:${header(name)}\n`).join('')],
] as const)('%s', (how, one, message) => {
  expect(told(one, message)).toMatchObject({ cause: 'signed-concatenation', how });
});

test.each([
  ['signed-respelled', 'in JSON, in a list of one', `[${textOf(read)}]`],
  ['signed-respelled', 'in JSON, as a list of its values', JSON.stringify(Object.values(payloadOf(read)))],
  [
    'signed-escaped',
    'other slashes and an indentation',
    JSON.stringify(payloadOf(read), null, 4).replaceAll('/', '\\/'),
  ],
] as const)('%s: %s', (cause, how, message) => {
  const stage = told(read, message);
  expect(stage?.cause).toBe(cause);
  expect(stage?.how).toContain(how);
});

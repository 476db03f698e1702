import { describe, expect, test } from 'vitest';
import { diagnose } from '../diagnose.js';
import type { Capture } from './capture.js';
import { capture, NOW_MS, native, payloadOf, respelled } from './captures.test.aid.js';
import { FORMS, raw, order as sized } from './forms.test.aid.js';
import { readCapture } from './read-capture.js';

const READ = '/v1/configuration/accounts/42/instruments';
const order = (body: string, more: Parameters<typeof capture>[0] = {}): Capture =>
  capture({ body: Buffer.from(body), ...more });
const spelled = (given: Capture, spell: (members: Record<string, unknown>) => string): Capture =>
  respelled(given, spell(payloadOf(given)));
const reversed = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).reverse());

/** Right requests with habits that few signers have. */
const ODD: readonly (readonly [habit: string, request: Capture])[] = [
  ['an empty object for a body', order('{}')],
  ['an empty list for a body', order('[]')],
  ['blanks within the body', order('{ "volume" : "1.50" , "price": "1.2" }')],
  ['escapes in the body', order('{"note":"Zo\\u00eb","path":"a\\/b"}')],
  ['numbers as a double prints them', order('{"volume":1e3,"price":0.10,"id":12345678901234567890}')],
  ['a member twice in the body', order('{"volume":"1","volume":"2"}')],
  ['text that looks encoded', order('{"data":"eyJhIjoxfQ==","hex":"00ff"}')],
  ['a key of 128 characters', order('{"volume":"1"}', { idempotencyKey: 'aZ9._~-x'.repeat(16) })],
  ['a key of five characters', order('{"volume":"1"}', { idempotencyKey: '0.~_-' })],
  ['PUT', order('{"volume":"1"}', { method: 'PUT' })],
  ['PATCH', order('{"volume":"1"}', { method: 'PATCH' })],
  ['DELETE without a body', order('', { method: 'DELETE' })],
  ['POST without a body', order('')],
  ['a query with a body', order('{"volume":"1"}', { path: '/v1/trading/accounts/42/orders?dry=1&note=a%20b' })],
  ['a query of escapes', capture({ method: 'GET', path: `${READ}?b=%7E&a=%2f%C3%ab&c=x+y&empty=&flag` })],
  ['a question mark alone', capture({ method: 'GET', path: `${READ}?` })],
  ['a query that holds a URL', capture({ method: 'GET', path: `${READ}?next=https%3A%2F%2Fh%2Fa%3Fb%3D1` })],
  ['a slash at the end', capture({ method: 'GET', path: `${READ}/` })],
  ['members in reverse', spelled(order('{"volume":"1"}'), (members) => JSON.stringify(reversed(members)))],
  ['an indented payload', spelled(order('{"volume":"1"}'), (members) => JSON.stringify(members, null, 4))],
  [
    'line ends of Windows in the payload',
    spelled(order('{}'), (members) => `${JSON.stringify(members, null, 1).replaceAll('\n', '\r\n')}\r\n`),
  ],
  ['escaped slashes in the payload', spelled(order('{}'), (members) => JSON.stringify(members).replaceAll('/', '\\/'))],
  [
    'every letter of the payload escaped',
    spelled(order('{}'), (members) =>
      JSON.stringify(members).replace(/[A-Z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    ),
  ],
  [
    'header names in small letters',
    { ...order('{}'), headers: order('{}').headers.map(([name, value]) => [name.toLowerCase(), value] as const) },
  ],
  [
    'headers in reverse, among others',
    { ...order('{}'), headers: [['Accept', '*/*'] as const, ...order('{}').headers].reverse() },
  ],
];

const judged = (text: string): { readonly verdict: string; readonly cause?: string | undefined } => {
  const { verdict, cause } = diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS });
  return { verdict, cause };
};

describe.each(ODD)('a right request is accused in no form: %s', (_habit, request) => {
  test('as it is', () => {
    expect(diagnose(request, native)).toMatchObject({ verdict: 'correct' });
  });

  test.each(FORMS.filter(([form]) => !(form === 'HTTPie' && request.body?.length !== 0)))('%s', (_form, of) => {
    expect(judged(of(request)).verdict).not.toBe('broken');
  });
});

test('a body that the server asked for first is read', () => {
  const asked = raw(sized).replace('\r\n\r\n', '\r\n\r\nHTTP/1.1 100 Continue\r\nServer: h\r\n\r\n');
  expect(diagnose(readCapture(Buffer.from(asked)), { ...native, clockMs: NOW_MS }).verdict).toBe('correct');
});

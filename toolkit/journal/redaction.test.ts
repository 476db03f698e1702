import { describe, expect, test } from 'vitest';
import { privateKeyFor } from './known-bytes.test.aid.js';
import { createRedactor } from './redaction.js';

const privateKey = privateKeyFor('a key');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const der = privateKey.export({ type: 'pkcs8', format: 'der' });
const jwk = privateKey.export({ format: 'jwk' });
const signature = `q1w2e3${'x'.repeat(78)}Ag`;
const { redact } = createRedactor();

/** What every spelling of one secret must do: vanish, in text and inside JSON once and twice. */
const hides = (text: string, secret: string): void => {
  const inner = secret.slice(8, -8);
  for (const spelling of [
    text,
    JSON.stringify({ raw: text }),
    JSON.stringify({ raw: JSON.stringify({ raw: text }) }),
  ]) {
    const clean = redact(spelling);
    expect(clean).not.toContain(inner);
    if (spelling !== text) expect(() => JSON.parse(clean)).not.toThrow();
  }
};

describe('redaction', () => {
  test('takes out private keys in every form that a profile accepts', () => {
    const body = pem.split('\n')[1] ?? '';
    hides(pem, body);
    hides(pem.replace(/-----END.*/s, ''), body);
    hides(pem.replaceAll('\n', '\r\n'), body);
    hides(der.toString('base64url'), der.toString('base64url'));
    hides(der.toString('hex'), der.toString('hex'));
    hides(JSON.stringify(jwk), jwk.d ?? '');
  });

  test('leaves public keys alone', () => {
    const spki = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('PRIVATE', 'PUBLIC');
    expect(redact(spki.replace(/M[^-]*/, 'MCowBQYDK2VwAyEA'))).toContain('MCowBQYDK2VwAyEA');
    expect(redact(JSON.stringify({ kty: 'OKP', x: jwk.x }))).toContain(String(jwk.x));
  });

  test('shortens a signature to its length and its ends, wherever it stands', () => {
    const short = '[signature of 86 characters: q1w2e3...Ag]';
    expect(redact(`SVC-SIGN: ${signature}\r\nHost: a`)).toBe(`SVC-SIGN: ${short}\r\nHost: a`);
    expect(redact(JSON.stringify([['SVC-SIGN', signature]]))).toBe(JSON.stringify([['SVC-SIGN', short]]));
    expect(redact(JSON.stringify({ 'svc-sign': signature }))).toBe(JSON.stringify({ 'svc-sign': short }));
    expect(redact(`curl -H 'SVC-SIGN: ${signature}' -H 'A: b'`)).toBe(`curl -H 'SVC-SIGN: ${short}' -H 'A: b'`);
    hides(`SVC-SIGN: ${signature}`, signature);
  });

  test('shortens once, keeps SVC-SIGN-VERSION, SVC-DATA and an empty signature', () => {
    const once = redact(`SVC-SIGN: ${signature}`);
    expect(redact(once)).toBe(once);
    const rest = `SVC-SIGN-VERSION: 1\nSVC-DATA: eyJ${'a'.repeat(300)}\nSVC-SIGN: \nX: y`;
    expect(redact(rest)).toBe(rest);
  });

  test('keeps different tokens different', () => {
    const first = redact('Bearer abcdefgh12345678ijkl');
    const second = redact('Bearer abcdefgh12345678ijkm');
    expect(first).toMatch(/^Bearer \[redacted token of 20 characters, [0-9a-f]{8}\]$/);
    expect(second).not.toBe(first);
    expect(redact('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl')).toMatch(/^\[redacted token/);
  });

  test('takes out cookies and credentials in headers', () => {
    expect(redact(JSON.stringify({ 'set-cookie': 'sid=verysecret', authorization: 'anything' }))).not.toMatch(
      /verysecret|anything/,
    );
  });

  test('does not touch prose about authorization', () => {
    const prose = 'request shape, authentication, authorization, account lookup; basic information for the bearer';
    expect(redact(prose)).toBe(prose);
  });

  test('takes out secrets that the caller names, also inside JSON, and says that it met one', () => {
    const seed = 'f'.repeat(64);
    const named = createRedactor([seed, 'a"quoted\nsecret']);
    expect(named.redact(`seed ${seed}`)).toBe('seed [redacted secret]');
    expect(named.redact(JSON.stringify({ at: 'a"quoted\nsecret' }))).toBe('{"at":"[redacted secret]"}');
    expect(named.examine(JSON.stringify(seed)).heldNamedSecret).toBe(true);
    expect(named.examine('nothing here').heldNamedSecret).toBe(false);
  });

  test.each([
    ['eyJ'.repeat(700_000)],
    ['-eyJ'.repeat(500_000)],
    [`kty"d${'\\'.repeat(2_000_000)}`],
    ['bearer '.repeat(300_000)],
    ['-----BEGIN PRIVATE KEY-----'.repeat(70_000)],
    [`svc-sign${' '.repeat(2_000_000)}`],
    ['svc-sign:[ '.repeat(180_000)],
  ])('takes linear time on hostile text', (text) => {
    const started = performance.now();
    redact(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

const TOKEN = 'S3cr3t-Token_for/control+x9';
const BYTES = [...Buffer.from(TOKEN)];
const IN_HEX = BYTES.map((byte) => byte.toString(16));

test.each([
  ['base64', Buffer.from(TOKEN).toString('base64')],
  ['base64 behind something', Buffer.from(`user:${TOKEN}`).toString('base64')],
  ['base64url', Buffer.from(`ab${TOKEN}cd`).toString('base64url')],
  ['hexadecimal', IN_HEX.join('')],
  ['capitals', IN_HEX.join('').toUpperCase()],
  ['pairs', IN_HEX.join(':').toUpperCase()],
  ['an address', encodeURIComponent(TOKEN)],
  ['an address, all escaped', `%${IN_HEX.join('%')}`],
  ['JSON, all escaped', BYTES.map((byte) => `\\u00${byte.toString(16)}`).join('')],
  ['HTML, all escaped', BYTES.map((byte) => `&#${byte};`).join('')],
  ['HTML in hexadecimal', BYTES.map((byte) => `&#x${byte.toString(16)};`).join('')],
  ['a string of C', `\\x${IN_HEX.join('\\x')}`],
  ['a list', BYTES.join(', ')],
  ['backwards', [...TOKEN].reverse().join('')],
  ['escaped slashes', TOKEN.replaceAll('/', '\\/')],
  ['its own letters in capitals', TOKEN.toUpperCase()],
  ['its own small letters', TOKEN.toLowerCase()],
])('takes out a named token in %s', (_, spelled) => {
  for (const secret of [TOKEN, `Bearer ${TOKEN}`, `Basic ${Buffer.from(`user:${TOKEN}`).toString('base64')}`]) {
    const { text, heldNamedSecret } = createRedactor([secret]).examine(`{"said":"${spelled}"}`);
    expect([text.includes('[redacted secret]'), heldNamedSecret]).toEqual([true, true]);
    expect(text.length).toBeLessThan(45);
  }
});

test.each([
  ['lines', (text: string) => text.replace(/.{5}/g, '$&\n')],
  ['indented lines', (text: string) => text.replace(/.{9}(?=.)/g, '$&\r\n    ')],
  ['a line for each character', (text: string) => text.replace(/.(?=.)/g, '$&\n')],
  ['quoted-printable', (text: string) => text.replace(/.{11}/g, '$&=\r\n')],
  ['lines in JSON', (text: string) => JSON.stringify(text.replace(/.{7}/g, '$&\n\t')).slice(1, -1)],
  [
    'lines in JSON in JSON',
    (text: string) => JSON.stringify(JSON.stringify(text.replace(/.{7}/g, '$&\r\n'))).slice(3, -3),
  ],
])('takes out a named token that is broken into %s', (_, broken) => {
  for (const secret of [TOKEN, `Bearer ${TOKEN}`]) {
    const { text, heldNamedSecret } = createRedactor([secret]).examine(`it said ${broken(TOKEN)}.`);
    expect([text, heldNamedSecret]).toEqual(['it said [redacted secret].', true]);
  }
  const other = `it said ${broken([...TOKEN].sort().join(''))}.`;
  expect(createRedactor([TOKEN]).redact(other)).toBe(other);
});

test('costs no more than the length of a text that is all beginnings and ends of lines', () => {
  const redactor = createRedactor([TOKEN]);
  const started = performance.now();
  for (const part of ['S\n', 'S\\n', `${TOKEN.slice(0, -1)}\n`, '\n'.repeat(10)]) redactor.redact(part.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});

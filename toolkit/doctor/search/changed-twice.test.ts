import { describe, expect, test } from 'vitest';
import { encodeBase64url } from '../../signing/index.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import { capture, native, payloadOf, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import { searchBodyHash } from './search-body-hash.js';
import { pathCause } from './search-path.js';
import { timestampOrigin } from './timestamp-origin.js';

const read = capture({ method: 'GET', path: '/v1/configuration/accounts/42/instruments?name=Zoë&b=<1>' });
const fields = payloadOf(read);
const text = JSON.stringify(fields);
const sorted = JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));
const unit = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
const html = (json: string): string => json.replace(/[<>&]/g, unit);
const ascii = (json: string): string => json.replace(/[^\0-\x7f]/g, unit);
const slashed = (json: string): string => json.replaceAll('/', '\\/');

const judge = (message: string): Diagnosis =>
  diagnose(withHeader(read, 'SVC-SIGN', encodeBase64url(signer.sign(Buffer.from(message)))), native);

describe('a payload that a library wrote in two ways otherwise is told', () => {
  test.each([
    ['a map of Go', html(sorted), 'signed-other-order'],
    ['a sorted array of PHP', slashed(ascii(sorted)), 'signed-other-order'],
    ['an array of PHP', slashed(ascii(text)), 'signed-escaped'],
    ['a JSON text of PHP', slashed(JSON.stringify(text)), 'signed-json-twice'],
    ['a JSON text of Python', ascii(JSON.stringify(text)), 'signed-json-twice'],
  ])('%s', (_name, message, cause) => {
    expect(judge(message).cause).toBe(cause);
  });
});

describe('YAML is told however its library quotes', () => {
  const lines = (quote: (value: string) => string): string =>
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? quote(value) : value}\n`)
      .join('');
  test.each([
    ['Ruby', `---\n${lines((value) => (value === '' ? "''" : value.startsWith('/') ? `"${value}"` : value))}`],
    ['Go', lines((value) => (value === '' ? '""' : value))],
    [
      'a flow',
      `{${lines((value) => (value === '' ? "''" : value))
        .trim()
        .replaceAll('\n', ', ')}}\n`,
    ],
  ])('%s', (_name, message) => {
    expect(judge(message).stages.find(({ stage }) => stage === 'signature')?.how).toContain('YAML');
  });
});

test('what stands for a hash is no hash', () => {
  const place = { path: '/x', method: 'GET', apiKey: 'k', idempotencyKey: '', timestamp: '1' };
  const found = (signed: string): string | undefined =>
    searchBodyHash(nodeHashing, signed, new Uint8Array(), place).how;
  expect(found(encodeBase64url(new Uint8Array(32)))).toContain('never filled');
  expect(found('ff'.repeat(32))).toContain('never filled');
  const raw = Buffer.from(nodeHashing.sha256(new Uint8Array()));
  expect(found(raw.toString('utf8'))).toContain('not encoded at all');
});

test('a target that is escaped whole is escaped once', () => {
  const sent = '/v1/configuration/accounts/42/instruments?after=a%2Fb%20c';
  expect(pathCause(encodeURIComponent(sent), sent, 'GET')).toBe('path-encoded');
  expect(pathCause(sent.replaceAll('%', '%25'), sent, 'GET')).toBe('path-double-encoded');
});

test('a timestamp in 31 bits is one that was cut', () => {
  const nowMs = 1_764_122_931_417;
  expect(timestampOrigin(String((nowMs - 500) % 2 ** 31), nowMs)).toBe('timestamp-int32');
  expect(timestampOrigin(String((nowMs - 500) % 2 ** 32), nowMs)).toBe('timestamp-int32');
});

// What was built twice, printed or wrapped is told with what was done, and what is right beside it is left alone.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBase64url, HEADER } from '../../signing/index.js';
import type { Capture } from '../capture/capture.js';
import { capture, NOW_MS, native, payloadOf, respelled, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import { pathCause } from './search-path.js';

const text = '{"type":"limit","volume":"0.10","price":"1.08500"}';
const body = Buffer.from(text);
const order = capture({ body });
const MULTIPART = '--b\r\nContent-Disposition: form-data; name="volume"\r\n\r\n0.10\r\n--b--\r\n';
const hashing = (signedBody: string, sent = text): Capture =>
  capture({ body: Buffer.from(sent), signedBody: Buffer.from(signedBody) });
const signing = (message: string | Uint8Array): Capture =>
  withHeader(order, HEADER.signature, encodeBase64url(signer.sign(Buffer.from(message))));
const payload = payloadOf(order);
const payloadBytes = Buffer.from(JSON.stringify(payload));
function gzipAt(ms: number): Buffer {
  const packed = gzipSync(body, { level: 9 });
  packed.writeUInt32LE(Math.floor(ms / 1000), 4);
  packed[8] = 2;
  packed[9] = 255;
  return packed;
}
const changed = (members: Record<string, unknown>): string => JSON.stringify({ ...payload, ...members });
const signature = (write: (bytes: Buffer) => string): Capture =>
  withHeader(order, HEADER.signature, write(Buffer.from(signer.sign(Buffer.from(JSON.stringify(payload))))));
const hashForm = (write: (hash: Buffer) => string): Capture =>
  respelled(order, changed({ body_hash: write(createHash('sha256').update(body).digest()) }));
const serialized = 'a:3:{s:4:"type";s:5:"limit";s:6:"volume";s:4:"0.10";s:5:"price";s:7:"1.08500";}';

test.each<readonly [cause: string, name: string, wrong: Capture]>([
  ['signed-other-member', 'small method', signing(changed({ method: 'post' }))],
  [
    'signed-other-member',
    'hexadecimal hash',
    signing(changed({ body_hash: createHash('sha256').update(body).digest('hex') })),
  ],
  ['signed-other-member', 'text for a number', signing(changed({ timestamp: String(payload['timestamp']) }))],
  ['signed-other-member', 'seconds', signing(changed({ timestamp: Math.floor(Number(payload['timestamp']) / 1000) }))],
  [
    'signed-other-member',
    'text for a number, in a map',
    signing(
      JSON.stringify(
        Object.fromEntries(Object.entries({ ...payload, timestamp: String(payload['timestamp']) }).sort()),
      ),
    ),
  ],
  ['signed-without-members', 'with the body', signing(changed({ body: text }))],
  [
    'signed-enveloped',
    'a wallet',
    signing(`\x19Ethereum Signed Message:\n${JSON.stringify(payload).length}${JSON.stringify(payload)}`),
  ],
  ['body-hash-other-members', 'wrapped', hashing(`{"data":${text}}`)],
  [
    'body-hash-other-members',
    'a member more',
    hashing(text, '{"type":"limit","volume":"0.10","price":"1.08500","client":"web"}'),
  ],
  ['body-hash-other-members', 'other names', hashing('{"stopLoss":"1"}', '{"stop_loss":"1"}')],
  ['body-hash-numbers', 'numbers sent for decimals', hashing(text, '{"type":"limit","volume":0.1,"price":1.085}')],
  ['body-hash-number-spelling', 'Python', hashing('{"a": 1e-05, "b": 1.1}', '{"a": 0.00001, "b": 1.10}')],
  ['body-hash-number-spelling', 'Java', hashing('{"a":1.0E-5,"b":100000.0}', '{"a":0.00001,"b":100000}')],
  ['body-hash-number-spelling', 'JavaScript', hashing('{"a":1.1,"b":100000}', '{"a":1.10,"b":100000.0}')],
  ['body-hash-number-spelling', 'one number of C#', hashing('{"a": 1E-05, "b": 1.10}', '{"a": 0.00001, "b": 1.10}')],
  ['body-hash-form', 'multipart', hashing('{"volume":"0.10"}', MULTIPART)],
  ['body-hash-of-other-bytes', 'JSONP', hashing('callback({"a":"1"})', '{"a":"1"}')],
  ['body-hash-other-members', 'JSONP that is sent', hashing('{"a":"1"}', 'cb({"a":"1"});')],
  ['body-cut', 'characters counted for bytes', hashing('{"a":"é"}', '{"a":"é"')],
  ['body-hash-mismatch', 'JSON with brackets in a text', hashing('{"a":"1"}', '{"b":"[{"}')],
  ['signed-concatenation', 'body and timestamp', signing(`${text}${payload['timestamp']}`)],
  [
    'body-hash-of-printed',
    'print_r',
    hashing('Array\n(\n    [type] => limit\n    [volume] => 0.10\n    [price] => 1.08500\n)\n'),
  ],
  ['body-hash-of-printed', 'serialize', hashing(serialized)],
  ['body-hash-of-printed', 'inspect', hashing("{ type: 'limit', volume: '0.10', price: '1.08500' }")],
  ['body-hash-of-other-bytes', 'bytes of Go', hashing(`[${[...body].join(' ')}]`)],
  ['body-hash-other-form', 'repaired text', hashForm((hash) => Buffer.from(hash.toString()).toString('base64url'))],
  ['body-hash-prefixed', 'subresource integrity', hashForm((hash) => `sha256-${hash.toString('base64')}`)],
  ['body-hash-other-members', 'lists as objects', hashing('{"a":{},"b":{"0":"1"}}', '{"a":[],"b":["1"]}')],
  ['body-hash-other-members', 'empty lists as objects', hashing('{"a":{},"b":["1"]}', '{"a":[],"b":["1"]}')],
  ['body-hash-of-other-bytes', 'XML', hashing('<order><a>&lt;1</a></order>', '{"a":"<1"}')],
  ['body-hash-of-other-bytes', 'YAML', hashing("volume: '0.10'\nnote: x\n", '{"volume":"0.10","note":"x"}')],
  ['body-hash-of-printed', 'a record', hashing('Order[stopLoss=1, note=x]', '{"stop_loss":"1","note":"x"}')],
  ['body-hash-other-members', 'a list around one', hashing('{"a":"1"}', '[{"a":"1"}]')],
  ['body-hash-other-members', 'no list around one', hashing('{"a":"x"}', '{"a":["x"]}')],
  ['body-hash-pretty', 'lines of Windows', hashing('{\r\n  "a": "1"\r\n}', '{"a":"1"}')],
  ['body-hash-pretty', 'PowerShell', hashing('{\r\n    "a":  "\\u003c1",\r\n    "b":  "2"\r\n}', '{"a":"<1","b":"2"}')],
  ['body-hash-escaped', '.NET', hashing('{"a":"1\\u002B1 \\u0026 \\u00E9 \\u0022"}', '{"a":"1+1 & é \\""}')],
  ['body-hash-of-other-bytes', 'entities', hashing('{"a":"1 < 2 & 3"}', '{"a":"1 &lt; 2 &amp; 3"}')],
  ['body-hash-slashes', 'beside \\u', hashing('{"a":"\\u00e9\\/"}', '{"a":"\\u00e9/"}')],
  ['body-hash-escaped', 'both of PHP', hashing('{"a":"é/"}', '{"a":"\\u00e9\\/"}')],
  ['body-hash-of-other-bytes', 'HTML', hashing('{"a":"R&amp;D &lt;x"}', '{"a":"R&D <x"}')],
  ['api-key-quoted', 'a header alone', withHeader(order, HEADER.apiKey, '"key-1"')],
  ['data-placeholder', 'a word of base64', withHeader(order, HEADER.data, 'None')],
  ['body-hash-of-printed', 'a variable', hashing('$BODY', '{"a":"1"}')],
  ['body-hash-of-printed', 'a file and a line', hashing('@order.json\n', '{"a":"1"}')],
  ['body-lost', 'no body', hashing(text, '')],
  [
    'sign-wrapped',
    'SSH',
    signature((bytes) =>
      Buffer.concat([Buffer.from('\0\0\0\x0bssh-ed25519\0\0\0\x40', 'latin1'), bytes]).toString('base64url'),
    ),
  ],
  [
    'sign-wrapped',
    'CBOR',
    signature((bytes) => Buffer.concat([Buffer.from('8458405840', 'hex'), bytes]).toString('base64url')),
  ],
  [
    'sign-public-key-attached',
    'key first',
    signature((bytes) => Buffer.concat([signer.publicKey, bytes]).toString('base64url')),
  ],
  [
    'sign-wrapped',
    'two integers',
    signature((bytes) =>
      Buffer.concat([
        Buffer.from('30440220', 'hex'),
        bytes.subarray(0, 32),
        Buffer.from('0220', 'hex'),
        bytes.subarray(32),
      ]).toString('base64url'),
    ),
  ],
  ['sign-prefixed', 'the mark of a webhook', signature((bytes) => `sha256=${bytes.toString('hex')}`)],
  ['sign-other-curve', 'Ed448', signature(() => Buffer.alloc(114, 0xa7).toString('base64url'))],
  [
    'sign-prefixed',
    'a data URL',
    signature((bytes) => `data:application/octet-stream;base64,${bytes.toString('base64')}`),
  ],
  [
    'sign-prefixed',
    'a JSON object',
    signature((bytes) => JSON.stringify({ alg: 'EdDSA', sig: bytes.toString('base64url') })),
  ],
  [
    'sign-standard-alphabet',
    'broken into lines',
    signature((bytes) => ` ${bytes.toString('base64').replace(/.{40}/, '$& ')}`),
  ],
  ['sign-truncated', 'with stray bits', signature((bytes) => bytes.toString('base64url').slice(0, 70))],
  ['sign-truncated', 'with blanks', signature((bytes) => `${bytes.toString('base64url').slice(0, 40)} AAAA`)],
  [
    'sign-double-base64',
    'with padding',
    signature((bytes) => Buffer.from(bytes.toString('base64')).toString('base64')),
  ],
  [
    'sign-printed',
    'a list of numbers in two rounds of base64',
    signature((bytes) => Buffer.from(Buffer.from([...bytes].join()).toString('base64')).toString('base64url')),
  ],
  [
    'payload-framed',
    'the signature before the message, as crypto_sign gives them',
    withHeader(order, HEADER.data, encodeBase64url(Buffer.concat([signer.sign(payloadBytes), payloadBytes]))),
  ],
  ['body-hash-of-other-bytes', 'a field of a form that is sent', hashing(text, `payload=${text}`)],
  ['body-hash-of-other-bytes', 'an escaped field', hashing(text, `payload=${encodeURIComponent(text)}`)],
  [
    'signed-without-members',
    'without an empty member, as PHP writes it',
    signing(JSON.stringify({ ...payload, idempotency_key: undefined }).replaceAll('/', '\\/')),
  ],
  ['body-hash-compressed', 'gzip with its time', capture({ body, signedBody: gzipAt(NOW_MS) })],
  ['payload-is-body', 'the body', respelled(order, text)],
  ['payload-percent-encoded', 'encodeURIComponent', respelled(order, encodeURIComponent(JSON.stringify(payload)))],
  ['api-key-prefixed', 'a scheme', withHeader(order, HEADER.apiKey, 'Bearer key-1')],
])('%s: %s', (cause, _name, wrong) => {
  expect(diagnose(wrong, native).cause).toBe(cause);
});

test.each([
  ['path-printed', "b'/v1/a'", '/v1/a'],
  ['path-printed', '/v1/a{"b":1,"c":"x"}', '/v1/a?b=1&c=x'],
  ['path-template', '/v1/{b}', '/v1/a'],
  ['path-query-names', '/v1/a?ids[]=b/c,d&e=1', '/v1/a?ids=b/c,d&e=1'],
  ['path-full-url', 'https:/api.example/v1/a', '/v1/a'],
  ['path-query-list', '/v1/a?ids[]=1&ids[]=2', '/v1/a?ids=1,2'],
  ['path-query-other-value', '/v1/a?limit=100&b=1', '/v1/a?limit=50&b=1'],
  ['path-end-missing', '/v1/a', '/v1/a/ws/events'],
  ['path-end-added', '/v1/a/orders', '/v1/a'],
  ['path-other-segment', '/v2/a/b', '/v1/a/b'],
  ['path-decoded', '/v1/a?b=%2F', '/v1/a?b=%252F'],
  ['path-decoded', '/v1/a?b=+', '/v1/a?b=%2B'],
  ['path-respelled', '/v1/a?b=x+y~', '/v1/a?b=x%20y%7E'],
  ['path-backslash', '\\v1\\a', '/v1/a'],
  ['path-cut', '/v1/a?b=x', '/v1/a?b=x%20y'],
  ['path-query-alone', '?b=x', '/v1/a?b=x'],
  ['path-mismatch', '/v1/a/b', '/v1/c/d'],
])('%s', (cause, signed, sent) => {
  expect(pathCause(signed, sent, 'GET')).toBe(cause);
});

test('a public key, or text that is as long as a key, is not hidden as one', () => {
  const withKey = diagnose(withHeader(order, HEADER.apiKey, Buffer.from(signer.publicKey).toString('hex')), native);
  expect(JSON.stringify(withKey)).toContain(Buffer.from(signer.publicKey).toString('hex').slice(0, 20));
  const words = 'function now() { [native code] }';
  expect(JSON.stringify(diagnose(withHeader(order, HEADER.timestamp, words), native))).toContain(words);
});

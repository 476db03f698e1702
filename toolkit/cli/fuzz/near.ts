// What readers are given: texts and bytes near to what they expect, since pure noise ends at the first byte. Each is a right text in which
// pieces are cut out, doubled, exchanged for others, or replaced by what hurts.
import * as fc from 'fast-check';
import type { JsonValue } from '../../payload/json.js';
import { HEADER } from '../../signing/headers.js';

const HURTING = [
  '\0',
  '\ufeff',
  '\u202e',
  '\u001b[2J',
  '\ud800',
  '\r\n',
  '\n',
  '"',
  "'",
  '\\',
  '\\u0000',
  '\\ud800',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  ' ',
  '-',
  '.',
  '1e400',
  '-0',
  '9007199254740993',
  '0'.repeat(400),
  'null',
  'true',
  '__proto__',
  'constructor',
  '&a [*a,*a]',
  '<<: *a',
  '!!js/function',
  '%00',
  '%',
  '..',
  '=',
  '==',
  '-----BEGIN PRIVATE KEY-----',
  '[redacted',
  'A'.repeat(5000),
  '['.repeat(300),
  '{"a":'.repeat(300),
  '#',
  '|',
  '>',
  '?',
  '*',
];

const piece = fc.oneof(
  fc.constantFrom(...HURTING),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(40),
  put: piece,
  back: fc.nat(60),
});

/** One of the texts after some edits. */
function nearTo(...texts: readonly string[]): fc.Arbitrary<Uint8Array> {
  const edited = fc.tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 6 })).map(([text, edits]) =>
    edits.reduce((changed, { at, cut, put, back }) => {
      const place = Math.floor(at * changed.length);
      return (
        changed.slice(0, place) +
        put +
        changed.slice(Math.max(0, place - (back % 3 === 0 ? back : 0)) + (back % 2 === 0 ? cut : 0))
      );
    }, text),
  );
  return fc.oneof(
    { weight: 6, arbitrary: edited.map((text) => new Uint8Array(Buffer.from(text, 'utf8'))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  );
}

const json: fc.Arbitrary<JsonValue> = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>; // which is what it makes

const RECORD = {
  i: 1,
  run: 'r',
  t_ns: 1,
  wall: '2026-01-01T00:00:00.000Z',
  kind: 'invoke',
  actor: 'suite',
  conn: 'http',
  check: 'a/b',
  account: '1',
  client_request_id: null,
  operation_id: null,
  raw: null,
  parsed: { request: 'account', headers: [['SVC-DATA', 'e30']] },
  error: null,
  cause: null,
};
const JOURNAL = [
  {
    journal: 1,
    run: 'r',
    started: '2026-01-01T00:00:00.000Z',
    seed: '1',
    suite: { name: 's', version: '1' },
    node: 'v20',
    profile: { name: 'p', fingerprint: 'f' },
    settings: {},
  },
  RECORD,
  {
    ...RECORD,
    i: 2,
    kind: 'ok',
    actor: 'target',
    raw: '{"a":1}',
    parsed: { request: 'account', status: 200, body: { a: 1 }, view: {} },
    cause: 1,
  },
  { end: true, run: 'r', records: 2, reason: 'finished' },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

const HEADERS: readonly (readonly [string, string])[] = [
  [HEADER.apiKey, 'key-1'],
  [HEADER.idempotencyKey, ''],
  [HEADER.timestamp, '1767225600123'],
  [HEADER.signVersion, '1'],
  [
    HEADER.data,
    Buffer.from(
      '{"api_key":"key-1","idempotency_key":"","timestamp":1767225600123,"sign_version":1,"method":"GET","path":"/v1/x","body_hash":"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"}',
    ).toString('base64url'),
  ],
  [HEADER.signature, 'A'.repeat(86)],
];
const HTTP = `GET /v1/x?a=1 HTTP/1.1\r\nHost: x\r\n${HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
const ANSWER =
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nx: y\r\n\r\n';
const CURL = `curl 'http://h/v1/x?a=1' ${HEADERS.map(([name, value]) => `-H '${name}: ${value}'`).join(' \\\n  ')} --data-raw $'{"a":"\\u0041"}'`;
const HAR = JSON.stringify({
  log: {
    entries: [
      { request: { method: 'GET', url: 'http://h/v1/x', headers: HEADERS.map(([name, value]) => ({ name, value })) } },
    ],
  },
});

const PROFILE = `profile: 1
name: acme
build: {version: "1", digest: "sha256:00"}
baseUrl: http://127.0.0.1:8080/base
keys:
  main: {id: key-1, privateKey: {env: KEY}}
accounts:
  pool: ["1001", {id: "1002", currency: USD, currencyDigits: 2}]
claims: {ticks: true}
limits: {requestsPerSecond: 5}
policy: {inconclusive: listed, accept: ["auth.*"]}
dialect:
  errors: {code: /error/code}
control:
  stream.drop: {http: {method: POST, url: "http://127.0.0.1:1/{action}", body: "{params}"}}
`;

const frame = fc.record({
  opcode: fc.nat(15),
  fin: fc.boolean(),
  reserved: fc.nat(7),
  masked: fc.boolean(),
  payload: fc.uint8Array({ maxLength: 40 }),
  lie: fc.option(fc.nat(0x1ffff), { nil: undefined }),
});

const MESSAGES: readonly string[] = [
  '{"type":"transaction_event","status":"success","operation_id":"x","client_request_id":"y","payload":{"orders":[{"order_id":"1"}],"deals":[],"positions":[],"account_state":{"balance":"1"}}}',
  '{"type":"hmr_snapshot","periods":[{"period_id":"a","instruments":["b"]}]}',
  '{"error":{"code":1001},"error_message":"AUTH_INVALID_SIGNATURE"}',
  '{"operation_id":"1","client_request_id":"2"}',
  '{"k":"tx","s":"ok","o":"1"}',
  '[{"instrument":"EURUSD","volume_min":"0.01","point_digits":5}]',
];

type Bytes = fc.Arbitrary<Uint8Array>;

export interface Near {
  readonly value: fc.Arbitrary<JsonValue>;
  readonly json: Bytes;
  readonly frames: Bytes;
  readonly http: Bytes;
  readonly yaml: Bytes;
  readonly journal: Bytes;
  readonly capture: Bytes;
  readonly certificate: Bytes;
  readonly message: fc.Arbitrary<JsonValue>;
}

export const near: Near = {
  value: json,
  json: fc.oneof(
    nearTo('{"a":[1,2.5e3,"x\\u0041",null,true],"b":{"c":-0}}', '[]', '"\\ud83d\\ude00"'),
    json.map((value) => new Uint8Array(Buffer.from(JSON.stringify(value)))),
  ),
  frames: fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.array(frame, { maxLength: 6 }).map(framed)),
  http: nearTo(HTTP, ANSWER, `${HTTP}${HTTP}`),
  yaml: nearTo(PROFILE),
  journal: nearTo(JOURNAL),
  capture: nearTo(
    HTTP,
    CURL,
    HAR,
    JSON.stringify(RECORD),
    JSON.stringify({ method: 'GET', path: '/v1/x', headers: HEADERS }),
  ),
  certificate: nearTo(
    JSON.stringify({
      payloadType: 'application/vnd.in-toto+json',
      payload: 'e30=',
      signatures: [{ keyid: 'k', sig: 'AAAA' }],
    }),
    JSON.stringify({ manifest: 1, run: 'r', files: [{ name: 'a', bytes: 1, sha256: '0'.repeat(64) }] }, null, 1),
    JSON.stringify({ results: 1, run: { id: 'r' }, checks: [], counts: {}, warnings: 0 }),
  ),
  message: fc.oneof(json, nearTo(...MESSAGES).map(jsonOrText)),
};

function framed(
  specs: readonly {
    readonly opcode: number;
    readonly fin: boolean;
    readonly reserved: number;
    readonly masked: boolean;
    readonly payload: Uint8Array;
    readonly lie: number | undefined;
  }[],
): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      specs.map(({ opcode, fin, reserved, masked, payload, lie }) => {
        const length = lie ?? payload.length;
        const long = length > 125;
        const head = Buffer.from([
          (fin ? 0x80 : 0) | (reserved << 4) | opcode,
          (masked ? 0x80 : 0) | (long ? 127 : length),
        ]);
        const more = Buffer.alloc(long ? 8 : 0);
        if (long) more.writeUInt32BE(length, 4);
        return Buffer.concat([head, more, Buffer.alloc(masked ? 4 : 0), payload]);
      }),
    ),
  );
}

/** Text that is no JSON any more stays text. */
function jsonOrText(bytes: Uint8Array): JsonValue {
  const text = Buffer.from(bytes).toString('utf8');
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import { inflate } from '../recognise/inflate.js';
import type { Capture } from './capture.js';
import { capture, NOW_MS, native } from './captures.test.aid.js';
import { readCapture } from './read-capture.js';

const order = capture({ body: Buffer.from('{"volume":"1.50","note":"Zoë"}') });
const read = capture({ method: 'GET', path: '/v1/configuration/accounts/42/instruments?b=%7e&a=x+y' });
const DATE = new Date(NOW_MS).toUTCString();
const bodyOf = ({ body }: Capture): string => Buffer.from(body ?? []).toString();
const url = ({ path }: Capture): string => `https://h.example${path}`;
const lines = ({ headers }: Capture): string[] => headers.map(([name, value]) => `${name}: ${value}`);
const named = ({ headers }: Capture): Record<string, string> => Object.fromEntries(headers);
const sized = (one: Capture): number => one.body?.length ?? 0;
const head = (one: Capture): string =>
  [`${one.method} ${one.path} HTTP/1.1`, 'Host: h.example', ...lines(one), `Content-Length: ${sized(one)}`].join(
    '\r\n',
  );
const raw = (one: Capture): string => `${head(one)}\r\n\r\n${bodyOf(one)}`;
const answer = `HTTP/1.1 401 Unauthorized\r\nDate: ${DATE}\r\nContent-Length: 2\r\n\r\n{}`;
const marked = (text: string, mark: string): string => text.replace(/^/gm, mark);
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const chunked = (one: Capture): string => {
  const size = (text: string): string => Buffer.byteLength(text).toString(16);
  const parts = bodyOf(one).match(/[\s\S]{1,7}/g) ?? [];
  const body = [...parts, ''].map((part) => `${size(part)};x=y\r\n${part}\r\n`).join('');
  return `${head(one).replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')}\r\n\r\n${body}`;
};
const hexDump = (text: string): string =>
  (
    Buffer.from(text)
      .toString('hex')
      .match(/.{1,32}/g) ?? []
  )
    .map((row, at) => `${(at * 16).toString(16).padStart(8, '0')}  ${row.replace(/../g, '$& ')}  |................|`)
    .join('\n');
const caret = (text: string): string =>
  `^"${text.replaceAll('"', '\\"').replace(/[^\w\s\-:=+~'/.',?;()*`]/g, '^$&')}^"`;
const plain = (text: string): string => `'${text}'`;
const curlOf = (one: Capture, quote: (text: string) => string, on: string): string =>
  [
    `curl ${quote(url(one))} -X ${one.method}`,
    ...one.headers.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(sized(one) === 0 ? [] : [`--data-raw ${quote(bodyOf(one))}`]),
  ].join(` ${on}\n  `);

/** Each form, of an order with a body and of a read without one. */
const FORMS: readonly (readonly [name: string, of: (one: Capture) => string])[] = [
  ['HTTP text', raw],
  ['HTTP text with the answer below', (one) => `${raw(one)}\n${answer}`],
  ['HTTP text with bare line feeds', (one) => raw(one).replaceAll('\r', '')],
  ['the second of two requests', (one) => `GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n${raw(one)}${answer}`],
  ['chunks', chunked],
  ['a letter with the request in it', (one) => `Hello,\n\nthis is what we send:\n\n${raw(one)}`],
  ['a fence of Markdown', (one) => `Here:\n\n\`\`\`http\n${raw(one)}\n\`\`\`\nThanks`],
  ['an indentation', (one) => marked(raw(one), '    ')],
  ['quotation of a mail', (one) => marked(raw(one), '> ')],
  ['curl', (one) => curlOf(one, plain, '\\')],
  [
    'curl with its output',
    (one) => `$ ${curlOf(one, plain, '\\')}\n* Connected\n${marked(head(one), '> ')}\n< ${answer}`,
  ],
  ['curl for cmd', (one) => curlOf(one, caret, '^')],
  [
    'fetch',
    (one) =>
      `await fetch("${url(one)}", ${JSON.stringify({ headers: named(one), method: one.method, body: sized(one) === 0 ? null : bodyOf(one) })});`,
  ],
  [
    'PowerShell',
    (one) =>
      `Invoke-WebRequest -UseBasicParsing -Uri "${url(one)}" \`\n-Method "${one.method}" \`\n-Headers @{\n${one.headers
        .map(([name, value]) => `"${name}"="${value}"`)
        .join(
          '\n  ',
        )}\n}${sized(one) === 0 ? '' : ` \`\n-Body "${bodyOf(one).replaceAll('"', '`"').replace('ë', '$([char]235)')}"`}`,
  ],
  [
    'a .http file',
    (one) =>
      `@h = 1\n\n### place\n${one.method} ${url(one)}\n${lines(one).join('\n')}\n\n${bodyOf(one)}\n\n###\nGET ${url(one)}\n`,
  ],
  [
    'HTTPie',
    (one) =>
      `${head(one)}\n\n${sized(one) === 0 ? '' : JSON.stringify(JSON.parse(bodyOf(one)), null, 4)}\n\n\n${answer}`,
  ],
  [
    'OkHttp',
    (one) =>
      `--> ${one.method} ${url(one)} http/1.1\n${lines(one).join('\n')}\nContent-Length: ${sized(one)}\n\n${bodyOf(one)}\n--> END ${one.method} (${sized(one)}-byte body)\n<-- 401 ${url(one)}\nDate: ${DATE}`,
  ],
  [
    'Python',
    (one) =>
      `send: b'${escaped(`${head(one)}\r\n\r\n`)}'\nsend: b'${bodyOf(one).replace('ë', '\\xc3\\xab')}'\nreply: 'HTTP/1.1 401 Unauthorized\\r\\n'`,
  ],
  [
    'Ruby',
    (one) =>
      `opened\n<- ${JSON.stringify(`${head(one)}\r\n\r\n`)}\n<- ${JSON.stringify(bodyOf(one))}\n-> "HTTP/1.1 401\\r\\n"`,
  ],
  ['Go', (one) => `2026/01/01 00:00:00 ${JSON.stringify(raw(one))}`],
  [
    'a trace of curl',
    (one) =>
      `== Info: x\n=> Send header, ${head(one).length + 4} bytes (0x1)\n${hexDump(`${head(one)}\r\n\r\n`)
        .replace(/^0{4}/gm, '')
        .replace(/^(\w{4}) {2}/gm, '$1: ')}\n=> Send data, ${sized(one)} bytes (0x1)\n${hexDump(bodyOf(one))
        .replace(/^0{4}/gm, '')
        .replace(/^(\w{4}) {2}/gm, '$1: ')}\n`,
  ],
  ['a dump of bytes', (one) => hexDump(raw(one))],
  [
    'mitmproxy',
    (one) =>
      `127.0.0.1:51234: ${one.method} ${url(one)} HTTP/2.0\n${marked(lines(one).join('\n'), '    ')}\n    content-length: ${sized(one)}\n\n    ${bodyOf(one)}\n\n << HTTP/2.0 401 Unauthorized 2b\n`,
  ],
  [
    'HTTP/2',
    (one) => `:method: ${one.method}\n:authority: h\n:path: ${one.path}\n${lines(one).join('\n')}\n\n${bodyOf(one)}`,
  ],
  [
    'Postman',
    (one) =>
      JSON.stringify({
        item: [
          {
            request: {
              method: one.method,
              header: one.headers.map(([key, value]) => ({ key, value })),
              url: { raw: url(one) },
              body: { mode: 'raw', raw: bodyOf(one) },
            },
          },
        ],
      }),
  ],
  [
    'axios',
    (one) =>
      `{ headers: AxiosHeaders { ${one.headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')} }, adapter: [Function: x], method: '${one.method.toLowerCase()}', url: '${url(one)}', data: '${bodyOf(one)}' }`,
  ],
  [
    'a printed dictionary',
    (one) =>
      `${one.method} ${url(one)}\n{${one.headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')}}\nb'${bodyOf(one).replace('ë', '\\xc3\\xab')}'\n`,
  ],
  [
    'a log of a server',
    (one) =>
      `Jan 1 app[1]: ${JSON.stringify({ msg: 'x', req: { method: one.method, url: one.path, headers: named(one), body: bodyOf(one) } })}`,
  ],
  [
    'variables of a gateway',
    (one) =>
      `${JSON.stringify({ request: `${one.method} ${one.path} HTTP/1.1`, request_body: bodyOf(one), ...Object.fromEntries(one.headers.map(([name, value]) => [`http_${name.toLowerCase().replaceAll('-', '_')}`, value])) })}`,
  ],
];

const judge = (bytes: Uint8Array): Diagnosis => diagnose(readCapture(bytes), { ...native, clockMs: NOW_MS });

describe('a correct request is not accused for the form of its capture', () => {
  test.each(FORMS)('%s', (_name, of) => {
    expect(judge(Buffer.from(of(order)))).toMatchObject({ verdict: 'correct' });
    expect(judge(Buffer.from(of(read)))).toMatchObject({ verdict: 'correct' });
  });

  test('UTF-16, either way round', () => {
    const bytes = Buffer.from(`\ufeff${raw(order)}`, 'utf16le');
    expect(judge(bytes).verdict).toBe('correct');
    expect(judge(Buffer.from(bytes).swap16()).verdict).toBe('correct');
  });

  test('gzip, as it travelled', () => {
    const zipped = gzipSync('{"a":"b"}'.repeat(40));
    const { headers } = capture({ body: zipped });
    const text = head({ ...order, headers, body: zipped });
    expect(judge(Buffer.concat([Buffer.from(`${text}\r\n\r\n`), zipped])).verdict).toBe('correct');
    expect(inflate(zipped)).toEqual(new Uint8Array(gunzipSync(zipped)));
  });
});

describe('what a capture does not show is not judged', () => {
  test('a body without a length and without chunks is none by the rules of HTTP', () => {
    const diagnosis = judge(Buffer.from(raw(order).replace(/Content-Length: \d+\r\n/, '')));
    expect(diagnosis.verdict).toBe('undecided');
    expect(diagnosis.notes.join()).toMatch(/no length and no chunks/);
    const empty = judge(Buffer.from(`${raw(read).replace(/Content-Length: 0\r\n/, '')}a remark below\n`));
    expect(empty.verdict).toBe('correct');
  });

  test.each(['[REDACTED]', '***', 'eyJhcGlfa2V5Ijoi...', '[signature of 86 characters: abcdef...Ag]'])(
    '%s',
    (hidden) => {
      for (const name of ['SVC-SIGN', 'SVC-DATA', 'SVC-API-KEY']) {
        expect(judge(Buffer.from(raw(order).replace(new RegExp(`(${name}: ).*`), `$1${hidden}`))).verdict).not.toBe(
          'broken',
        );
      }
    },
  );

  test('a log without the headers is refused in one sentence', () => {
    expect(() => judge(Buffer.from('1.2.3.4 - - [x] "GET /v1/x HTTP/1.1" 401 120'))).toThrow(/SVC- headers/);
  });
});

test('a mistake is found in every form as well', () => {
  const wrong = capture({ body: Buffer.from('{"a": 1}'), signedBody: Buffer.from('{"a":1}') });
  for (const [name, of] of FORMS.filter(([form]) => !/HTTPie/.test(form))) {
    expect([name, judge(Buffer.from(of(wrong))).cause]).toEqual([name, 'body-hash-compact']);
  }
});

test.each(FORMS)('a body that is shown is never taken for none: %s', (_name, of) => {
  const wrong = capture({ body: Buffer.from('{"volume":"1.50","note":"Zoë"}'), signedBody: new Uint8Array() });
  expect(judge(Buffer.from(of(wrong))).cause).toBe('body-hash-of-nothing');
  const unknown = `<< ${of(wrong).replace(/fetch|axios|Invoke-WebRequest|curl/gi, 'call')}`;
  expect(saidOf(unknown)).not.toBe('correct');
});

/** What is said of a text, be it no capture at all. */
function saidOf(text: string): string {
  try {
    return judge(Buffer.from(text)).verdict;
  } catch {
    return 'no capture';
  }
}

describe('a log that holds the body encoded', () => {
  const base64 = Buffer.from(bodyOf(order)).toString('base64');
  const hex = Buffer.from(bodyOf(order)).toString('hex');
  const log = (more: object): string =>
    JSON.stringify({ method: order.method, path: order.path, headers: named(order), ...more });

  test.each([
    { request_body: base64, request_body_encoding: 'base64' },
    { body: base64, isBase64Encoded: true },
    { body: base64, base64: 1 },
    { body: base64, encoded_as: 'application/json; encoding=b64' },
    { body_base64: base64 },
    { requestBodyB64: base64 },
    { body: { encoding: 'base64', data: base64 } },
    { body: `data:application/json;base64,${base64}`, bodyFormat: 'Base64' },
    { body: hex, bodyEncoding: 'hex' },
    { rawBodyHex: hex },
    // A word that is meant of something else.
    { body: bodyOf(order), signature_encoding: 'base64' },
  ])('and says so is read: %j', (more) => {
    expect(judge(Buffer.from(log(more)))).toMatchObject({ verdict: 'correct' });
  });

  test.each([base64, hex, JSON.stringify(bodyOf(order)), bodyOf(order).replaceAll('"', '\\x22')])(
    'and does not say so is not judged: %s',
    (body) => {
      const diagnosis = judge(Buffer.from(log({ body })));
      expect(diagnosis.verdict).toBe('undecided');
      expect(JSON.stringify(diagnosis.stages)).toContain('does not say whether it was sent so');
    },
  );

  test('is told by the stated length, either way', () => {
    const sent = { ...named(order), 'Content-Length': String(sized(order)) };
    expect(judge(Buffer.from(log({ headers: sent, body: base64 }))).verdict).toBe('correct');
    const text = { ...named(order), 'Content-Length': String(base64.length) };
    expect(judge(Buffer.from(log({ headers: text, body: base64 }))).cause).toBe('body-hash-of-text');
    const cut = { ...named(order), 'Content-Length': '4096' };
    expect(judge(Buffer.from(log({ headers: cut, body: 'cut of…' }))).verdict).toBe('undecided');
  });
});

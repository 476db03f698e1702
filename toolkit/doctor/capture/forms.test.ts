import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import { inflate } from '../recognise/inflate.js';
import { capture, NOW_MS, native } from './captures.test.aid.js';
import { bodyOf, FORMS, head, named, order, raw, read, sized } from './forms.test.aid.js';
import { readCapture } from './read-capture.js';

const judge = (bytes: Uint8Array): Diagnosis => diagnose(readCapture(bytes), { ...native, clockMs: NOW_MS });

describe('a correct request is not accused for the form of its capture', () => {
  test.each(FORMS)('%s', (_name, of) => {
    expect(judge(Buffer.from(of(order)))).toMatchObject({ verdict: 'correct' });
    expect(judge(Buffer.from(of(read)))).toMatchObject({ verdict: 'correct' });
  });

  test('a target or a value that a file or a mail program folded', () => {
    const [target = '', query = ''] = read.path.split('?');
    const lines = [
      `GET https://h.example${target}`,
      ...query.split('&').map((one, at) => `    ${at === 0 ? '?' : '&'}${one}`),
    ];
    const headers = read.headers.map(([name, value]) => (value === '' ? `${name}:` : `${name}:\n    ${value}`));
    expect(judge(Buffer.from([...lines, ...headers, '', ''].join('\n'))).verdict).toBe('correct');
  });

  test.each([60, 76, 80, 97, 132])('a screen of %i columns, whose broken lines have no mark', (width) => {
    for (const one of [order, read]) {
      const lines = raw(one)
        .split('\r\n')
        .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']);
      expect(judge(Buffer.from(lines.join('\n'))).verdict).toBe('correct');
    }
  });

  test('a value that an encoder broke was sent so, whatever its width', () => {
    const broken = raw(read).replace(
      /SVC-DATA: (\S+)/,
      (_, data: string) => `SVC-DATA: ${data.replace(/.{76}/g, '$&\n')}`,
    );
    expect(judge(Buffer.from(broken))).toMatchObject({ verdict: 'undecided', cause: 'data-white-space' });
  });

  test('a target that a proxy rewrote, where it says so', () => {
    const rewritten = raw({ ...read, path: `/internal${read.path}` });
    const told = rewritten.replace('\r\n', `\r\nX-Original-URI: ${read.path}\r\n`);
    expect(judge(Buffer.from(told)).verdict).toBe('correct');
    // Whether a path of the base address is signed is left open, so that nothing is called broken for it.
    expect(judge(Buffer.from(rewritten))).toMatchObject({ cause: 'path-prefix-missing', verdict: 'undecided' });
    const short = capture({ method: 'GET', path: read.path.replace('/v1', '') });
    expect(judge(Buffer.from(raw({ ...short, path: read.path }))).verdict).toBe('broken');
  });

  test('a body that a tool laid out, of which no length is known', () => {
    const laidOut = JSON.stringify(JSON.parse(bodyOf(order)), null, 4);
    const text = `${head(order).replace(/\r\nContent-Length: \d+/, '')}\r\n\r\n${laidOut}`;
    expect(judge(Buffer.from(text)).verdict).toBe('undecided');
  });

  test('a form that shows the head alone', () => {
    const { headers, method, path } = read;
    const address = `https://h.example${path}`;
    const [bare = '', query = ''] = path.split('?');
    const panel = headers.map(([name, value]) => `${name.toLowerCase()}:\n${value}\n`).join('');
    const ended = raw(read).replaceAll('\r\n', '.\n');
    const attributes = headers.map(([name, value]) => [`http.request.header.${name.toLowerCase()}`, [value]]);
    const environment = headers.map(([name, value]) => `'HTTP_${name.replaceAll('-', '_')}': '${value}'`).join(', ');
    for (const text of [
      `Request URL:\n${address}\nRequest Method:\n${method}\nStatus Code:\n401\n${panel}`,
      `T 10.0.0.5:1 -> 10.0.0.9:80 [AP] #4\n${ended}`,
      JSON.stringify({
        attributes: {
          'http.request.method': method,
          'url.path': bare,
          'url.query': query,
          ...Object.fromEntries(attributes),
        },
      }),
      JSON.stringify({
        httpRequest: { requestMethod: method, requestUrl: address },
        jsonPayload: { headers: named(read) },
      }),
      `{'REQUEST_METHOD': '${method}', 'PATH_INFO': '${bare}', 'QUERY_STRING': '${query}', ${environment}}`,
      `new WebSocket('wss://h.example${path}', { headers: {${headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')}} });`,
    ]) {
      expect([text, judge(Buffer.from(text)).verdict]).toEqual([text, 'correct']);
    }
  });

  test('a file of requests with a body in a fence', () => {
    const lines = order.headers.map((header) => header.join(': ')).join('\n');
    const file = `${order.method} https://h.example${order.path}\n${lines}\n\`\`\`json\n${bodyOf(order)}\n\`\`\`\nHTTP 202\n`;
    expect(judge(Buffer.from(file)).verdict).toBe('correct');
  });

  test('a last line that was cut off', () => {
    const text = raw(read).trimEnd();
    expect(judge(Buffer.from(text.slice(0, -20))).verdict).toBe('undecided');
    expect(judge(Buffer.from(`${text.slice(0, -20)}\r\n\r\n`)).cause).toBe('sign-truncated');
  });

  test('UTF-16, either way round', () => {
    const bytes = Buffer.from(`\ufeff${raw(order)}`, 'utf16le');
    expect(judge(bytes).verdict).toBe('correct');
    expect(judge(Buffer.from(bytes).swap16()).verdict).toBe('correct');
  });

  test('curl -v over HTTP/2, with its remark on every header', () => {
    const { method, path, headers } = read;
    const remarks = [[':method', method], [':path', path], ...headers].map(([name, value]) => `[${name}: ${value}]`);
    const shown = [`${method} ${path} HTTP/2`, ...headers.map((header) => header.join(': ')), ''];
    const lines = [
      `* [HTTP/2] [1] OPENED stream for https://h${path}`,
      ...remarks.map((remark) => `* [HTTP/2] [1] ${remark}`),
      ...shown.map((line) => `> ${line}`),
      '< HTTP/2 401 ',
    ];
    expect(judge(Buffer.from(lines.join('\n'))).verdict).toBe('correct');
  });

  test.each([
    ['websocat', (header: string) => `-H='${header}'`, 'wss://h.example'],
    ['wscat', (header: string) => `-H "${header}"`, '-c wss://h.example'],
  ])('a stream opened by %s', (program, option, address) => {
    const { headers, path } = capture({ method: 'GET', path: '/v1/stream/42' });
    const options = headers.map((header) => option(header.join(': '))).join(' ');
    expect(judge(Buffer.from(`$ ${program} ${options} ${address}${path}\n`)).verdict).toBe('correct');
  });

  test('a word of a letter that is also the name of a program', () => {
    expect(judge(Buffer.from(`We don't use\nhttp here, see:\n\n${raw(order)}`)).verdict).toBe('correct');
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

  test('a log whose first brackets hold no body', () => {
    const lines = raw(order).split('\r\n').slice(0, -2);
    const log = lines.map(
      (line) =>
        `2026/01/01 00:00:00 [debug] 7#7: *1 http ${line.includes(': ') ? 'header' : 'request line'}: "${line}"\n`,
    );
    expect(judge(Buffer.from(log.join(''))).verdict).toBe('undecided');
  });

  test('a query that a program builds of what cannot be seen', () => {
    const [address = ''] = read.path.split('?');
    const table = JSON.stringify(named(read));
    const code = (params: string): string =>
      `params = ${params}\nheaders = ${table}\nrequests.get('https://h.example${address}', params=params, headers=headers)\n`;
    expect(saidOf(code("{'b': chosen(), 'a': 'x y'}"))).toBe('no capture');
    const plain = capture({ method: 'GET', path: `${address}?limit=50&cursor=abc` });
    const shown = code("{'limit': 50, 'cursor': 'abc'}").replace(table, JSON.stringify(named(plain)));
    expect(saidOf(shown)).toBe('correct');
  });

  test.each([
    [
      'an address that goes on',
      `url = 'https://h.example/v1/trading/accounts/' + account`,
      `'{"a":"b"}'`,
      'no capture',
    ],
    [
      'an address that is filled in',
      `url = \`https://h.example/v1/trading/accounts/\${account}/orders\``,
      `'{"a":"b"}'`,
      'no capture',
    ],
    ['a body that is filled in', `url = 'https://h.example${order.path}'`, `\`{"volume":"\${volume}"}\``, 'undecided'],
    ['a body in parts', `url = BASE + '${order.path}'`, `'{"volume":"1.50",' +\n  '"note":"Zoë"}'`, 'correct'],
    [
      'another address above',
      `fetch('https://h.example/v1/login');\nurl = 'https://h.example${order.path}'`,
      `'${bodyOf(order)}'`,
      'correct',
    ],
  ])('what a program computes: %s', (_name, address, body, verdict) => {
    const code = `const ${address};\naxios.post(url, ${body}, { headers: ${JSON.stringify(named(order))} });\n`;
    expect(saidOf(code.replace('const fetch', 'fetch'))).toBe(verdict);
  });

  test('the spelling of a body that is shown as an object', () => {
    const value = { volume: '1.50', note: 'Zoë' };
    const python = '{"volume": "1.50", "note": "Zo\\u00eb"}';
    const shown = (sent: string, code: (headers: string) => string): string =>
      saidOf(code(JSON.stringify(named(capture({ body: Buffer.from(sent) })))));
    const address = `https://h.example${order.path}`;
    const log = (headers: string): string =>
      `{"method":"POST","path":"${order.path}","headers":${headers},"body":${JSON.stringify(value)}}`;
    const requests = (headers: string): string =>
      `requests.post('${address}', json=${JSON.stringify(value)}, headers=${headers})`;
    const axios = (headers: string): string =>
      `axios.post('${address}', ${JSON.stringify(value)}, { headers: ${headers} })`;
    const spaced = '{"volume": "1.50", "note": "Zoë"}';
    expect(shown(JSON.stringify(value), log)).toBe('correct');
    expect(shown(spaced, log)).toBe('undecided');
    expect(shown('', log)).toBe('broken');
    expect(shown(python, requests)).toBe('correct');
    expect(shown(JSON.stringify(value), axios)).toBe('correct');
    expect(shown(spaced, axios)).toBe('undecided');
  });

  test('a body in a file that the capture names', () => {
    const lines = order.headers.map((header) => header.join(': ')).join('\n');
    for (const file of ['@body.json', '\n< ./body.json', '\n<@ body.json']) {
      const text = `${order.method} https://h.example${order.path}\n${lines}\n${file}\n`;
      expect(saidOf(text)).toBe('undecided');
    }
  });

  test('values between bars, and names without marks', () => {
    const list = read.headers.map(([name, value]) => `${name}:${value}`).join('|');
    expect(saidOf(`+aX9:1|${read.method} ${read.path} HTTP/1.1|Host:h|${list}`)).toBe('correct');
    const map = read.headers.map(([name, value]) => `"${name}" "${value}"`).join(', ');
    expect(saidOf(`{:method :get, :url "https://h.example${read.path}", :headers {${map}}}`)).toBe('correct');
    const printed = read.headers.map((header) => `  ${header.join(': ')}\r\n`).join('');
    const request = `Method: GET, RequestUri: 'https://h.example${read.path}', Version: 1.1, Content: <null>, Headers:\r\n{\r\n${printed}}`;
    expect(saidOf(request)).toBe('correct');
  });

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

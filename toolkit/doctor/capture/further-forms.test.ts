import { describe, expect, test } from 'vitest';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import type { Capture } from './capture.js';
import { capture, NOW_MS, native, withHeader } from './captures.test.aid.js';
import { bodyOf, named, order, raw, read } from './forms.test.aid.js';
import { readCapture } from './read-capture.js';

const judge = (text: string): Diagnosis => diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS });
const url = ({ path }: Capture): string => `https://h.example${path}`;
const typed = (one: Capture): (readonly [string, string])[] => [
  ...one.headers,
  ...(bodyOf(one) === '' ? [] : [['Content-Type', 'application/json'] as const]),
];
const lines = (one: Capture, mark = ''): string[] => typed(one).map(([name, value]) => `${mark}${name}: ${value}`);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const values = (list: readonly string[]): object => ({
  arrayValue: { values: list.map((one) => ({ stringValue: one })) },
});

const FORMS: readonly (readonly [name: string, of: (one: Capture) => string])[] = [
  ['lines that end in CR alone', (one) => raw(one).replaceAll('\r\n', '\r')],
  [
    'od -t x1, with nothing behind its last byte',
    (one) =>
      (
        Buffer.from(raw(one))
          .toString('hex')
          .match(/.{1,32}/g) ?? []
      )
        .map((row, at) => `${(at * 16).toString(8).padStart(7, '0')} ${(row.match(/../g) ?? []).join(' ')}\n`)
        .join(''),
  ],
  [
    'socat -v, with its own mark of line ends',
    (one) =>
      `> 2026/11/27 15:59:57.950123  length=899 from=0 to=898\n${raw(one).replaceAll('\r\n', '\\r\n')}\n< 2026/11/27 15:59:57.99  length=9 from=0 to=8\nHTTP/1.1 401 Unauthorized\\r\n`,
  ],
  [
    'HTTPie with its body from a pipe',
    (one) =>
      `${bodyOf(one) === '' ? '' : `echo -n '${bodyOf(one)}' | `}http ${one.method} '${url(one)}' ${one.headers.map(([name, value]) => `'${value === '' ? `${name};` : `${name}:${value}`}'`).join(' ')}`,
  ],
  [
    'a tap of Envoy',
    (one) =>
      JSON.stringify({
        http_buffered_trace: {
          request: {
            headers: [[':method', one.method], [':path', one.path], ...one.headers].map(([key, value]) => ({
              key,
              value,
            })),
            body: { truncated: false, as_bytes: Buffer.from(one.body ?? []).toString('base64') },
          },
        },
      }),
  ],
  [
    'a request that Go marshalled',
    (one) =>
      JSON.stringify({
        Method: one.method,
        URL: {
          Scheme: 'https',
          Host: 'h.example',
          Path: one.path.split('?')[0],
          RawPath: '',
          RawQuery: one.path.split('?')[1] ?? '',
        },
        Header: Object.fromEntries(one.headers.map(([name, value]) => [name, [value]])),
        Body: Buffer.from(one.body ?? []).toString('base64'),
      }),
  ],
  [
    'a row of a database',
    (one) =>
      [
        ['method', 'path', ...one.headers.map(([name]) => name), 'body'],
        [one.method, one.path, ...one.headers.map(([, value]) => value), bodyOf(one)],
      ]
        .map((row) => row.map(quoted).join(','))
        .join('\r\n'),
  ],
  [
    'a span of OpenTelemetry',
    (one) =>
      JSON.stringify({
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    name: 'call',
                    attributes: [
                      { key: 'http.request.method', value: { stringValue: one.method } },
                      { key: 'url.full', value: { stringValue: url(one) } },
                      { key: 'http.request.body', value: { stringValue: bodyOf(one) } },
                      ...typed(one).map(([name, value]) => ({
                        key: `http.request.header.${name.toLowerCase()}`,
                        value: values([value]),
                      })),
                    ],
                  },
                ],
              },
            ],
          },
        ],
      }),
  ],
  [
    'packets that Wireshark exports as JSON',
    (one) =>
      JSON.stringify([
        {
          _source: {
            layers: {
              http: {
                [`${one.method} ${one.path} HTTP/1.1\r\n`]: {
                  'http.request.method': one.method,
                  'http.request.uri': one.path,
                },
                'http.request.line': typed(one).map(([name, value]) => `${name}: ${value}\r\n`),
                'http.file_data': bodyOf(one),
              },
            },
          },
        },
      ]),
  ],
  [
    'a collection of Insomnia',
    (one) =>
      [
        `collection:\n  - url: ${url(one)}\n    method: ${one.method}\n    headers:`,
        ...typed(one).map(([name, value]) => `      - name: ${name}\n        value: ${JSON.stringify(value)}`),
        `    body:\n      mimeType: application/json\n      text: ${JSON.stringify(bodyOf(one))}\n`,
      ].join('\n'),
  ],
  [
    'a file of Bruno',
    (one) =>
      `${one.method.toLowerCase()} {\n  url: ${url(one)}\n}\n\nheaders {\n${lines(one, '  ').join('\n')}\n}\n\nbody:json {\n  ${bodyOf(one)}\n}\n`,
  ],
  [
    'a script of k6',
    (one) =>
      `const params = { headers: ${JSON.stringify(Object.fromEntries(typed(one)))} };\nhttp.${one.method.toLowerCase()}(${JSON.stringify(url(one))}, ${bodyOf(one) === '' ? '' : `${JSON.stringify(bodyOf(one))}, `}params);`,
  ],
  [
    'a command of Nushell',
    (one) =>
      `http ${one.method.toLowerCase()} --headers {${typed(one)
        .map(([name, value]) => `"${name}": "${value}"`)
        .join(' ')}} "${url(one)}" '${bodyOf(one)}'`,
  ],
  [
    'the results of JMeter',
    (one) =>
      `Request Headers:\nConnection: keep-alive\n${lines(one).join('\n')}\n\n${one.method} ${url(one)}\n\n${one.method} data:\n${bodyOf(one)}\n\n[no cookies]\n`,
  ],
  [
    'a request as Rust prints it',
    (one) => {
      const [path = '', query] = one.path.split('?');
      return `Request { method: ${one.method}, url: Url { scheme: "https", path: ${JSON.stringify(path)}, query: ${query === undefined ? 'None' : `Some(${JSON.stringify(query)})`} }, headers: {${typed(
        one,
      )
        .map(([name, value]) => `"${name.toLowerCase()}": ${JSON.stringify(value)}`)
        .join(', ')}}, body: Some(${JSON.stringify(bodyOf(one))}) }`;
    },
  ],
  [
    'a program of libcurl',
    (one) =>
      [
        ...typed(one).map(
          ([name, value]) =>
            `  l = curl_slist_append(l, ${JSON.stringify(value === '' ? `${name};` : `${name}: ${value}`)});`,
        ),
        `  curl_easy_setopt(hnd, CURLOPT_URL, ${JSON.stringify(url(one))});`,
        `  curl_easy_setopt(hnd, CURLOPT_CUSTOMREQUEST, "${one.method}");`,
        ...(bodyOf(one) === '' ? [] : [`  curl_easy_setopt(hnd, CURLOPT_POSTFIELDS, ${JSON.stringify(bodyOf(one))});`]),
      ].join('\n'),
  ],
];

test.each(FORMS)('a correct request is told from %s', (_name, of) => {
  for (const one of [order, read]) {
    const said = judge(of(one));
    expect(said.stages.filter(({ state }) => state === 'broken')).toEqual([]);
    expect(said.stages.find(({ stage }) => stage === 'signature')?.state).toBe('ok');
  }
});

describe('a log that shows heads alone', () => {
  const HEADS: readonly (readonly [name: string, of: (one: Capture) => string])[] = [
    [
      'the log of java.net.http',
      (one) =>
        `INFO: HEADERS: REQUEST HEADERS:\n  ${one.method} ${one.path} HTTP/1.1\n${lines(one, '  ').join('\n')}\n`,
    ],
    [
      'the log of HttpClient of .NET',
      (one) => `Start processing HTTP request ${one.method} ${url(one)}\n${lines(one, '      ').join('\n')}\n`,
    ],
    [
      'the log of Envoy',
      (one) =>
        [
          `':authority', 'h'`,
          `':path', '${one.path}'`,
          `':method', '${one.method}'`,
          ...typed(one).map(([name, value]) => `'${name.toLowerCase()}', '${value}'`),
        ].join('\n'),
    ],
    [
      'the log of a browser',
      (one) => [`:method: ${one.method}`, ':authority: h', `:path: ${one.path}`, ...lines(one)].join('\n'),
    ],
  ];

  test.each(HEADS)('says nothing of the body: %s', (_name, of) => {
    expect(judge(of(order)).stages.filter(({ state }) => state === 'broken')).toEqual([]);
  });

  test('what travelled without a body is told of a whole head', () => {
    const wire = raw(order).replace(/Content-Length: \d+\r\n/, '');
    expect(judge(wire.slice(0, wire.indexOf('\r\n\r\n') + 4)).cause).toBe('body-lost');
  });
});

test('an empty object stands for no body in the export of a tool', () => {
  const exported = (one: Capture): string =>
    JSON.stringify({
      resources: [{ _type: 'request', url: url(one), method: one.method, headers: named(one), body: {} }],
    });
  expect(judge(exported(read)).verdict).toBe('correct');
  const braces = capture({ body: Buffer.from('{}') });
  expect(judge(exported(braces)).verdict).toBe('correct');
});

test('a command that a tool wrote of its own request is not run: its empty header may have been sent', () => {
  const headers = lines(read).map((line) => `\t-H "${line}" \\\n`);
  const told = judge(`$ curl -v \\\n\t-X GET \\\n${headers.join('')}\t"${url(read)}"`);
  expect(told.stages.filter(({ state }) => state === 'broken')).toEqual([]);
  expect(told.notes.join()).toContain('a tool had written it');
  const typedIn = `curl ${lines(read)
    .map((line) => `-H '${line}'`)
    .join(' ')} '${url(read)}'`;
  expect(judge(typedIn).cause).toBe('idempotency-header-dropped');
});

test('a body that looks like another request is of the stated length', () => {
  const inner = capture({ body: Buffer.from('GET /v1/x HTTP/1.1\r\nHost: h\r\n\r\n') });
  expect(judge(raw(inner)).verdict).toBe('correct');
});

test('the head that HttpURLConnection of Java logs says nothing of the body', () => {
  const log = (one: Capture): string =>
    `FINE: sun.net.www.MessageHeader@7eda2dbb13 pairs: {${one.method} ${one.path} HTTP/1.1: null}${one.headers.map(([name, value]) => `{${name}: ${value}}`).join('')}{Content-Length: ${one.body?.length ?? 0}}\nNov 26, 2026 4:04:46 PM sun.net.www.http.KeepAliveStream\nFINE: more`;
  expect(judge(log(order)).verdict).not.toBe('broken');
  expect(judge(log(read)).verdict).not.toBe('broken');
});

test('a length behind the line of a status is that of the answer', () => {
  const echoed = read.headers.map(([name, value]) => `Setting --header (header) to ${name}: ${value}`).join('\n');
  const answer = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 67\r\n\r\n';
  const log = `${echoed}\nDEBUG output created by Wget 1.21.3 on linux-gnu.\n\n---request begin---\n${raw(read)}---request end---\nHTTP request sent, awaiting response... \n---response begin---\n${answer}---response end---\n`;
  expect(judge(log).verdict).not.toBe('broken');
});

describe('what is sent is told by the command that sends it', () => {
  const DOTS = '/v1/x/../configuration/accounts/42/limits';
  const command = (path: string, more = '', blank = ''): string => {
    const one = capture({ method: 'GET', path: DOTS });
    const given = one.headers.map(([name, value]) =>
      value === '' ? `-H '${name};'` : `-H '${name}${name === 'SVC-DATA' ? blank : ''}: ${value}'`,
    );
    return `curl ${more} 'https://h.example${path}' ${given.join(' ')}`;
  };

  test('curl resolves dots unless it is told not to', () => {
    expect(judge(command(DOTS)).cause).toBe('path-dot-segments');
    expect(judge(command(DOTS, '--path-as-is')).cause).toBeUndefined();
  });

  test('a blank before the colon makes another name', () => {
    expect(judge(command(DOTS, '--path-as-is', ' ')).cause).toBe('header-misnamed');
  });
});

test('a path that a page shows escaped is not judged, and one that was signed so is', () => {
  const path = '/v1/trading/accounts/42/orders?a=1&b=2';
  const shown = raw(capture({ method: 'GET', path }));
  expect(judge(shown.replace('&b', '&amp;b')).verdict).toBe('undecided');
  const signed = raw(capture({ method: 'GET', path: path.replace('&', '&amp;') }));
  expect(judge(signed.replace('&amp;', '&')).cause).toBe('path-html-escaped');
});

test('another method is told before what it makes of the idempotency key', () => {
  const got = raw(capture({ method: 'GET', path: '/v1/configuration/accounts/42/limits' }));
  expect(judge(got.replace(/^GET/, 'POST')).cause).toBe('method-mismatch');
});

test('a key within marks is a key, and a word for nothing is none', () => {
  const keyed = (text: string): string => raw(withHeader(capture(), 'SVC-IDEMPOTENCY-KEY', text));
  expect(judge(keyed('{order-0001}')).cause).toBe('idempotency-key-mismatch');
  expect(judge(keyed('None')).cause).toBe('idempotency-key-placeholder');
});

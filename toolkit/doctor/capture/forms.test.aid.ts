// The forms in which people have a request, each written of a signed one, for the tests of the doctor.
import type { Capture } from './capture.js';
import { capture, NOW_MS } from './captures.test.aid.js';
import { SOURCES } from './sources.test.aid.js';

export const order: Capture = capture({ body: Buffer.from('{"volume":"1.50","note":"Zoë"}') });
export const read: Capture = capture({ method: 'GET', path: '/v1/configuration/accounts/42/instruments?b=%7e&a=x+y' });
const DATE = new Date(NOW_MS).toUTCString();
export const bodyOf = ({ body }: Capture): string => Buffer.from(body ?? []).toString();
const url = ({ path }: Capture): string => `https://h.example${path}`;
const lines = ({ headers }: Capture): string[] => headers.map(([name, value]) => `${name}: ${value}`);
export const named = ({ headers }: Capture): Record<string, string> => Object.fromEntries(headers);
export const sized = (one: Capture): number => one.body?.length ?? 0;
export const head = (one: Capture): string =>
  [`${one.method} ${one.path} HTTP/1.1`, 'Host: h.example', ...lines(one), `Content-Length: ${sized(one)}`].join(
    '\r\n',
  );
export const raw = (one: Capture): string => `${head(one)}\r\n\r\n${bodyOf(one)}`;
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
export const FORMS: readonly (readonly [name: string, of: (one: Capture) => string])[] = [
  ['HTTP text', raw],
  ['a page', (one) => `<pre>${raw(one).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`],
  [
    'quoted-printable mail',
    (one) =>
      `Content-Transfer-Encoding: quoted-printable\r\n\r\n${Buffer.from(raw(one))
        .toString('latin1')
        .replace(/[=\x80-\xff]/g, (unit) => `=${unit.charCodeAt(0).toString(16).toUpperCase()}`)
        .replace(/[^\r\n]{70}(?=[^\r\n])/g, '$&=\r\n')}`,
  ],
  [
    "Wireshark's panel",
    (one) =>
      `Hypertext Transfer Protocol\n${head(one)
        .split('\r\n')
        .map((line) => `    ${line}\\r\\n\n`)
        .join(
          '',
        )}    \\r\\n\n    [Full request URI: ${url(one)}]\n${sized(one) === 0 ? '' : `Line-based text data: application/json (1 lines)\n    ${bodyOf(one)}\n`}`,
  ],
  [
    "Postman's console",
    (one) =>
      [
        `${one.method} ${url(one)}`,
        '401',
        '212 ms',
        'Request Headers',
        ...one.headers.map((header) => header.join(': ')),
        ...(sized(one) === 0 ? [] : ['Request Body', bodyOf(one)]),
        'Response Headers',
        'Content-Type: application/json',
      ].join('\n'),
  ],
  [
    'a table',
    (one) =>
      [['Method', one.method], ['URL', url(one)], ...one.headers, ...(sized(one) === 0 ? [] : [['Body', bodyOf(one)]])]
        .map((row) => row.join('\t'))
        .join('\n'),
  ],
  [
    'JSON within JSON',
    (one) =>
      JSON.stringify({
        message: JSON.stringify({ method: one.method, path: one.path, headers: named(one), body: bodyOf(one) }),
      }),
  ],
  [
    'wget',
    (one) =>
      `wget -q -O - --method=${one.method} ${one.headers.map((header) => `--header='${header.join(': ')}'`).join(' ')}${sized(one) === 0 ? '' : ` --body-data='${bodyOf(one)}'`} '${url(one)}'`,
  ],
  [
    'HTTPie as a command',
    (one) =>
      `$ http --print=HB ${one.method} ${url(one)} ${one.headers.map(([name, value]) => (value === '' ? `'${name};'` : `${name}:'${value}'`)).join(' \\\n  ')}${sized(one) === 0 ? '' : ` --raw='${bodyOf(one)}'`}`,
  ],
  [
    'hey',
    (one) =>
      `hey -n 10 -c 2 -m ${one.method} ${one.headers.map((header) => `-H "${header.join(': ')}"`).join(' ')}${sized(one) === 0 ? '' : ` -d '${bodyOf(one)}'`} "${url(one)}"`,
  ],
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
      `{ headers: AxiosHeaders { ${one.headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')} }, adapter: [Function: x], method: '${one.method.toLowerCase()}', url: '${url(one)}', data: '${bodyOf(one).replaceAll('\\', '\\\\')}' }`,
  ],
  [
    'a printed dictionary',
    (one) =>
      `${one.method} ${url(one)}\n{${one.headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')}}\nb'${bodyOf(one).replaceAll('\\', '\\\\').replace('ë', '\\xc3\\xab')}'\n`,
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
  [
    "Burp's items",
    (one) =>
      `<?xml version="1.0"?>\n<items><item><method><![CDATA[${one.method}]]></method><request base64="true"><![CDATA[${Buffer.from(raw(one)).toString('base64')}]]></request></item></items>`,
  ],
  [
    'a list of a filter of Java',
    (one) =>
      `DEBUG Filter : Before request [${one.method} ${one.path}, client=::1, headers=[${one.headers.map(([name, value]) => `${name.toLowerCase()}:"${value}"`).join(', ')}, content-length:"${sized(one)}"], payload=${bodyOf(one)}]`,
  ],
  [
    'events in the names of Elastic',
    (one) =>
      JSON.stringify({
        http: {
          request: {
            method: one.method,
            headers: named(one),
            body: { content: bodyOf(one), bytes: sized(one) },
          },
        },
        url: { original: one.path },
      }),
  ],
  ...SOURCES,
];

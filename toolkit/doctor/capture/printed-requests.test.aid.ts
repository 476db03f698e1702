// Requests as languages and tools print them: the types of Go and PHP around each value, Rust's structures, packets, the logs of clients.
import type { Capture } from './capture.js';

type Form = readonly [name: string, of: (one: Capture) => string];

const H = 'https://h.example';
const body = ({ body: bytes }: Capture): string => Buffer.from(bytes ?? []).toString();
const each = ({ headers }: Capture, of: (name: string, value: string) => string, by = ', '): string =>
  headers.map(([name, value]) => of(name, value)).join(by);
const variable = (name: string): string => `HTTP_${name.replaceAll('-', '_')}`;
const parts = ({ path }: Capture): readonly string[] => [path.split('?')[0] ?? '', path.split('?')[1] ?? ''];

/** Of reads: what they show is the head. */
export const PRINTED_HEADS: readonly Form[] = [
  [
    '%#v of Go',
    (one) =>
      `${one.method} ${H}${one.path}\nhttp.Header{${each(one, (name, value) => `"${name}":[]string{"${value}"}`)}}\n`,
  ],
  ['%v of Go', (one) => `${one.method} ${H}${one.path} map[${each(one, (name, value) => `${name}:[${value}]`, ' ')}]`],
  [
    'Debug of Rust',
    (one) =>
      `Request { method: ${one.method}, url: Url { scheme: "https", host: Some(Domain("h.example")), port: None, path: "${parts(one)[0]}", query: Some("${parts(one)[1]}"), fragment: None }, headers: {${each(one, (name, value) => `"${name.toLowerCase()}": "${value}"`)}} }`,
  ],
  [
    'a trace of Rust',
    (one) =>
      `TRACE encode_headers method=${one.method} uri=${one.path} headers={${each(one, (name, value) => `"${name.toLowerCase()}": "${value}"`)}}`,
  ],
  [
    'var_dump of PHP',
    (one) =>
      `array(9) {\n  ["REQUEST_METHOD"]=>\n  string(3) "${one.method}"\n  ["REQUEST_URI"]=>\n  string(9) "${one.path}"\n${each(one, (name, value) => `  ["${variable(name)}"]=>\n  string(${value.length}) "${value}"`, '\n')}\n}`,
  ],
  [
    'print_r of PHP',
    (one) =>
      `Array\n(\n    [REQUEST_METHOD] => ${one.method}\n    [REQUEST_URI] => ${one.path}\n${each(one, (name, value) => `    [${variable(name)}] => ${value}`, '\n')}\n)`,
  ],
  [
    'dd of Laravel',
    (one) =>
      `array:3 [\n  "method" => "${one.method}"\n  "url" => "${H}${one.path}"\n  "headers" => array:6 [\n${each(one, (name, value) => `    "${name}" => array:1 [\n      0 => "${value}"\n    ]`, '\n')}\n  ]\n]`,
  ],
  [
    'a map of Clojure',
    (one) =>
      `{:request-method :${one.method.toLowerCase()}, :uri "${parts(one)[0]}", :query-string "${parts(one)[1]}", :headers {${each(one, (name, value) => `"${name.toLowerCase()}" "${value}"`)}}}`,
  ],
  [
    'a case class of Scala',
    (one) =>
      `HttpRequest(HttpMethod(${one.method}),${H}${one.path},List(${each(one, (name, value) => `${name}: ${value}`)}),HttpEntity.Strict(none/none,0 bytes total))`,
  ],
  [
    'the client of Java',
    (one) =>
      `INFO: ${H}${one.path} ${one.method}\nHEADERS: HttpHeaders@1f { {${each(one, (name, value) => `${name}=[${value}]`)}} }`,
  ],
  [
    'ktor',
    (one) =>
      `REQUEST: ${H}${one.path}\nMETHOD: HttpMethod(value=${one.method})\nCOMMON HEADERS\n${each(one, (name, value) => `-> ${name}: ${value}`, '\n')}\nBODY START\n\nBODY END`,
  ],
  [
    'a dictionary of Swift',
    (one) =>
      `${one.method} ${H}${one.path}\nOptional([${each(one, (name, value) => `AnyHashable("${name}"): "${value}"`)}])`,
  ],
  [
    'Headers of httpx',
    (one) =>
      `request=<Request [b'x']>\nRequest: ${one.method} ${H}${one.path}\nHeaders({${each(one, (name, value) => `'${name.toLowerCase()}': '${value}'`)}})`,
  ],
  [
    'the debug log of nginx',
    (one) =>
      `*1 http request line: "${one.method} ${one.path} HTTP/1.1"\n${each(one, (name, value) => `*1 http header: "${name}: ${value}"`, '\n')}\n*1 http header done`,
  ],
  [
    'pairs of .NET in JSON',
    (one) =>
      JSON.stringify({
        Method: one.method,
        Uri: `${H}${one.path}`,
        Headers: one.headers.map(([name, value]) => ({ Key: name, Value: [value] })),
      }),
  ],
];

const SMALL_PACKET = 500;

/** A packet of IPv4 and TCP, as `tcpdump -X` prints it. */
function packet(data: Buffer): string {
  const head = Buffer.alloc(40);
  head.set([0x45, 0, (data.length + 40) >> 8, (data.length + 40) & 0xff]);
  head[9] = 6;
  head[32] = 0x50;
  const rows =
    Buffer.concat([head, data])
      .toString('hex')
      .match(/.{1,32}/g) ?? [];
  const lines = rows.map(
    (row, at) =>
      `\t0x${(at * 16).toString(16).padStart(4, '0')}:  ${row.replace(/.{4}/g, '$& ').padEnd(40)} ${'.'.repeat(row.length / 2)}`,
  );
  return `02:08:51.500000 IP 192.0.2.1.5 > 192.0.2.9.80: Flags [P.], length 9: HTTP\n${lines.join('\n')}\n`;
}

/** Of requests with a body and without. */
export const PRINTED_REQUESTS: readonly Form[] = [
  [
    'packets',
    (one) => {
      const data = Buffer.from(
        `${one.method} ${one.path} HTTP/1.1\r\nHost: h.example\r\n${each(one, (name, value) => `${name}: ${value}`, '\r\n')}\r\nContent-Length: ${one.body?.length ?? 0}\r\n\r\n${body(one)}`,
      );
      return packet(data.subarray(0, SMALL_PACKET)) + packet(data.subarray(SMALL_PACKET));
    },
  ],
  [
    "Insomnia's timeline",
    (one) =>
      `* Preparing request to ${H}${one.path}\n* Using libcurl/8\n\n> ${one.method} ${one.path} HTTP/1.1\n> Host: h.example\n${each(one, (name, value) => `> ${name}: ${value}`, '\n')}\n> Content-Length: ${one.body?.length ?? 0}\n\n${body(one) === '' ? '' : `| ${body(one)}\n\n`}* upload completely sent off\n`,
  ],
  [
    'fetch in ASCII',
    (one) =>
      `fetch("${H}${one.path}", ${JSON.stringify({ headers: Object.fromEntries(one.headers), method: one.method, body: body(one) === '' ? null : body(one) }).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)});`,
  ],
];

// Answers that belong to another request, connections that lie about how long they live, clocks that jump, and services that lose their
// memory: what a broken proxy in front of an honest service does.
import type { Answer, Deed, Hostility } from '../hostility.js';

type Ask = Parameters<NonNullable<Hostility['answer']>>[1];
type Change = (honest: Answer, ask: Ask) => Deed | undefined;

const HOUR_MS = 3_600_000;
const dateAt = (ms: number): string => new Date(ms).toUTCString();

const ANSWERS: Readonly<Record<string, Change>> = {
  'answer-of-the-last-request': (_honest, { previous }) => (previous === undefined ? undefined : said(previous)),
  'answer-of-the-last-request-now-and-then': (_honest, { previous, count }) =>
    previous === undefined || count % 5 !== 0 ? undefined : said(previous),
  'status-of-the-last-request': (honest, { previous }) =>
    said({ ...honest, status: previous?.status ?? honest.status }),
  'head-of-the-last-request': (honest, { previous }) =>
    said({ ...honest, headers: previous?.headers ?? honest.headers }),
  'answer-twice': (honest) => ({ bytes: `${textOf(honest)}${textOf(honest)}`, end: 'end' }),
  'answer-after-an-empty-one': (honest) => ({ bytes: `HTTP/1.1 204 N\r\n\r\n${textOf(honest)}`, end: 'end' }),
  'length-one-less': (honest) => ({ bytes: textOf(honest, Buffer.byteLength(honest.body) - 1), end: 'end' }),
  'length-one-more': (honest) => ({ bytes: textOf(honest, Buffer.byteLength(honest.body) + 1), end: 'end' }),
  'length-zero': (honest) => ({ bytes: textOf(honest, 0), end: 'end' }),
  'closes-and-says-keep-alive': (honest) => ({
    bytes: textOf({
      ...honest,
      headers: [...honest.headers, ['Connection', 'keep-alive'], ['Keep-Alive', 'timeout=600, max=1000']],
    }),
    end: 'reset',
  }),
  'keeps-and-says-close': (honest) => ({
    bytes: textOf({ ...honest, headers: [...honest.headers, ['Connection', 'close']] }),
    end: 'hang',
  }),
  'keep-alive-of-no-time': (honest) =>
    said({ ...honest, headers: [...honest.headers, ['Keep-Alive', 'timeout=0, max=0']] }),
  'keep-alive-of-ages': (honest) =>
    said({ ...honest, headers: [...honest.headers, ['Keep-Alive', 'timeout=99999999999999999999']] }),
  'keep-alive-negative': (honest) =>
    said({ ...honest, headers: [...honest.headers, ['Keep-Alive', 'timeout=-1, max=-1']] }),
  'upgrade-in-every-answer': (honest) =>
    said({ ...honest, headers: [...honest.headers, ['Upgrade', 'h2c, websocket'], ['Connection', 'Upgrade']] }),
  'alternative-service': (honest) =>
    said({ ...honest, headers: [...honest.headers, ['Alt-Svc', 'h3="127.0.0.1:1"; ma=86400']] }),
  'transport-security': (honest) =>
    said({ ...honest, headers: [...honest.headers, ['Strict-Transport-Security', 'max-age=31536000']] }),
  refresh: (honest) => said({ ...honest, headers: [...honest.headers, ['Refresh', '0; url=http://127.0.0.1:1/']] }),
  'set-cookies': (honest) =>
    said({
      ...honest,
      headers: [
        ...honest.headers,
        ...Array.from({ length: 60 }, (_, n) => ['Set-Cookie', `c${n}=${'v'.repeat(60)}; Path=/; Max-Age=1`] as const),
      ],
    }),
  'interim-answers-then-one': (honest) => ({
    bytes: 'HTTP/1.1 103 E\r\nLink: </a>\r\n\r\n'.repeat(200) + textOf(honest),
  }),
  'interim-answer-continue-then-one': (honest) => ({ bytes: `HTTP/1.1 100 Continue\r\n\r\n${textOf(honest)}` }),
  'redirect-to-the-same': (honest, { path }) => ({
    bytes: textOf({ status: 307, headers: [['Location', path]], body: honest.body }),
  }),
  'redirect-to-a-file': (honest) => ({
    bytes: textOf({ status: 308, headers: [['Location', 'file:///etc/passwd']], body: honest.body }),
  }),
  'redirect-in-circles': (_honest, { count }) => ({
    bytes: textOf({ status: 302, headers: [['Location', `/v1/${count}`]], body: '' }),
  }),
  'date-an-hour-late': (honest) => dated(honest, Date.now() - HOUR_MS),
  'date-an-hour-early': (honest) => dated(honest, Date.now() + HOUR_MS),
  'date-of-another-year-each-time': (honest, { count }) =>
    dated(honest, Date.now() + (count % 2 === 0 ? 1 : -1) * count * 30 * 24 * HOUR_MS),
  'date-that-stands': (honest) => dated(honest, Date.UTC(2026, 0, 1)),
  'date-that-runs-a-hundred-times-faster': (honest, { count }) => dated(honest, Date.now() + count * 100_000),
  'date-left-out': (honest) => said(without(honest, 'date')),
  'date-in-iso': (honest) =>
    said({
      ...without(honest, 'date'),
      headers: [...without(honest, 'date').headers, ['Date', new Date().toISOString()]],
    }),
  'status-line-http-1.0': (honest) => ({ bytes: textOf(honest).replace('HTTP/1.1', 'HTTP/1.0') }),
  'status-line-without-reason': (honest) => ({ bytes: textOf(honest).replace(/^(HTTP\/1\.1 \d+) X/, '$1') }),
  'status-line-of-escapes': (honest) => ({ bytes: textOf(honest).replace(' X\r\n', ' \u001b[31mOK\u001b[0m\r\n') }),
  'status-line-long': (honest) => ({ bytes: textOf(honest).replace(' X\r\n', ` ${'OK '.repeat(3000)}\r\n`) }),
  'header-names-in-capitals': (honest) =>
    said({ ...honest, headers: honest.headers.map(([name, value]) => [name.toUpperCase(), value]) }),
  'header-names-new-each-time': (honest, { count }) =>
    said({
      ...honest,
      headers: [...honest.headers, ...Array.from({ length: 150 }, (_, n) => [`X-${count}-${n}`, 'a'] as const)],
    }),
  'headers-twice': (honest) => said({ ...honest, headers: [...honest.headers, ...honest.headers] }),
  'body-in-crumbs': (honest) => ({ bytes: chunked(honest, 1) }),
  'body-in-chunks-with-trailers': (honest) => ({
    bytes: chunked(honest, 7, 'X-Sum: 1\r\nContent-Length: 5\r\nDate: never\r\n'),
  }),
  'body-after-a-mark': (honest) => said({ ...honest, body: `\ufeff${honest.body}` }),
  'body-then-blanks': (honest) => said({ ...honest, body: `${honest.body}${'\n'.repeat(100_000)}` }),
  'body-then-nul': (honest) => said({ ...honest, body: `${honest.body}\0` }),
  'body-guarded': (honest) => said({ ...honest, body: `)]}',\n${honest.body}` }),
  'body-called': (honest) => said({ ...honest, body: `callback(${honest.body})` }),
  'members-named-by-escapes': (honest) =>
    said({
      ...honest,
      body: honest.body.replaceAll(
        /"(\w)(\w*)":/g,
        (_all, first: string, rest: string) => `"\\u00${first.charCodeAt(0).toString(16)}${rest}":`,
      ),
    }),
  'members-twice': (honest) =>
    said({ ...honest, body: honest.body.replaceAll(/("\w+":)("[^"]*"|\d+)/g, '$1null,$1$2') }),
  'members-of-the-prototype': (honest) =>
    said({
      ...honest,
      body: honest.body.replace(/^\{/, '{"__proto__":{"operation_id":"p","error":{"code":1}},"hasOwnProperty":0,'),
    }),
  'numbers-long': (honest) =>
    said({ ...honest, body: honest.body.replaceAll(/:(\d+)([,}])/g, ':$1.0000000000000000000000000000$2') }),
  'numbers-with-exponents': (honest) => said({ ...honest, body: honest.body.replaceAll(/:(\d+)([,}])/g, ':$1e0$2') }),
  'mutations-unanswered': (_honest, { method }) => (method === 'GET' ? undefined : { end: 'hang' }),
  'mutations-reset': (_honest, { method }) => (method === 'GET' ? undefined : { end: 'reset' }),
  'mutations-late': (honest, { method }) => (method === 'GET' ? undefined : { ...said(honest), delayMs: 3000 }),
  'reads-unanswered': (_honest, { method }) => (method === 'GET' ? { end: 'hang' } : undefined),
  'reads-of-others': (honest, { method, previous }) => (method === 'GET' ? said(previous ?? honest) : undefined),
};

export const DESYNC: readonly Hostility[] = Object.entries(ANSWERS).map(([name, answer]) => ({
  id: `desync-${name}`,
  dimension: 'desync',
  summary: `after the first answers: ${name.replaceAll('-', ' ')}`,
  honestFirst: 6,
  answer,
}));

function dated(honest: Answer, ms: number): Deed {
  const { status, headers, body } = without(honest, 'date');
  return said({ status, headers: [...headers, ['Date', dateAt(ms)]], body });
}

function without(honest: Answer, unwanted: string): Answer {
  return { ...honest, headers: honest.headers.filter(([name]) => name.toLowerCase() !== unwanted) };
}

function said(answer: Answer): Deed {
  return { bytes: textOf(answer) };
}

function textOf({ status, headers, body }: Answer, length = Buffer.byteLength(body)): string {
  return `${headOf(status, headers)}Content-Length: ${length}\r\n\r\n${body}`;
}

function chunked({ status, headers, body }: Answer, size: number, trailers = ''): Buffer {
  const bytes = Buffer.from(body);
  const parts = [Buffer.from(`${headOf(status, headers)}Transfer-Encoding: chunked\r\n\r\n`)];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailers}\r\n`)]);
}

function headOf(status: number, headers: Answer['headers']): string {
  const kept = headers.filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name));
  return `HTTP/1.1 ${status} X\r\n${kept.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
}

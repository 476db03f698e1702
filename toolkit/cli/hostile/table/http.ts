// Hostile answers over HTTP: heads, lengths, chunks, statuses and bodies that are none.
import { gzipSync } from 'node:zlib';
import type { Answer, Deed, Hostility } from '../hostility.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

const whole = (body: string, head = OK): string => `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Of fifty megabytes of blanks. */
const BOMB = gzipSync(Buffer.alloc(50_000_000, ' '));

/** What comes instead of an answer. */
const ANSWERS: Readonly<Record<string, Deed>> = {
  'no-bytes': { end: 'end' },
  'reset-at-once': { end: 'reset' },
  silence: { end: 'hang' },
  'late-answer': { delayMs: 20_000, bytes: whole('{}') },
  'half-status-line': { bytes: 'HTTP/1.1 2', end: 'end' },
  'half-status-line-held': { bytes: 'HTTP/1.1 2', end: 'hang' },
  'head-without-end': { bytes: OK, end: 'hang' },
  'head-cut': { bytes: OK, end: 'reset' },
  'body-cut': { bytes: `${OK}Content-Length: 100\r\n\r\n{"a`, end: 'reset' },
  'body-short': { bytes: `${OK}Content-Length: 100\r\n\r\n{"a`, end: 'end' },
  'body-held': { bytes: `${OK}Content-Length: 100\r\n\r\n{"a`, end: 'hang' },
  'body-long': { bytes: `${OK}Content-Length: 2\r\n\r\n{}{}{}{}{}` },
  'two-answers': { bytes: whole('{}') + whole('{"second":1}') },
  'length-negative': { bytes: `${OK}Content-Length: -1\r\n\r\n{}`, end: 'end' },
  'length-huge': { bytes: `${OK}Content-Length: 99999999999999999999\r\n\r\n{}`, end: 'hang' },
  'length-of-gigabytes': { bytes: `${OK}Content-Length: 5000000000\r\n\r\n{}`, end: 'hang' },
  'length-twice': { bytes: `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, end: 'end' },
  'length-no-number': { bytes: `${OK}Content-Length: two\r\n\r\n{}`, end: 'end' },
  'length-and-chunks': {
    bytes: `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    end: 'end',
  },
  'chunk-size-nonsense': { bytes: `${CHUNKED}zz\r\n{}\r\n0\r\n\r\n`, end: 'end' },
  'chunk-size-huge': { bytes: `${CHUNKED}ffffffffffffffff\r\n{}`, end: 'hang' },
  'chunk-size-negative': { bytes: `${CHUNKED}-2\r\n{}\r\n0\r\n\r\n`, end: 'end' },
  'chunk-never-ends': { bytes: `${CHUNKED}2\r\n{}\r\n`, end: 'hang' },
  'chunk-extension-long': { bytes: `${CHUNKED}2;${'a'.repeat(200_000)}\r\n{}\r\n0\r\n\r\n` },
  'chunks-of-one-byte': {
    bytes: `${CHUNKED}${[...`{"a":"${'b'.repeat(5000)}"}`].map((one) => `1\r\n${one}\r\n`).join('')}0\r\n\r\n`,
  },
  trailers: { bytes: `${CHUNKED}2\r\n{}\r\n0\r\n${'x: y\r\n'.repeat(20_000)}\r\n` },
  'encoding-unknown': { bytes: `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n` },
  'content-gzip': { bytes: `${OK}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}` },
  'content-gzip-bomb': {
    bytes: Buffer.concat([Buffer.from(`${OK}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`), BOMB]),
  },
  'content-brotli-chain': { bytes: whole('{}', `${OK}Content-Encoding: ${Array(200).fill('br').join(', ')}\r\n`) },
  'status-000': { bytes: 'HTTP/1.1 000 No\r\nContent-Length: 0\r\n\r\n', end: 'end' },
  'status-999': { bytes: 'HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n' },
  'status-1000': { bytes: 'HTTP/1.1 1000 No\r\nContent-Length: 0\r\n\r\n', end: 'end' },
  'status-negative': { bytes: 'HTTP/1.1 -20 No\r\nContent-Length: 0\r\n\r\n', end: 'end' },
  'status-100-forever': { forever: 'HTTP/1.1 100 Continue\r\n\r\n', everyMs: 5 },
  'status-101-unasked': {
    bytes: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n{}',
    end: 'keep',
  },
  'status-103-first': { bytes: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${whole('{}')}` },
  'status-204-with-body': { bytes: 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}' },
  'status-301-to-itself': { bytes: 'HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n' },
  'status-302-elsewhere': {
    bytes: 'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/meta-data\r\nContent-Length: 0\r\n\r\n',
  },
  'status-304': { bytes: 'HTTP/1.1 304 Not Modified\r\n\r\n' },
  'status-401-challenge': {
    bytes: 'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
  },
  'status-407': { bytes: 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n' },
  'status-429-forever': { bytes: 'HTTP/1.1 429 No\r\nRetry-After: 999999999999\r\nContent-Length: 0\r\n\r\n' },
  'status-429-past': { bytes: 'HTTP/1.1 429 No\r\nRetry-After: -5\r\nContent-Length: 0\r\n\r\n' },
  'status-429-date': {
    bytes: 'HTTP/1.1 429 No\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\nContent-Length: 0\r\n\r\n',
  },
  'status-503-forever': { bytes: 'HTTP/1.1 503 No\r\nRetry-After: 1e9\r\nContent-Length: 0\r\n\r\n' },
  'http-0.9': { bytes: '<html>hello</html>', end: 'end' },
  'http-1.0': { bytes: 'HTTP/1.0 200 OK\r\n\r\n{}', end: 'end' },
  'http-2-preface': { bytes: 'HTTP/2.0 200 OK\r\n\r\n', end: 'end' },
  'http-2-frames': { bytes: Buffer.from('00000604000000000000040000ffff', 'hex'), end: 'hang' },
  'line-feeds-only': { bytes: 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}' },
  'folded-header': { bytes: `${OK}X-A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}`, end: 'end' },
  'header-nul': { bytes: `${OK}X-A: b\0c\r\nContent-Length: 2\r\n\r\n{}`, end: 'end' },
  'header-escapes': { bytes: whole('{}', `${OK}X-A: \u001b[2J\u001b]0;owned\u0007\r\n`), end: 'end' },
  'header-latin1': { bytes: Buffer.from(`${OK}X-A: \u00ff\u0080\r\nContent-Length: 2\r\n\r\n{}`, 'latin1') },
  'header-proto': { bytes: whole('{}', `${OK}__proto__: x\r\nconstructor: y\r\ntoString: z\r\n`) },
  'header-colonless': { bytes: `${OK}nothing\r\nContent-Length: 2\r\n\r\n{}`, end: 'end' },
  'header-one-large': { bytes: whole('{}', `${OK}X-A: ${'a'.repeat(1_000_000)}\r\n`) },
  'headers-many': { bytes: whole('{}', OK + Array.from({ length: 5000 }, (_, n) => `X-${n}: a\r\n`).join('')) },
  'date-of-year-0': { bytes: whole('{}', `${OK}Date: Sat, 01 Jan 0000 00:00:00 GMT\r\n`) },
  'date-of-year-275760': { bytes: whole('{}', `${OK}Date: Sat, 13 Sep 275760 00:00:00 GMT\r\n`) },
  'date-nonsense': { bytes: whole('{}', `${OK}Date: \u202eyesterday\r\n`) },
  'date-list': {
    bytes: whole('{}', `${OK}Date: Sat, 01 Jan 2000 00:00:00 GMT\r\nDate: Sat, 01 Jan 2030 00:00:00 GMT\r\n`),
  },
  'type-html': { bytes: whole('<html><script>alert(1)</script>', OK.replace('application/json', 'text/html')) },
  'type-charset-odd': { bytes: whole('{}', OK.replace('application/json', 'application/json; charset=utf-7')) },
  'body-empty': { bytes: whole('') },
  'body-bom': { bytes: whole('\ufeff{}') },
  'body-utf16': {
    bytes: Buffer.concat([Buffer.from(`${OK}Content-Length: 6\r\n\r\n`), Buffer.from('\ufeff{}', 'utf16le')]),
  },
  'body-latin1': { bytes: Buffer.from(`${OK}Content-Length: 9\r\n\r\n{"a":"\u00ff"}`, 'latin1') },
  'body-nul': { bytes: whole('\0\0\0\0') },
  'body-two-documents': { bytes: whole('{}{}') },
  'body-comment': { bytes: whole('{/* a */}') },
  'body-nan': { bytes: whole('{"a":NaN}') },
  'body-deep': { bytes: whole(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) },
  'body-deep-objects': { bytes: whole(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) },
  'body-many-members': { bytes: whole(`{${Array.from({ length: 100_000 }, (_, n) => `"m${n}":${n}`).join(',')}}`) },
  'body-duplicates': { bytes: whole(`{${'"a":1,'.repeat(100_000)}"a":2}`) },
  'body-long-number': { bytes: whole(`{"a":${'9'.repeat(1_000_000)}}`) },
  'body-escapes': { bytes: whole(`"${'\\u0041'.repeat(500_000)}"`) },
  'body-3-megabytes': { bytes: whole(`{"a":"${'b'.repeat(3_000_000)}"}`) },
};

/** What stays of the honest answer: the shape that peers fall over is in the rest. */
const AROUND: Readonly<Record<string, (honest: Answer) => Deed>> = {
  'status-flipped': (honest) => said({ ...honest, status: honest.status < 300 ? 400 : 200 }),
  'status-always-200': (honest) => said({ ...honest, status: 200 }),
  'status-always-500': (honest) => said({ ...honest, status: 500 }),
  'body-doubled': (honest) => said({ ...honest, body: honest.body + honest.body }),
  'body-half': (honest) => said({ ...honest, body: honest.body.slice(0, honest.body.length / 2) }),
  'body-in-text': (honest) => said({ ...honest, body: JSON.stringify(honest.body) }),
  'body-in-list': (honest) => said({ ...honest, body: `[${honest.body}]` }),
  'body-upper-case': (honest) => said({ ...honest, body: honest.body.toUpperCase() }),
  'body-padded': (honest) => said({ ...honest, body: `${' '.repeat(1_000_000)}${honest.body}` }),
  'numbers-as-text': (honest) => said({ ...honest, body: honest.body.replaceAll(/:(-?\d[\d.]*)/g, ':"$1"') }),
  'texts-as-numbers': (honest) => said({ ...honest, body: honest.body.replaceAll(/:"(-?\d[\d.]*)"/g, ':$1') }),
  'names-reversed': (honest) =>
    said({
      ...honest,
      body: honest.body.replaceAll(/"(\w+)":/g, (_all, name: string) => `"${[...name].reverse().join('')}":`),
    }),
  'drops-one-byte-a-time': (honest) => ({ ...said(honest), delayMs: 30 }),
};

/** Those that hurt otherwise once the preflight has passed. */
const SOMETIMES = /^(no-bytes|reset|silence|body-|status-429|status-503|two-answers|length-huge|head-cut|http-1)/;

export const HTTP: readonly Hostility[] = [
  ...Object.entries(ANSWERS).flatMap(([name, deed]) => [
    one(`http-${name}`, `every answer: ${words(name)}`, () => deed, 0),
    ...(SOMETIMES.test(name)
      ? [one(`http-${name}-later`, `after the first answers: ${words(name)}`, () => deed, 12)]
      : []),
  ]),
  ...Object.entries(AROUND).map(([name, change]) => one(`http-${name}`, `every answer: ${words(name)}`, change, 0)),
];

function one(id: string, summary: string, make: (honest: Answer) => Deed, honestFirst: number): Hostility {
  return { id, dimension: 'http', summary, honestFirst, answer: make };
}

function words(name: string): string {
  return name.replaceAll('-', ' ');
}

function said({ status, headers, body }: Answer): Deed {
  const lines = headers
    .filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    bytes: `HTTP/1.1 ${status} X\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  };
}

// Requests as gateways, logs and further tools show them: a correct one stays correct, and headers alone are judged as far as they go.
import { describe, expect, test } from 'vitest';
import { HEADER } from '../../signing/index.js';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import type { Capture } from './capture.js';
import { NOW_MS, native, withHeader } from './captures.test.aid.js';
import { bodyOf, named, order, raw, read } from './forms.test.aid.js';
import { readCapture } from './read-capture.js';

const judge = (text: string): Diagnosis => diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS });
const json = (value: unknown): string => JSON.stringify(value);
const url = ({ path }: Capture): string => `https://h.example${path}`;
const list = ({ headers }: Capture, write: (name: string, value: string) => string): string =>
  headers.map(([name, value]) => write(name, value)).join('\n');
const plainly = (one: Capture): string => list(one, (name, value) => `${name}: ${value}`);
const whole = (one: Capture, more: object): string => json({ method: one.method, url: url(one), ...more });

const FORMS: readonly (readonly [form: string, of: (one: Capture) => string])[] = [
  [
    'CloudFront',
    (one) => {
      const headers = Object.fromEntries(one.headers.map(([key, value]) => [key.toLowerCase(), [{ key, value }]]));
      const [uri, querystring = ''] = one.path.split('?');
      return json({ request: { method: one.method, uri, querystring, headers, body: bodyOf(one) } });
    },
  ],
  [
    'functions of CloudFront',
    (one) => {
      const headers = Object.fromEntries(one.headers.map(([name, value]) => [name.toLowerCase(), { value }]));
      return whole(one, { headers, body: bodyOf(one) });
    },
  ],
  [
    'Hoppscotch',
    (one) => whole(one, { headers: named(one), body: { contentType: 'application/json', body: bodyOf(one) } }),
  ],
  [
    'a body of which nothing is filled in',
    (one) =>
      bodyOf(one) === ''
        ? whole(one, { headers: named(one), body: { contentType: null, body: null } })
        : whole(one, { headers: named(one), body: bodyOf(one) }),
  ],
  [
    'a whole message in base64',
    (one) => whole(one, { headers: named(one), raw: Buffer.from(raw(one)).toString('base64') }),
  ],
  [
    'a table of Markdown above a body in its fence',
    (one) => {
      const rows = list(one, (name, value) => `| ${name} | ${value} |`);
      const below = bodyOf(one) === '' ? '' : `\n\nBody:\n\n\`\`\`json\n${bodyOf(one)}\n\`\`\``;
      return `${one.method} ${url(one)}\n\n| Header | Value |\n|---|---|\n${rows}${below}`;
    },
  ],
  [
    'a block of a chat whose marks have no line of their own',
    (one) => `Ola  16:30\n\`\`\`${raw(one).replaceAll('\r\n', '\n').trimEnd()}\`\`\``,
  ],
  [
    'ngrep without the end of the head',
    (one) => {
      const dotted = plainly(one).replaceAll('\n', '.\n');
      return `T 10.1.1.2:5 -> 10.0.0.7:80 [AP] #4\n${one.method} ${one.path} HTTP/1.1.\nHost: h.example.\n${dotted}.\n${bodyOf(one)}`;
    },
  ],
  ['MockServer', (one) => whole(one, { headers: named(one), body: { type: 'STRING', string: bodyOf(one) } })],
  [
    'Sentry',
    (one) => json({ request: { url: url(one), method: one.method, headers: one.headers, data: bodyOf(one) } }),
  ],
  [
    'numbered lines',
    (one) =>
      raw(one)
        .split('\r\n')
        .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
        .join('\n'),
  ],
  [
    'a file with a handler',
    (one) => `${one.method} ${url(one)}\n${plainly(one)}\n\n${bodyOf(one)}\n\n> {% client.log(1) %}\n`,
  ],
  [
    'Faraday',
    (one) => {
      const mark = 'I, [2026-01-01T00:00:00.123 #7]  INFO -- request: ';
      const quoted = list(one, (name, value) => `${name}: "${value}"`);
      return `${mark}${one.method} ${url(one)}\n${mark}${quoted}\n${mark}${bodyOf(one)}\n`;
    },
  ],
  [
    'a configuration of curl',
    (one) =>
      `url = "${url(one)}"\nrequest = ${one.method}\n${list(one, (name, value) => `header = "${value === '' ? `${name};` : `${name}: ${value}`}"`)}` +
      (one.method === 'GET' ? '' : `\ndata-raw = ${json(bodyOf(one))}`),
  ],
];

describe.each(FORMS)('%s', (_form, of) => {
  test.each([read, order])('keeps a correct request correct', (one) => {
    const { stages } = judge(of(one));
    expect(stages.filter(({ state }) => state === 'broken')).toEqual([]);
    expect(stages.find(({ stage }) => stage === 'signature')?.state).toBe('ok');
  });

  test('keeps the mistake of a wrong one', () => {
    expect(judge(of(withHeader(read, HEADER.signature, 'A'.repeat(86)))).verdict).toBe('broken');
  });
});

describe.each([
  ['lines', plainly],
  ['JSON', (one: Capture) => json(named(one))],
  [
    'a dictionary of Python',
    (one: Capture) => `{${one.headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')}}`,
  ],
])('headers alone, as %s', (_form, of) => {
  const stateOf = (text: string, stage: string): string | undefined =>
    judge(text).stages.find((one) => one.stage === stage)?.state;

  test('are judged, but for method and path', () => {
    expect(['signature', 'body-hash', 'timestamp'].map((stage) => stateOf(of(read), stage))).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    expect(['method', 'path'].map((stage) => stateOf(of(read), stage))).toEqual(['unknown', 'unknown']);
  });

  test('keep the mistake of a wrong one', () => {
    expect(stateOf(of(withHeader(read, HEADER.signature, 'A'.repeat(43))), 'signature-encoding')).toBe('broken');
  });
});

test('headers that were sent in the body are missing in the head', () => {
  const body = json({ volume: '1', ...named(order) });
  const sent = `POST ${order.path} HTTP/1.1\r\nHost: h.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  expect(judge(sent).stages.find(({ stage }) => stage === 'headers')?.cause).toBe('header-missing');
});

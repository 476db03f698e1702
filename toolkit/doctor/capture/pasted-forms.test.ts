// What chats, pages and containers make of a request that is pasted: a correct one stays correct, and a wrong one keeps its own mistake.
import { describe, expect, test } from 'vitest';
import { HEADER } from '../../signing/index.js';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import type { Capture } from './capture.js';
import { NOW_MS, native, withHeader } from './captures.test.aid.js';
import { raw, read } from './forms.test.aid.js';
import { readCapture } from './read-capture.js';

const judge = (text: string): Diagnosis => diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS });
const url = ({ path }: Capture): string => `https://h.example${path}`;
const list = ({ headers }: Capture, write: (name: string, value: string) => string): string =>
  headers.map(([name, value]) => write(name, value)).join('\n');
const bare = (one: Capture): string => raw(one).replaceAll('\r\n', '\n');

const PASTED: readonly (readonly [form: string, of: (one: Capture) => string])[] = [
  [
    'a list with code marks',
    (one) => `\`GET ${one.path}\`\n${list(one, (name, value) => `- \`${name}\`: \`${value}\``)}`,
  ],
  [
    'a table of Markdown',
    (one) =>
      `GET ${one.path}\n\n| Header | Value |\n|---|---|\n${list(one, (name, value) => `| ${name} | ${value} |`)}`,
  ],
  [
    'a table drawn with lines',
    (one) => `GET ${one.path}\n+---+---+\n${list(one, (name, value) => `| ${name} | ${value} |`)}\n+---+---+`,
  ],
  [
    'a table of a page',
    (one) =>
      `<p>GET ${one.path.replaceAll('&', '&amp;')}</p><table>${list(one, (name, value) => `<tr><td>${name}</td><td>${value}</td></tr>`)}</table>`,
  ],
  [
    'a list with bold names',
    (one) => `**GET** \`${one.path}\`\n${list(one, (name, value) => `* **${name}**: ${value}`)}`,
  ],
  ['columns of a sheet', (one) => `GET\t${one.path}\n${list(one, (name, value) => `${name}\t${value}`)}`],
  ['blanks that do not break', (one) => bare(one).replaceAll(': ', ':\u00a0')],
  ['marks without width', (one) => `\u200b${bare(one).replace('SVC-DATA: ', 'SVC-DATA: \u200b')}`],
  [
    'closing quotation marks alone',
    (one) =>
      `curl ’${url(one)}’ ${one.headers.map(([name, value]) => `-H ’${name}${value === '' ? ';' : `: ${value}`}’`).join(' ')}`,
  ],
  [
    'a log of a container',
    (one) =>
      bare(one)
        .split('\n')
        .map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr' }))
        .join('\n'),
  ],
  [
    'printed line ends between the headers',
    (one) =>
      `sending GET ${url(one)}\nheaders: '${list(one, (name, value) => `${name}: ${value}`).replaceAll('\n', '\\r\\n')}\\r\\n'`,
  ],
  [
    'a pane with a border',
    (one) =>
      bare(one)
        .split('\n')
        .flatMap((line) => line.match(/.{1,90}/g) ?? [''])
        .map((line) => `│ ${line.padEnd(90)}│`)
        .join('\n'),
  ],
  [
    'callouts of a manual',
    (one) =>
      bare(one)
        .split('\n')
        .map((line, at) => (line === '' ? line : `${line} <${at + 1}>`))
        .join('\n'),
  ],
  ['a cell of a sheet', (one) => `id,request\n1,"${raw(one).replaceAll('"', '""')}"\n`],
  [
    'text of Protocol Buffers',
    (one) =>
      `method: "GET"\npath: "${one.path}"\n${list(one, (name, value) => `headers { key: "${name}" value: "${value}" }`)}\n`,
  ],
  ['line ends as cat -A shows them', (one) => raw(one).replaceAll('\r\n', '^M$\n')],
  [
    'a recorded session',
    (one) =>
      `Script started on 2026-01-01\n\u001b[?2004h$ cat it\r\r\n\u001b[?2004l${bare(one).replaceAll('\n', '\r\r\n')}`,
  ],
  [
    'XML',
    (one) =>
      `<request><method>GET</method><url>${url(one).replaceAll('&', '&amp;')}</url><headers>${list(one, (name, value) => `<header name="${name}">${value}</header>`)}</headers></request>`,
  ],
  [
    'the XML of a proxy',
    (one) =>
      `<?xml version="1.0"?><session><transaction method="GET" path="${one.path.replaceAll('&', '&amp;')}"><request headers="true"><headers>${list(one, (name, value) => `<header><name>${name}</name><value>${value}</value></header>`)}</headers></request></transaction></session>`,
  ],
  [
    'JSON as a text in a line of a log',
    (one) =>
      `12:00:00 DEBUG Sending ${JSON.stringify(JSON.stringify({ method: 'GET', url: url(one), headers: Object.fromEntries(one.headers) }))}`,
  ],
];

describe.each(PASTED)('%s', (_form, of) => {
  test('keeps a correct request correct', () => {
    expect(judge(of(read)).stages.filter(({ state }) => state === 'broken')).toEqual([]);
    expect(judge(of(read)).stages.find(({ stage }) => stage === 'signature')?.state).toBe('ok');
  });

  test('keeps the mistake of a wrong one', () => {
    expect(judge(of(withHeader(read, HEADER.signature, 'A'.repeat(86)))).verdict).toBe('broken');
  });
});

test('a mark without width in a value that a hand has typed may have been sent', () => {
  const { headers } = read;
  const key = headers.find(([name]) => name === HEADER.apiKey)?.[1] ?? '';
  expect(judge(bare(withHeader(read, HEADER.apiKey, `${key}\u200b`))).verdict).toBe('broken');
});

test('a signature of half its length in the log of a library is whole', () => {
  const cut = withHeader(read, HEADER.signature, 'A'.repeat(43));
  const log = `--> GET ${url(cut)}\n${list(cut, (name, value) => `${name}: ${value}`)}\n--> END GET\n<-- 401\n`;
  expect(judge(log).stages.find(({ stage }) => stage === 'signature-encoding')?.state).toBe('broken');
});

// What logs, screens, mail programs and careful people do to a capture on its way: a correct request is never called broken for it.
import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../../payload/protocol-error.js';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import { NOW_MS, native } from './captures.test.aid.js';
import { FORMS, order, raw, read } from './forms.test.aid.js';
import { readCapture } from './read-capture.js';

const judge = (text: string): Diagnosis => diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS });

/** What cannot be read is not called broken either. */
function verdictOf(text: string): string {
  try {
    return judge(text).verdict;
  } catch (error) {
    return error instanceof ProtocolError ? error.code : 'thrown';
  }
}

const each = (mark: string) => (text: string) => text.replace(/^/gm, mark);
const folded = (width: number) => (text: string) =>
  text
    .split(/\r?\n/)
    .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? [''])
    .join('\n');
const exchanged = (from: RegExp, to: string) => (text: string) => text.replace(from, to);
const bare = (text: string): string => text.replaceAll('\r\n', '\n');

type Change = readonly [name: string, change: (text: string) => string];

const MARKS: readonly Change[] = [
  ['a quotation', each('> ')],
  ['a quotation of one', each('> > ')],
  ['a comment', each('# ')],
  ['a comment of C', each('// ')],
  ['a diff', each('+')],
  ['compose', each('bot-1  | ')],
  ['a node', each('2026-01-01T00:00:00.123456789Z stdout F ')],
  ['a journal', each('Jan 01 00:00:00 host bot[2211]: ')],
  ['RFC 5424', each('<134>1 2026-01-01T00:00:00Z host app 12 - - ')],
  ['a logger of Java', each('2026-01-01 00:00:00,123 DEBUG [main] c.e.Client - ')],
  ['logging of Python', each('DEBUG:client:')],
  ['glog', each('I0101 00:00:00.123456    7 client.go:42] ')],
  ['logcat', each('01-01 00:00:00.123  1234  5678 D OkHttp  : ')],
  ['grep', (text) => bare(text).replace(/^/gm, 'req.log:1:')],
  ['an indentation', each('    ')],
  [
    'numbers',
    (text) =>
      text
        .split('\n')
        .map((line, at) => `${String(at + 1).padStart(4)}  ${line}`)
        .join('\n'),
  ],
];
const HIDDEN: readonly Change[] = [
  ['an account in braces', exchanged(/accounts\/\w+/, 'accounts/{account_id}')],
  ['an account of a route', exchanged(/accounts\/\w+/, 'accounts/:id')],
  ['an account in capitals', exchanged(/accounts\/\w+/, 'accounts/XXXX')],
  ['an account in angles', exchanged(/accounts\/\w+/, 'accounts/<account>')],
  ['a key in angles', exchanged(/(SVC-API-KEY: )key-1/i, '$1<API_KEY>')],
  ['a key of a shell', exchanged(/(SVC-API-KEY: )key-1/i, '$1$API_KEY')],
  ['a key in braces', exchanged(/(SVC-API-KEY: )key-1/i, '$1{{api_key}}')],
  ['a payload in part', exchanged(/(SVC-DATA: [\w-]{20})[\w-]{60,}([\w-]{10})/i, '$1…$2')],
  ['a payload that goes on', exchanged(/(SVC-DATA: [\w-]{60})[\w-]+/i, '$1... (81 more characters)')],
  ['a payload in snips', exchanged(/(SVC-DATA: [\w-]{60})[\w-]+/i, '$1<snip>')],
  ['a signature in part', exchanged(/(SVC-SIGN: [\w-]{6})[\w-]{70,}([\w-]{4})/i, '$1...$2')],
  ['lines of 120 characters', (text) => bare(text).replace(/^(.{120}).+$/gm, '$1')],
  ['marks without width', exchanged(/([\w-]{40})(?=[\w-]{5})/g, '$1\u00ad')],
];
const FOLDS: readonly Change[] = [60, 72, 76, 78, 80, 100, 120].map((width) => [`${width} columns`, folded(width)]);

const REQUESTS = [order, read];
const PLAIN = FORMS.filter(([name]) => ['HTTP text', 'curl', 'wget', 'OkHttp'].includes(name));

describe('a correct request is not called broken for what was done to its capture', () => {
  test.each([...MARKS, ...HIDDEN, ...FOLDS])('%s', (_name, change) => {
    for (const one of REQUESTS) {
      for (const [form, of] of PLAIN) expect([form, verdictOf(change(of(one)))]).not.toEqual([form, 'broken']);
    }
  });

  test('cut off anywhere', () => {
    for (const one of REQUESTS) {
      const text = raw(one);
      for (let end = text.indexOf('SVC-'); end < text.length; end += 1) {
        expect([end, verdictOf(text.slice(0, end))]).not.toEqual([end, 'broken']);
      }
    }
  });

  test('a quotation on a screen of 76 columns', () => {
    const text = folded(74)(raw(read)).replace(/^/gm, '> ');
    expect(judge(text).verdict).toBe('correct');
  });

  test('a path that a viewer shows in plain', () => {
    const shown = raw(read).replace('b=%7e&a=x+y', 'b=~&a=x y');
    expect(judge(shown)).toMatchObject({ verdict: 'undecided' });
  });

  test('a greeting below the request', () => {
    const text = `GET https://h.example${read.path}\n${read.headers.map((header) => header.join(': ')).join('\n')}\n\n-- \nregards`;
    expect(judge(text).verdict).toBe('correct');
  });
});

describe('what no capture does is still called broken', () => {
  test.each<Change>([
    ['another account', exchanged(/accounts\/\w+/, 'accounts/43')],
    ['another key', exchanged(/(SVC-API-KEY: )key-1/, '$1key-9')],
    ['padding', exchanged(/(SVC-SIGN: \S+)/, '$1==')],
    ['a header too few', exchanged(/SVC-TIMESTAMP: .*\r\n/, '')],
  ])('%s', (_name, change) => {
    expect(judge(change(raw(read))).verdict).toBe('broken');
  });
});

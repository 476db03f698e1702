// Identifiers and dates of an honest service, replaced in every answer and message by others of their kind, over which whoever keeps them
// in maps or files, compares or computes with them might fall.
import { frame } from '../frames.js';
import type { Answer, Deed, Hostility } from '../hostility.js';

const IDENTIFIER = /"(\w*id|ref|cursor)":"[^"]*"/g;
const DATE = /"\d{4}-\d\d-\d\dT[^"]*"/g;

const PROTOTYPE = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'valueOf'];
const PATHS = [
  '../../../../etc/passwd',
  '/dev/stdin',
  'C:\\\\..\\\\NUL',
  '%2e%2e%2f%00',
  'a/b?c=d#e',
  '.',
  'https://127.0.0.1:1/',
];
const BEYOND = ['+275760-09-13T00:00:00.001+00:00', '-271821-04-19T23:59:59+00:00', '9999-12-31T23:59:60+00:00'];
const NO_CALENDAR = ['2026-02-30T25:61:61+00:00', '2026-00-00T00:00:00+00:00', '2026-06-30T12:00:00+99:99'];

const of = (list: readonly string[], count: number): string => list[count % list.length] ?? '';
/** Each identifier becomes another, by the number of the message and what it was. */
const named = (text: string, to: (was: string) => string): string =>
  text.replaceAll(IDENTIFIER, (all, member: string) => `"${member}":"${to(all.slice(member.length + 4, -1))}"`);

const CHANGES: Readonly<Record<string, (text: string, count: number) => string>> = {
  'identifiers-of-the-prototype': (text, count) => named(text, () => of(PROTOTYPE, count)),
  'identifiers-like-paths': (text, count) => named(text, () => of(PATHS, count)),
  'identifiers-of-a-megabyte': (text, count) =>
    count % 3 === 0 ? named(text, (was) => was.padEnd(1_000_000, 'x')) : text,
  'identifiers-all-the-same': (text) => named(text, () => '1'),
  'identifiers-in-capitals-now-and-then': (text, count) =>
    named(text, (was) => (count % 2 === 0 ? was.toUpperCase() : was)),
  'identifiers-composed-and-not': (text, count) =>
    named(text, (was) => `${was}${count % 2 === 0 ? '\u00e9' : 'e\u0301'}`),
  'dates-beyond-range': (text, count) => text.replaceAll(DATE, `"${of(BEYOND, count)}"`),
  'dates-of-no-calendar': (text, count) => text.replaceAll(DATE, `"${of(NO_CALENDAR, count)}"`),
};

export const TEXTS: readonly Hostility[] = Object.entries(CHANGES).map(([name, change]) => ({
  id: `texts-${name}`,
  dimension: 'texts',
  summary: `in every answer and message: ${name.replaceAll('-', ' ')}`,
  honestFirst: 3,
  answer: (honest, { count }) => changed(honest, change(honest.body, count)),
  frame: (text, count) => {
    const other = change(text, count);
    return other === text ? undefined : { bytes: frame(other) };
  },
}));

function changed({ status, headers, body }: Answer, other: string): Deed | undefined {
  if (other === body) return undefined;
  const kept = headers
    .filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    bytes: `HTTP/1.1 ${status} X\r\n${kept.join('')}Content-Length: ${Buffer.byteLength(other)}\r\n\r\n${other}`,
  };
}

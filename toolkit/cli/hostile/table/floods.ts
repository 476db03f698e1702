// Floods: answers and messages without an end, as fast as the peer takes them.
import { FEW_ON_STREAMS } from '../few-checks.js';
import { frame } from '../frames.js';
import type { Hostility } from '../hostility.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const MANY = 500;
const many = (bytes: Buffer): Buffer => Buffer.concat(Array.from({ length: MANY }, () => bytes));
const tick = '{"type":"tick","instrument":"EURUSD","bid":1.1,"ask":1.2,"event_time":"2026-01-01T00:00:00+00:00"}';
const event =
  '{"type":"transaction_event","status":"success","operation_id":"x","payload":{"orders":[],"deals":[],"positions":[]}}';

const MESSAGES: Readonly<Record<string, Buffer>> = {
  'empty-texts': many(frame('')),
  'empty-binaries': many(frame('', { opcode: 2 })),
  'empty-objects': many(frame('{}')),
  'empty-lists': many(frame('[]')),
  nulls: many(frame('null')),
  zeros: many(frame('0')),
  ticks: many(frame(tick)),
  events: many(frame(event)),
  'unknown-types': many(frame('{"type":"nobody"}')),
  heartbeats: many(frame('{"type":"heartbeat"}')),
  'no-json': many(frame('x')),
  pings: many(frame('', { opcode: 9 })),
  'pings-of-125': many(frame('a'.repeat(125), { opcode: 9 })),
  pongs: many(frame('', { opcode: 10 })),
  'large-texts': frame(`{"type":"x","a":"${'b'.repeat(900_000)}"}`),
  'large-lists': frame(
    `{"type":"hmr_snapshot","periods":[${'{"period_id":"a","instruments":["b"]},'.repeat(10_000)}{}]}`,
  ),
  batches: frame(`[${`${tick},`.repeat(3000)}${tick}]`),
  escapes: many(frame('{"type":"\\u0061\\u001b"}')),
  fragments: many(frame(' ', { opcode: 0, fin: false })),
  'fragments-of-nothing': many(frame('', { opcode: 0, fin: false })),
};
/** What stands before the flood. */
const BEGUN: Readonly<Record<string, Buffer>> = {
  fragments: frame('{', { fin: false }),
  'fragments-of-nothing': frame('{', { fin: false }),
};

const ANSWERS: Readonly<
  Record<string, { readonly bytes: string; readonly forever: string; readonly everyMs?: number }>
> = {
  'body-endless': { bytes: `${OK}\r\n`, forever: 'x'.repeat(65_536) },
  'body-endless-chunked': {
    bytes: `${OK}Transfer-Encoding: chunked\r\n\r\n`,
    forever: `10000\r\n${'x'.repeat(65_536)}\r\n`,
  },
  'body-endless-slow': { bytes: `${OK}\r\n`, forever: 'x', everyMs: 100 },
  'body-of-spaces': { bytes: `${OK}\r\n`, forever: ' '.repeat(65_536) },
  'chunks-of-one': { bytes: `${OK}Transfer-Encoding: chunked\r\n\r\n`, forever: '1\r\nx\r\n'.repeat(1000) },
  'chunk-extension-endless': { bytes: `${OK}Transfer-Encoding: chunked\r\n\r\n1;`, forever: 'x'.repeat(10_000) },
  'trailers-endless': { bytes: `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, forever: 'a: b\r\n'.repeat(1000) },
  'headers-endless': { bytes: OK, forever: 'a: b\r\n'.repeat(1000) },
  'header-endless': { bytes: `${OK}X: `, forever: 'x'.repeat(10_000) },
  'header-slow': { bytes: OK, forever: 'a: b\r\n', everyMs: 200 },
  'status-line-endless': { bytes: 'HTTP/1.1 200 ', forever: 'x'.repeat(10_000) },
  'status-line-slow': { bytes: 'HTTP/1.1 200 ', forever: 'x', everyMs: 200 },
  'interim-endless': { bytes: '', forever: 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(500) },
  'answers-endless': { bytes: '', forever: `${OK}Content-Length: 2\r\n\r\n{}`.repeat(500) },
  'blank-lines-endless': { bytes: '', forever: '\r\n'.repeat(10_000) },
  'garbage-endless': { bytes: '', forever: '\u0000\u0001\u0002'.repeat(10_000) },
};

export const FLOODS: readonly Hostility[] = [
  ...Object.entries(MESSAGES).flatMap(([name, forever]): Hostility[] => [
    {
      ...about(`stream-${name}`, `a stream brings ${name} without end`),
      greeting: () => ({ ...begun(name), forever }),
      selection: FEW_ON_STREAMS,
    },
    {
      ...about(`stream-${name}-steady`, `a stream brings ${name} a few hundred times a second`),
      greeting: () => ({ ...begun(name), forever, everyMs: 1000 }),
      selection: FEW_ON_STREAMS,
    },
  ]),
  ...Object.entries(ANSWERS).flatMap(([name, deed]): Hostility[] => [
    { ...about(name, `every answer: ${name.replaceAll('-', ' ')}`), answer: () => deed },
    {
      ...about(`${name}-later`, `after the first answers: ${name.replaceAll('-', ' ')}`),
      honestFirst: 12,
      answer: () => deed,
    },
  ]),
];

function begun(name: string): { readonly bytes?: Buffer } {
  const bytes = BEGUN[name];
  return bytes === undefined ? {} : { bytes };
}

function about(name: string, summary: string): Hostility {
  return { id: `floods-${name}`, dimension: 'floods', summary };
}

// Hostile streams: handshakes, frames and messages.
import { deflateRawSync } from 'node:zlib';
import { FEW_ON_STREAMS } from '../few-checks.js';
import { frame, headOf } from '../frames.js';
import type { Deed, Hostility } from '../hostility.js';

/** Of fifty megabytes of blanks. */
const BOMB = deflateRawSync(Buffer.alloc(50_000_000, ' '));
/** As deep as JSON may be that is read at all, so often that each depth is paid for. */
const NESTED = `[${Array.from({ length: 200 }, () => `${'['.repeat(58)}${']'.repeat(58)}`).join(',')}]`;

const HANDSHAKES: Readonly<Record<string, (honestHead: string) => Deed>> = {
  silence: () => ({ end: 'hang' }),
  reset: () => ({ end: 'reset' }),
  'accept-wrong': (head) => ({
    bytes: head.replace(/(sec-websocket-accept: )\S+/i, '$1AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
    end: 'keep',
  }),
  'accept-missing': (head) => ({ bytes: head.replace(/sec-websocket-accept: \S+\r\n/i, ''), end: 'keep' }),
  'accept-twice': (head) => ({ bytes: head.replace(/(sec-websocket-accept: \S+\r\n)/i, '$1$1'), end: 'keep' }),
  'extension-unasked': (head) => ({
    bytes: head.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n'),
    end: 'keep',
  }),
  'compression-bomb': (head) => ({
    bytes: Buffer.concat([
      Buffer.from(head.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n')),
      frame(BOMB, { reserved: 4 }),
    ]),
    end: 'keep',
  }),
  'protocol-unasked': (head) => ({
    bytes: head.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: x\r\n\r\n'),
    end: 'keep',
  }),
  'upgrade-missing': (head) => ({ bytes: head.replace(/upgrade: websocket\r\n/i, ''), end: 'keep' }),
  'head-huge': (head) => ({ bytes: head.replace('\r\n\r\n', `\r\nX: ${'a'.repeat(500_000)}\r\n\r\n`), end: 'keep' }),
  'head-half': (head) => ({ bytes: head.slice(0, 40), end: 'hang' }),
  'status-200': () => ({ bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', end: 'end' }),
  'status-302': () => ({
    bytes: 'HTTP/1.1 302 F\r\nLocation: ws://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
    end: 'end',
  }),
  'status-500': () => ({ bytes: 'HTTP/1.1 500 E\r\nContent-Length: 2\r\n\r\n{}', end: 'end' }),
  'refusal-endless': () => ({ bytes: 'HTTP/1.1 403 No\r\n\r\n', forever: 'x'.repeat(65_536) }),
  'refusal-held': () => ({ bytes: 'HTTP/1.1 403 No\r\nContent-Length: 100\r\n\r\n{', end: 'hang' }),
  'interim-forever': () => ({ forever: 'HTTP/1.1 100 Continue\r\n\r\n', everyMs: 5 }),
  'closed-at-once': (head) => ({ bytes: head, end: 'end' }),
  'reset-at-once': (head) => ({ bytes: head, end: 'reset' }),
  'close-frame-glued': (head) => ({
    bytes: Buffer.concat([Buffer.from(head), frame(Buffer.from([3, 240]), { opcode: 8 })]),
    end: 'end',
  }),
  'garbage-glued': (head) => ({ bytes: Buffer.concat([Buffer.from(head), Buffer.alloc(1000, 0xff)]), end: 'keep' }),
  'open-and-mute': (head) => ({ bytes: head, end: 'keep' }),
};

const close = (code: number, reason: Uint8Array = Buffer.alloc(0)): Uint8Array =>
  frame(Buffer.concat([Buffer.from([code >> 8, code & 255]), reason]), { opcode: 8 });

/** What is said once the stream is open, before the service says anything. */
const GREETINGS: Readonly<Record<string, Uint8Array>> = {
  masked: frame('{"type":"x"}', { masked: true }),
  'reserved-bit-1': frame('{}', { reserved: 4 }),
  'reserved-bits': frame('{}', { reserved: 7 }),
  'opcode-reserved': frame('{}', { opcode: 3 }),
  'opcode-control-reserved': frame('', { opcode: 11 }),
  'continuation-first': frame('{}', { opcode: 0 }),
  'text-in-text': Buffer.concat([frame('{', { fin: false }), frame('}')]),
  'ping-of-126': frame('a'.repeat(126), { opcode: 9 }),
  'ping-fragmented': frame('a', { opcode: 9, fin: false }),
  'pongs-unasked': Buffer.concat(Array.from({ length: 5000 }, () => frame('a', { opcode: 10 }))),
  pings: Buffer.concat(Array.from({ length: 20_000 }, () => frame('a'.repeat(100), { opcode: 9 }))),
  'length-of-2-63': headOf(2n ** 63n),
  'length-of-2-53': headOf(2n ** 53n),
  'length-of-a-gigabyte': headOf(2n ** 30n),
  'length-not-shortest': Buffer.concat([headOf(2n), Buffer.from('{}')]),
  'utf8-invalid': frame(Buffer.from([0xc3, 0x28])),
  'utf8-surrogate': frame(Buffer.from([0xed, 0xa0, 0x80])),
  'binary-json': frame('{"type":"x"}', { opcode: 2 }),
  'empty-text': frame(''),
  'fragments-empty': Buffer.concat([
    frame('', { fin: false }),
    ...Array.from({ length: 5000 }, () => frame('', { opcode: 0, fin: false })),
  ]),
  'fragment-never-ended': frame('{"a":', { fin: false }),
  'close-1005': close(1005),
  'close-999': close(999),
  'close-5000': close(5000),
  'close-one-byte': frame('a', { opcode: 8 }),
  'close-reason-invalid': close(1000, Buffer.from([0xc3, 0x28])),
  'close-reason-escapes': close(1000, Buffer.from('\u001b[2J\u202eevil')),
  'close-then-more': Buffer.concat([close(1000), frame('{}'), frame('{}')]),
  'message-of-a-megabyte': frame(`{"type":"x","a":"${'b'.repeat(1_000_000)}"}`),
  'message-beyond-a-megabyte': frame(`{"type":"x","a":"${'b'.repeat(2_000_000)}"}`),
  'message-deep': frame(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  'message-list': frame(`[${'{},'.repeat(20_000)}{}]`),
  'message-number': frame('1e400'),
  'message-text': frame('"transaction_event"'),
  'message-null': frame('null'),
  'message-proto': frame('{"__proto__":{"type":"tick"},"type":"__proto__"}'),
};

/** What becomes of each message of the service. */
const FRAMES: Readonly<Record<string, (text: string, count: number) => Deed | undefined>> = {
  swallowed: () => ({}),
  doubled: (text) => ({ bytes: Buffer.concat([frame(text), frame(text)]) }),
  'a-hundred-times': (text) => ({ bytes: Buffer.concat(Array.from({ length: 100 }, () => frame(text))) }),
  'in-text': (text) => ({ bytes: frame(JSON.stringify(text)) }),
  'in-list': (text) => ({ bytes: frame(`[${text}]`) }),
  binary: (text) => ({ bytes: frame(text, { opcode: 2 }) }),
  cut: (text) => ({ bytes: frame(text.slice(0, text.length / 2)) }),
  'byte-by-byte': (text) => ({
    bytes: Buffer.concat(
      [...Buffer.from(text)].map((byte, at, all) =>
        frame(Buffer.from([byte]), { opcode: at === 0 ? 1 : 0, fin: at === all.length - 1 }),
      ),
    ),
  }),
  // Few: the honest service ends a connection that floods it, and each is answered to it.
  'in-halves-around-pings': (text) => {
    const bytes = Buffer.from(text);
    const middle = bytes.length >> 1;
    const pings = Array.from({ length: 3 }, () => frame('a', { opcode: 9 }));
    return {
      bytes: Buffer.concat([
        frame(bytes.subarray(0, middle), { fin: false }),
        ...pings,
        frame(bytes.subarray(middle), { opcode: 0 }),
      ]),
    };
  },
  'beside-nested-lists': (text) => ({ bytes: frame(text.replace('{', `{"x_nested":${NESTED},`)) }),
  late: (text) => ({ delayMs: 3000, bytes: frame(text) }),
  'third-closes': (text, count) => ({ bytes: frame(text), end: count % 3 === 0 ? 'end' : 'keep' }),
  'third-resets': (text, count) => ({ bytes: frame(text), end: count % 3 === 0 ? 'reset' : 'keep' }),
  'unknown-type': (text) => ({ bytes: frame(text.replace(/"(type|kind|k)":"[^"]*"/, '"$1":"\\ud800"')) }),
  padded: (text) => ({ bytes: frame(`${' '.repeat(500_000)}${text}`) }),
  'duplicate-members': (text) => ({ bytes: frame(text.replace('{', `{${'"type":1,'.repeat(1000)}`)) }),
  'texts-as-numbers': (text) => ({ bytes: frame(text.replaceAll(/:"(-?\d[\d.]*)"/g, ':$1')) }),
};

export const WEBSOCKET: readonly Hostility[] = [
  ...Object.entries(HANDSHAKES).map(([name, handshake]) => ({ ...about(`handshake-${name}`), handshake })),
  ...Object.entries(GREETINGS).map(([name, bytes]) => ({ ...about(`greeting-${name}`), greeting: () => ({ bytes }) })),
  ...Object.entries(FRAMES).map(([name, change]) => ({ ...about(`frames-${name}`), frame: change })),
];

function about(name: string): Hostility {
  const id = `websocket-${name}`;
  return {
    id,
    dimension: 'websocket',
    summary: `streams: ${name.replaceAll('-', ' ')}`,
    selection: FEW_ON_STREAMS,
  };
}

// The WebSocket protocol on the streams (interface 4.5; RFC 6455): what the target sends keeps to it, and a peer that breaks it takes
// nothing from others and is told nothing. Whether and with which code the target ends such a connection is open, and reported.
import type { JsonValue } from '../../toolkit/payload/json.js';
import { SERVER_EVENTS } from '../../toolkit/profile/dialect/views.js';
import type { FrameSpec, ServerFrame } from '../../toolkit/wire/streams/websocket-frames.js';
import { closePayload, OPCODE } from '../../toolkit/wire/streams/websocket-frames.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

type RawStream = Awaited<ReturnType<CheckContext['account']['rawStream']>>;

const LONGEST_CONTROL = 125;
const EVENTS: ReadonlySet<string> = new Set(SERVER_EVENTS);

/** The kinds of the messages in the text and binary frames so far; what is no JSON has none. */
function kindsIn(t: CheckContext, frames: readonly ServerFrame[]): readonly string[] {
  return messagesOf(frames).flatMap((bytes) => {
    try {
      const frame: JsonValue = JSON.parse(bytes.toString('utf8'));
      return t.dialect.readFrame(frame).map(({ kind }) => kind);
    } catch {
      return [];
    }
  });
}

/** The payloads of whole data messages, fragments joined. */
function messagesOf(frames: readonly ServerFrame[]): readonly Buffer[] {
  const messages: Buffer[] = [];
  let parts: Buffer[] = [];
  for (const { opcode, fin, payload } of frames.filter((frame) => frame.opcode < OPCODE.close)) {
    parts = opcode === OPCODE.continuation ? [...parts, payload] : [payload];
    if (fin) messages.push(Buffer.concat(parts));
  }
  return messages;
}

function frameDefect({ opcode, fin, masked, reserved, payload }: ServerFrame): string | undefined {
  if (masked) return 'a masked frame';
  if (reserved !== 0) return `a frame with reserved bits ${reserved}`;
  if (!Object.values(OPCODE).some((known) => known === opcode)) return `a frame of opcode ${opcode}`;
  if (opcode < OPCODE.close) return undefined;
  return fin && payload.length <= LONGEST_CONTROL ? undefined : 'a control frame in parts, or longer than 125 bytes';
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

scenario({
  id: 'subscriptions.websocket-protocol/frames-of-the-target',
  title: 'sends whole, unmasked frames without reserved bits, and text that is UTF-8',
  purposes: [64],
  async run(t) {
    const stream = await t.account.rawStream();
    const command = t.dialect.command('subscribe', { event: 'transactions', commandId: '1' });
    const record = await stream.sendFrame({ opcode: OPCODE.text, payload: command });
    const has = (kind: string): boolean => kindsIn(t, stream.frames).includes(kind);
    await stream.next(() => has('trading_state_snapshot'), t.timing.answerMs);
    if (!has('trading_state_snapshot')) t.inconclusive('the subscription brought no snapshot', [record]);
    // Not by the set-up verb, whose own stream would end where a frame cannot be read.
    const { accepted, exchange } = await t.account.submit({});
    if (!accepted) t.inconclusive('a valid order was refused', [exchange.record]);
    await stream.next(() => has('transaction_event'), t.timing.eventMs);
    const defects = stream.frames.flatMap((frame) => frameDefect(frame) ?? []);
    t.expect.that(defects.length === 0, {
      expected: `${stream.frames.length} frames as RFC 6455 has them`,
      actual: defects.join(', '),
      evidence: [record],
    });
    const isText = stream.frames.every(({ opcode }) => opcode !== OPCODE.binary);
    t.expect.that(!isText || messagesOf(stream.frames).every(isUtf8), {
      expected: 'text in UTF-8',
      actual: 'text that is not UTF-8',
      evidence: [record],
    });
  },
});

interface Breach {
  readonly slug: string;
  readonly words: string;
  readonly frames: readonly FrameSpec[];
}

const BREACHES: readonly Breach[] = [
  {
    slug: 'bad-utf8',
    words: 'text that is not UTF-8',
    frames: [{ opcode: OPCODE.text, payload: Buffer.from([0xff, 0xfe, 0x80]) }],
  },
  { slug: 'unmasked', words: 'an unmasked frame', frames: [{ opcode: OPCODE.text, payload: '{}', masked: false }] },
  {
    slug: 'reserved-bits',
    words: 'a frame with reserved bits',
    frames: [{ opcode: OPCODE.text, payload: '{}', reserved: 7 }],
  },
  { slug: 'unknown-opcode', words: 'a frame of an unknown opcode', frames: [{ opcode: 3, payload: 'x' }] },
  { slug: 'binary', words: 'a binary message', frames: [{ opcode: OPCODE.binary, payload: Buffer.from([0, 1, 2]) }] },
  { slug: 'split-ping', words: 'a ping in parts', frames: [{ opcode: OPCODE.ping, payload: 'x', fin: false }] },
  { slug: 'long-ping', words: 'a ping of 126 bytes', frames: [{ opcode: OPCODE.ping, payload: 'x'.repeat(126) }] },
  {
    slug: 'lone-continuation',
    words: 'a continuation of nothing',
    frames: [{ opcode: OPCODE.continuation, payload: 'x' }],
  },
  {
    slug: 'interleaved-messages',
    words: 'a message that begins inside another',
    frames: [
      { opcode: OPCODE.text, payload: '{', fin: false },
      { opcode: OPCODE.text, payload: '{}' },
    ],
  },
  {
    slug: 'close-code-1005',
    words: 'a close with code 1005',
    frames: [{ opcode: OPCODE.close, payload: closePayload(1005) }],
  },
  {
    slug: 'close-code-999',
    words: 'a close with code 999',
    frames: [{ opcode: OPCODE.close, payload: closePayload(999) }],
  },
  {
    slug: 'close-of-one-byte',
    words: 'a close of one byte',
    frames: [{ opcode: OPCODE.close, payload: Buffer.from([3]) }],
  },
  {
    slug: 'long-message',
    words: 'a message of 300,000 characters',
    frames: [{ opcode: OPCODE.text, payload: 'x'.repeat(300_000) }],
  },
  {
    slug: 'endless-message',
    words: 'a message announced as a terabyte',
    frames: [{ opcode: OPCODE.text, payload: '{}', statedLength: 2 ** 40 }],
  },
];

/** Codes that may travel in a close frame (RFC 6455, 7.4). */
function mayTravel(code: number): boolean {
  return (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);
}

/** How the target took the breach: its closing code, that it cut the connection, or that it went on. */
async function endOf(t: CheckContext, stream: RawStream, sent: number): Promise<string> {
  const end = await stream.ended(t.timing.quietMs);
  if (end === undefined) return 'goes on';
  if (end.code === undefined) return 'cut';
  t.expect.that(
    mayTravel(end.code),
    { expected: 'a closing code that may travel', actual: String(end.code), evidence: [end.record, sent] },
    { requirement: 'subscriptions.websocket-protocol' },
  );
  return `closed with ${end.code}`;
}

for (const { slug, words, frames } of BREACHES) {
  scenario({
    id: `subscriptions.malformed-command-harmless/${slug}`,
    title: `serves another connection after ${words}, and delivers no event on the one that sent it`,
    requirements: ['subscriptions.websocket-protocol'],
    purposes: [64],
    async run(t) {
      const events = await t.account.transactions();
      const stream = await t.account.rawStream();
      let sent = 0;
      for (const frame of frames) sent = await stream.sendFrame(frame);
      const submission = await t.account.submit(await t.account.order());
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      t.expect.that(event !== undefined && events.isOpen, {
        expected: 'the event of an order on the other connection',
        actual: events.isOpen ? 'no event' : 'the other connection was closed',
        evidence: [event?.record ?? submission.exchange.record, sent],
      });
      const leaked = kindsIn(t, stream.frames).filter((kind) => EVENTS.has(kind));
      t.expect.that(leaked.length === 0, {
        expected: 'no event on a connection that subscribed to nothing',
        actual: leaked.join(', '),
        evidence: [sent],
      });
      t.observe(`stream after ${words}`, await endOf(t, stream, sent), { section: '4.5', evidence: [sent] });
    },
  });
}

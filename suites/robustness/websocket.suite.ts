// The WebSocket protocol on the streams (interface 4.5; RFC 6455): what the target sends keeps to it, and a peer that breaks it takes
// nothing from others and is told nothing. Whether and with which code the target ends such a connection is open, and reported.
import { SERVER_EVENTS } from '../../toolkit/profile/dialect/views.js';
import type { RawStream } from '../../toolkit/wire/streams/raw-stream.js';
import { closePayload, type FrameSpec, OPCODE } from '../../toolkit/wire/streams/websocket-frames.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { frameDefect, isUtf8, kindsIn, messagesOf } from './frames.js';

scenario({
  id: 'subscriptions.websocket-protocol/frames-of-the-target',
  title: 'sends whole, unmasked frames without reserved bits, and text that is UTF-8',
  purposes: [64],
  async run(t) {
    const stream = await t.account.rawStream();
    const command = t.dialect.command('subscribe', { event: 'transactions', commandId: '1' });
    const sent = await stream.sendFrame({ opcode: OPCODE.text, payload: command });
    const has = (kind: string): boolean => kindsIn(t, stream.frames).some((one) => one === kind);
    await stream.next(() => has('trading_state_snapshot'), t.timing.answerMs);
    if (!has('trading_state_snapshot')) t.inconclusive('the subscription brought no snapshot', [sent]);
    // Not by a set-up verb that waits for the result: its own stream would end where a frame cannot be read.
    await t.account.place();
    await stream.next(() => has('transaction_event'), t.timing.eventMs);
    const defects = stream.frames.flatMap((frame) => frameDefect(frame) ?? []);
    t.expect.none(defects, `${stream.frames.length} frames as RFC 6455 has them`, { evidence: [sent] });
    const isText = stream.frames.every(({ opcode }) => opcode !== OPCODE.binary);
    t.expect.that(!isText || messagesOf(stream.frames).every(isUtf8), {
      expected: 'text in UTF-8',
      actual: 'text that is not UTF-8',
      evidence: [sent],
    });
  },
});

/** Kinds of which a connection that subscribed to nothing gets none. */
const EVENTS: ReadonlySet<string> = new Set(SERVER_EVENTS);

const { text, binary, continuation, ping, close } = OPCODE;

const BREACHES: readonly { readonly id: CheckId; readonly words: string; readonly frames: readonly FrameSpec[] }[] = [
  {
    id: 'subscriptions.malformed-command-harmless/bad-utf8',
    words: 'text that is not UTF-8',
    frames: [{ opcode: text, payload: Buffer.from([0xff, 0xfe, 0x80]) }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/unmasked',
    words: 'an unmasked frame',
    frames: [{ opcode: text, payload: '{}', masked: false }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/reserved-bits',
    words: 'a frame with reserved bits',
    frames: [{ opcode: text, payload: '{}', reserved: 7 }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/unknown-opcode',
    words: 'a frame of an unknown opcode',
    frames: [{ opcode: 3, payload: 'x' }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/binary',
    words: 'a binary message',
    frames: [{ opcode: binary, payload: Buffer.from([0, 1, 2]) }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/split-ping',
    words: 'a ping in parts',
    frames: [{ opcode: ping, payload: 'x', fin: false }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/long-ping',
    words: 'a ping of 126 bytes',
    frames: [{ opcode: ping, payload: 'x'.repeat(126) }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/lone-continuation',
    words: 'a continuation of nothing',
    frames: [{ opcode: continuation, payload: 'x' }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/interleaved-messages',
    words: 'a message that begins inside another',
    frames: [
      { opcode: text, payload: '{', fin: false },
      { opcode: text, payload: '{}' },
    ],
  },
  {
    id: 'subscriptions.malformed-command-harmless/close-code-1005',
    words: 'a close with code 1005',
    frames: [{ opcode: close, payload: closePayload(1005) }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/close-code-999',
    words: 'a close with code 999',
    frames: [{ opcode: close, payload: closePayload(999) }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/close-of-one-byte',
    words: 'a close of one byte',
    frames: [{ opcode: close, payload: Buffer.from([3]) }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/long-message',
    words: 'a message of 300,000 characters',
    frames: [{ opcode: text, payload: 'x'.repeat(300_000) }],
  },
  {
    id: 'subscriptions.malformed-command-harmless/endless-message',
    words: 'a message announced as a terabyte',
    frames: [{ opcode: text, payload: '{}', statedLength: 2 ** 40 }],
  },
];

/** How the target took the breach: with which code it closed, an echo included, that it cut the connection, or that it went on. */
async function endOf(t: CheckContext, stream: RawStream): Promise<string> {
  const end = await stream.ended(t.timing.quietMs);
  if (end === undefined) return 'goes on';
  return end.code === undefined ? 'cut' : `closed with ${end.code}`;
}

for (const { id, words, frames } of BREACHES) {
  scenario({
    id,
    title: `serves another connection after ${words}, and delivers no event on the one that sent it`,
    purposes: [64],
    async run(t) {
      const events = await t.account.transactions();
      const stream = await t.account.rawStream();
      let sent = 0;
      for (const frame of frames) sent = await stream.sendFrame(frame);
      const submission = await t.account.place();
      t.expect.arrived(await events.resultOf(submission), submission, { on: events, evidence: [sent] });
      const leaked = kindsIn(t, stream.frames).filter((kind) => EVENTS.has(kind));
      t.expect.none(leaked, 'no event on a connection that subscribed to nothing', { evidence: [sent] });
      t.observe(`stream after ${words}`, await endOf(t, stream), { section: '4.5', evidence: [sent] });
    },
  });
}

// Legal ways of delivering messages: how many share a frame, which come twice, which come late (interface 4.5; 6). What events and
// snapshots are relative to one another is stated and stays; where answers to commands and ticks stand is not.
import type { JsonValue } from '../../../payload/json.js';
import { always, amended } from '../../faults/algebra/edits.js';
import type { Frame, FrameContext } from '../../rules/telling/wire.js';
import type { Speech } from '../../speech/speech.js';
import { among, type Difference, type Habit, stating } from '../algebra/index.js';

const repeats = among('repeated-messages', '6', ['event-multiplicity', 'ws-details']);
const bookings = among('repeated-bookings', '6.1', ['event-multiplicity', 'ws-details']);
const answers = among('pace-of-answers', '4.5', ['command-ack', 'ws-details']);
const ticks = among('pace-of-ticks', '4.6', ['ws-details']);
const snapshots = among('pace-of-snapshots', '6', ['event-order', 'ws-details']);
const batches = among('frames', '4.5', ['ws-details']);

const LATE_MS = 900;
const SNAPSHOT_MS = 350;

/** Edits the frames of some messages. */
function framing(
  where: (context: FrameContext, text: string) => boolean,
  write: (frames: readonly Frame[], context: FrameContext) => readonly Frame[],
): Pick<Difference, 'rules'> {
  return {
    rules: {
      frames: amended((frames, text: string, context) => (where(context, text) ? write(frames, context) : frames)),
    },
  };
}

function twice(frames: readonly Frame[]): readonly Frame[] {
  return [...frames, ...frames];
}

function late(frames: readonly Frame[]): readonly Frame[] {
  return frames.map((frame) => ({ ...frame, delayMs: LATE_MS }));
}

export const deliveryHabits: readonly Habit[] = [
  repeats('instrument-updates-told-twice', {
    summary: 'An update of an instrument is told twice, with the same conditions.',
    ...framing(({ kind }, text) => kind === 'instrument_event' && text.includes('"upd"'), twice),
  }),
  repeats('hmr-updates-told-twice', {
    summary: 'An update of HMR periods is told twice, which leaves the same periods.',
    ...framing(({ kind }) => kind === 'hmr_update', twice),
  }),
  repeats('ticks-told-twice', {
    summary: 'A tick is told twice, as feeds with two sources do.',
    ...framing(({ kind }) => kind === 'tick', twice),
  }),
  bookings('bookings-told-twice', {
    summary: 'A balance transaction is told twice, as by a feed that delivers at least once.',
    ...framing(({ kind }, text) => kind === 'transaction_event' && /"(balance_kind|booked_as)":"/.test(text), twice),
  }),
  answers('acceptances-late', {
    summary: 'A command is carried out at once, and the answer that accepts it comes most of a second later.',
    ...framing(({ kind }) => kind === 'command_accepted', late),
  }),
  answers('refusals-late', {
    summary: 'The answer that refuses a command comes most of a second later.',
    ...framing(({ kind }) => kind === 'command_refused', late),
  }),
  answers('acceptances-overtaken-by-refusals', {
    summary:
      'An answer that accepts a command comes most of a second later, one that refuses at once and without naming its command.',
    ...framing(({ kind }) => kind === 'command_accepted', late),
    speech: (speech): Speech => ({
      ...speech,
      commandRefused: (refusal) => speech.commandRefused(refusal, undefined),
    }),
  }),
  ticks('ticks-late', {
    summary: 'Ticks come most of a second after the price.',
    ...framing(({ kind }) => kind === 'tick', late),
  }),
  snapshots('snapshots-behind-what-happens', {
    summary: 'A snapshot takes a moment: it shows what happened meanwhile, and the events of that follow it.',
    rules: { snapshotTakesMs: always(SNAPSHOT_MS) },
  }),
  batches('messages-in-counted-batches', {
    summary: 'Every frame is a batch, a list of messages beside a counter.',
    ...framing(
      () => true,
      (frames, { sequence }) =>
        frames.map((frame) => ({ ...frame, data: `{"n":${sequence},"batch":[${String(frame.data)}]}` })),
    ),
    stated: stating({ frames: { split: '/batch', kind: '/batch/type', at: '/batch' } }),
    dialect: 'default',
  }),
  batches('messages-in-batches-of-every-kind', {
    summary: 'Every frame is a list, and an empty one keeps the connection alive.',
    ...framing(
      () => true,
      (frames) =>
        frames.flatMap((frame) => [
          { ...frame, data: '[]' },
          { ...frame, data: listOf(String(frame.data)) },
        ]),
    ),
    stated: stating({ frames: { split: '' } }),
  }),
];

function listOf(text: string): string {
  const frame = JSON.parse(text) as JsonValue; // The service wrote it.
  return Array.isArray(frame) ? text : `[${text}]`;
}

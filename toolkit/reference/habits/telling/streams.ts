// Legal ways of streams: commands and their answers, first messages, closing, frames (interface 4.5, 4.6, 6).

import { alsoWhere, amended } from '../../faults/algebra/edits.js';
import { editingMessage } from '../../faults/algebra/index.js';
import type { Speech } from '../../speech/speech.js';
import { among, type Habit, stating } from '../algebra/index.js';

const denial = among('stream-denial', '4.5', ['handshake-refusal']);
const live = among('stream-on-disable', '3', ['guard-live-connection']);
const ticks = among('ticks-when-disabled', '4.6', ['ticks-under-guards']);
const bursts = among('bursts', '6', ['ws-details']);
const firstState = among('account-state-first', '6', ['account-state-first']);
const again = among('resubscribe', '6', ['resubscribe']);
const list = among('resubscribed-list', '4.5', ['resubscribe']);
const answer = among('command-answer', '4.5', ['command-ack']);
const refused = among('refused-commands', '7.1', ['subscription-error']);
const absent = among('absent-unsubscribe', '4.5', ['unsubscribe-absent']);
const mixed = among('all-among-names', '4.5', ['all-mixed']);
const empty = among('empty-list', '4.5', ['instruments-empty-list']);
const pings = among('pings', '4.5', ['ws-details']);
const frames = among('frames', '4.5', ['ws-details']);
const codes = among('close-codes', '4.5', ['ws-details']);
const notices = among('notices', '6', ['envelope-extra', 'instruments-first']);

export const streamHabits: readonly Habit[] = [
  denial('stream-denied-at-handshake', {
    summary: 'A stream that is unavailable is refused at the handshake.',
    behaviour: { streamRefusal: 'handshake' },
  }),
  denial('stream-denied-at-command', {
    summary: 'A stream that is unavailable opens, and refuses every command.',
    behaviour: { streamRefusal: 'command' },
  }),
  live('stream-closed-when-disabled', {
    summary: 'Streams are closed when trading is disabled.',
    behaviour: { streamOnDisable: 'close' },
  }),
  live('stream-silent-when-disabled', {
    summary: 'Streams stay open and silent when trading is disabled.',
    behaviour: { streamOnDisable: 'silence' },
  }),
  ticks('ticks-for-the-disabled', {
    summary: 'A disabled account still gets ticks.',
    behaviour: { ticksWhenDisabled: 'open' },
  }),
  ticks('no-ticks-for-the-disabled', {
    summary: 'A disabled account gets no ticks.',
    behaviour: { ticksWhenDisabled: 'denied' },
  }),
  bursts('events-one-by-one', { summary: 'Each event has a frame of its own.', behaviour: { burst: false } }),
  bursts('events-together', {
    summary: 'Events of one moment share a frame, where the dialect can.',
    behaviour: { burst: true },
    dialect: 'contrary',
  }),
  bursts('events-in-lines', {
    // A batch is one document.
    excludes: ['messages-in-counted-batches', 'messages-in-batches-of-every-kind'],
    summary: 'Events of one moment share a frame, each a document on a line of its own.',
    behaviour: { burst: true },
    speech: (speech): Speech => ({ ...speech, inLines: true }),
    stated: stating({ frames: { documents: 'several' } }),
  }),
  firstState('account-state-at-once', {
    summary: 'The first account state comes with the subscription.',
    behaviour: { accountStateFirst: true },
  }),
  firstState('account-state-after-the-interval', {
    summary: 'The first account state comes after the interval.',
    behaviour: { accountStateFirst: false },
  }),
  again('snapshot-at-every-subscription', {
    summary: 'Who subscribes transactions again gets a snapshot again.',
    behaviour: { resubscribe: 'snapshot' },
  }),
  again('no-second-snapshot', {
    summary: 'Who subscribes transactions again gets no second snapshot.',
    behaviour: { resubscribe: 'silent' },
  }),
  list('lists-add-up', {
    summary: 'A further list of instruments adds to the first.',
    behaviour: { resubscribedList: 'union' },
  }),
  list('lists-replace', {
    summary: 'A further list of instruments replaces the first.',
    behaviour: { resubscribedList: 'replacement' },
  }),
  answer('answer-before-the-snapshot', {
    summary: 'A command is answered before its snapshot comes.',
    behaviour: { answerFirst: true },
  }),
  answer('answer-after-the-snapshot', {
    summary: 'A command is answered after its snapshot came.',
    behaviour: { answerFirst: false },
  }),
  refused('refused-commands-by-another-name', {
    summary: 'A refused subscription has a code of its own.',
    speech: (speech): Speech => ({
      ...speech,
      commandRefused: (refusal, read) => speech.commandRefused({ ...refusal, name: 'SUBSCRIPTION_REJECTED' }, read),
    }),
  }),
  refused('refused-commands-by-their-cause', { summary: 'A refused subscription has the code of its cause.' }),
  absent('absent-unsubscribe-accepted', {
    summary: 'Unsubscribing what was not subscribed is accepted.',
    behaviour: { absentUnsubscribe: 'accepted' },
  }),
  absent('absent-unsubscribe-refused', {
    summary: 'Unsubscribing what was not subscribed is refused.',
    behaviour: { absentUnsubscribe: 'refused' },
  }),
  mixed('all-among-names-is-all', {
    summary: 'A list that holds all beside names means all instruments.',
    rules: { isWildcard: alsoWhere((names, kind) => kind === 'instruments' && names.includes('all')) },
  }),
  mixed('all-among-names-is-a-name', { summary: 'A list that holds all beside names is refused for that name.' }),
  empty('empty-list-of-instruments-accepted', {
    summary: 'An empty list of instruments is accepted and subscribes nothing.',
    rules: { acceptsEmptyList: alsoWhere((kind) => kind === 'instruments') },
  }),
  empty('empty-list-of-instruments-refused', { summary: 'An empty list of instruments is refused.' }),
  pings('pings-every-second', { summary: 'The service pings every second.', limits: { heartbeatMs: 1_000 } }),
  pings('pings-every-minute', { summary: 'The service pings every minute.', limits: { heartbeatMs: 60_000 } }),
  frames('messages-in-fragments', {
    summary: 'Long messages come in several frames.',
    rules: {
      frames: amended((sent) => sent.map((frame) => (frame.data.length > 200 ? { ...frame, fragments: 3 } : frame))),
    },
  }),
  frames('messages-in-frames-of-three-bytes', {
    summary: 'Messages come in frames of three bytes each.',
    alone: true,
    rules: { frames: amended((sent) => sent.map((frame) => ({ ...frame, fragments: inThrees(frame.data) }))) },
  }),
  frames('messages-after-record-separators', {
    summary: 'Each message follows a record separator, and a keep-alive of a lone line end goes before it.',
    rules: {
      frames: amended((sent) =>
        sent.flatMap((frame) => [
          { ...frame, data: '\n' },
          { ...frame, data: `\u001e${String(frame.data)}\n` },
        ]),
      ),
    },
    stated: stating({ frames: { documents: 'several' } }),
  }),
  frames('messages-in-binary-frames', {
    summary: 'Messages come in binary frames.',
    rules: {
      frames: amended((sent) => sent.map((frame) => ({ ...frame, data: Buffer.from(frame.data), binary: true }))),
    },
  }),
  codes('close-codes-of-its-own', {
    summary: 'Streams are closed with codes of the service itself.',
    rules: { closeCode: amended((code) => (typeof code === 'number' ? 4000 + (code % 1000) : code)) },
  }),
  codes('no-close-codes', {
    summary: 'Streams are closed without a code.',
    rules: { closeCode: amended((code) => (code === 1001 ? code : undefined)) },
  }),
  notices('keep-alive-messages', {
    summary: 'After each answer to a command comes a message that keeps the connection alive and says nothing.',
    rules: {
      frames: amended((sent, _text: string, { kind }) =>
        kind === 'command_accepted'
          ? [...sent, { ...sent.at(-1), data: '{"type":"keep_alive","server":"edge-3"}', binary: false }]
          : sent,
      ),
    },
    dialect: 'default',
  }),
  notices('numbered-messages', {
    summary: 'Every transaction event has a number in its envelope.',
    rules: editingMessage('transaction_event', '', (message) =>
      typeof message === 'object' && message !== null && !Array.isArray(message) ? { ...message, seq: 7 } : message,
    ),
  }),
];

function inThrees(data: string | Uint8Array): number {
  return Math.ceil(Buffer.byteLength(data) / 3);
}

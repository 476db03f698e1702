// Faults of what leaves as bytes: frames and bodies that are doubled, lost, cut, glued, malformed (interface 4.5, 6).
import type { Frame, FrameContext } from '../../rules/telling/wire.js';
import { amended } from '../algebra/edits.js';
import { answering, type Edits, type Fault, violating } from '../algebra/index.js';

/** Changes the frames of stream messages that `where` picks. */
function framing(
  where: (context: FrameContext) => boolean,
  write: (frames: readonly Frame[]) => readonly Frame[],
): Edits {
  return { frames: amended((frames, _text, context) => (where(context) ? write(frames) : frames)) };
}

const isEvent = ({ kind }: FrameContext): boolean => kind === 'transaction_event';

/** As the default dialect writes it. */
const ACCOUNT_STATE: string = JSON.stringify({
  type: 'account_state_event',
  event_time: '2025-01-01T00:00:00+00:00',
  payload: { balance: '0.00', equity: '0.00', used_margin: '0.00' },
});

export const frameFaults: readonly Fault[] = [
  violating('6', ['account-state.interval'])('account-state-frame-doubled', {
    summary: 'Every account state event is sent twice.',
    ...framing(
      ({ kind }) => kind === 'account_state_event',
      (frames) => [...frames, ...frames],
    ),
  }),
  violating('6.2', ['hmr.updates-add-up', 'hmr.update-removed'])('hmr-update-doubled-late', {
    summary: 'After a removal the update before it comes once more, so that the removed period is back.',
    needs: 'hmr.remove',
    frames: (honest) => {
      const last = new Map<string, readonly Frame[]>();
      return (text, context) => {
        const frames = honest(text, context);
        if (context.kind !== 'hmr_update') return frames;
        const before = last.get(context.connectionId) ?? [];
        last.set(context.connectionId, frames);
        return text.includes('"removed_period_ids":["') ? [...frames, ...before] : frames;
      };
    },
  }),
  violating('6', [
    'transactions.every-change',
    'transactions.emitted-for-placement',
    'domain.every-ack-one-result',
    'subscriptions.snapshot-complete-under-load',
  ])('frame-lost', {
    summary: 'The first transaction event of a connection never leaves.',
    frames: (honest) => {
      const seen = new Set<string>();
      return (text, context) => {
        if (!isEvent(context) || seen.has(context.connectionId)) return honest(text, context);
        seen.add(context.connectionId);
        return [];
      };
    },
  }),
  violating('4.5', ['subscriptions.command-over-connection', 'domain.result-as-event'])('frames-glued', {
    summary: 'A transaction event shares its frame with a copy of itself, one text after the other.',
    ...framing(isEvent, (frames) =>
      frames.map((frame) => ({ ...frame, data: `${String(frame.data)}\n${String(frame.data)}` })),
    ),
  }),
  violating('4.5', ['domain.result-as-event', 'transactions.emitted-for-placement'])('frame-split-in-two-messages', {
    summary: 'A transaction event is cut into two messages.',
    ...framing(isEvent, (frames) =>
      frames.flatMap((frame) => {
        const text = String(frame.data);
        const middle = text.length >> 1;
        return [text.slice(0, middle), text.slice(middle)].map((data) => ({ ...frame, data }));
      }),
    ),
  }),
  violating('4.5', ['subscriptions.websocket-protocol'])('frame-invalid-utf8', {
    summary: 'A transaction event is a text frame with a byte that is no UTF-8.',
    ...framing(isEvent, (frames) =>
      frames.map((frame) => ({
        ...frame,
        data: Buffer.concat([Buffer.from(String(frame.data)), Buffer.from([0xff])]),
      })),
    ),
  }),
  violating('6', ['subscriptions.snapshot-before-events'])('snapshot-frame-overtaken', {
    summary: 'The frame of a snapshot is held back while later ones leave.',
    ...framing(
      ({ kind }) => kind === 'trading_state_snapshot',
      (frames) => frames.map((frame) => ({ ...frame, delayMs: 200 })),
    ),
  }),
  violating('6', ['subscriptions.hmr-snapshot-before-updates'])('hmr-snapshot-frame-overtaken', {
    summary: 'The frame of an hmr_snapshot is held back while updates leave.',
    needs: 'hmr.upsert',
    ...framing(
      ({ kind }) => kind === 'hmr_snapshot',
      (frames) => frames.map((frame) => ({ ...frame, delayMs: 400 })),
    ),
  }),
  violating('4.3', ['operations.readable', 'domain.result-in-status'])('answer-cut-short', {
    summary: 'The connection ends in the middle of an operation status.',
    httpBody: amended((answer, body, context) =>
      context.operation === 'operationStatus' && context.status === 200
        ? { ...answer, cut: body.byteLength >> 1 }
        : answer,
    ),
  }),
  violating('4.4', ['configuration.instruments-readable', 'configuration.instruments-complete'])('answer-not-json', {
    summary: 'The list of instruments ends with a comma too many.',
    ...answering(
      ({ operation, status }) => operation === 'instruments' && status === 200,
      (body) => Buffer.concat([body, Buffer.from(',')]),
    ),
  }),
  violating('2.1', ['ack.operation-id-present', 'ack.operation-id-reads-status'])('answer-with-duplicate-members', {
    summary: 'The ACK of a placement names operation_id twice, with different values.',
    ...answering(
      ({ operation, status }) => operation === 'placeOrder' && status === 202,
      (body) => Buffer.from(Buffer.from(body).toString().replace(/}$/, ',"operation_id":"op-0"}')),
    ),
  }),
  violating('6', ['subscriptions.active-only'])('transactions-with-account-state', {
    summary: 'Every transaction event is followed by an account state event, subscribed or not.',
    ...framing(isEvent, (frames) => [...frames, { data: ACCOUNT_STATE, binary: false }]),
  }),
  violating('6', ['subscriptions.transactions-snapshot', 'subscriptions.transactions-snapshot-orders'])(
    'messages-beyond-four-kib-lost',
    {
      summary: 'Messages of more than 4096 bytes never leave.',
      frames: (honest) => (text, context) => (text.length > 4096 ? [] : honest(text, context)),
    },
  ),
];

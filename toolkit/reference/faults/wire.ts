// Faults of what leaves as bytes: frames and bodies that are doubled, lost, cut, glued, malformed (interface 4.5, 6).
import type { AnswerContext, Frame, FrameContext } from '../rules/telling/wire.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

/** Changes the frames of stream messages that `where` picks. */
function framing(
  where: (context: FrameContext) => boolean,
  write: (frames: readonly Frame[]) => readonly Frame[],
): Fault['change'] {
  return changing(
    'frames',
    (honest) => (text, context) => (where(context) ? write(honest(text, context)) : honest(text, context)),
  );
}

const isEvent = ({ kind }: FrameContext): boolean => kind === 'transaction_event';

function answering(
  where: (context: AnswerContext) => boolean,
  write: (body: Uint8Array) => Uint8Array,
): Fault['change'] {
  return changing('httpBody', (honest) => (body, context) => {
    const answer = honest(body, context);
    return where(context) ? { ...answer, bytes: write(answer.bytes) } : answer;
  });
}

/** As the default dialect writes it. */
const ACCOUNT_STATE: string = JSON.stringify({
  type: 'account_state_event',
  event_time: '2025-01-01T00:00:00+00:00',
  payload: { balance: '0.00', equity: '0.00', used_margin: '0.00' },
});

export const wireFaults: readonly Fault[] = [
  fault(
    'account-state-frame-doubled',
    '6',
    ['account-state.interval'],
    'Every account state event is sent twice.',
    framing(
      ({ kind }) => kind === 'account_state_event',
      (frames) => [...frames, ...frames],
    ),
  ),
  fault(
    'hmr-update-doubled-late',
    '6.2',
    ['hmr.updates-add-up', 'hmr.update-removed'],
    'After a removal the update before it comes once more, so that the removed period is back.',
    changing('frames', (honest) => {
      const last = new Map<string, readonly Frame[]>();
      return (text, context) => {
        const frames = honest(text, context);
        if (context.kind !== 'hmr_update') {
          return frames;
        }
        const before = last.get(context.connectionId) ?? [];
        last.set(context.connectionId, frames);
        return text.includes('"removed_period_ids":["') ? [...frames, ...before] : frames;
      };
    }),
    { needs: 'hmr.remove' },
  ),
  fault(
    'frame-lost',
    '6',
    [
      'transactions.every-change',
      'transactions.emitted-for-placement',
      'domain.every-ack-one-result',
      'subscriptions.snapshot-complete-under-load',
    ],
    'The first transaction event of a connection never leaves.',
    changing('frames', (honest) => {
      const seen = new Set<string>();
      return (text, context) => {
        if (!isEvent(context) || seen.has(context.connectionId)) {
          return honest(text, context);
        }
        seen.add(context.connectionId);
        return [];
      };
    }),
  ),
  fault(
    'frames-glued',
    '4.5',
    ['subscriptions.command-over-connection', 'domain.result-as-event'],
    'A transaction event shares its frame with a copy of itself, one text after the other.',
    framing(isEvent, (frames) =>
      frames.map((frame) => ({ ...frame, data: `${String(frame.data)}\n${String(frame.data)}` })),
    ),
  ),
  fault(
    'frame-split-in-two-messages',
    '4.5',
    ['domain.result-as-event', 'transactions.emitted-for-placement'],
    'A transaction event is cut into two messages.',
    framing(isEvent, (frames) =>
      frames.flatMap((frame) => {
        const text = String(frame.data);
        const middle = text.length >> 1;
        return [text.slice(0, middle), text.slice(middle)].map((data) => ({ ...frame, data }));
      }),
    ),
  ),
  fault(
    'frame-invalid-utf8',
    '4.5',
    ['subscriptions.websocket-protocol'],
    'A transaction event is a text frame with a byte that is no UTF-8.',
    framing(isEvent, (frames) =>
      frames.map((frame) => ({
        ...frame,
        data: Buffer.concat([Buffer.from(String(frame.data)), Buffer.from([0xff])]),
      })),
    ),
  ),
  fault(
    'snapshot-frame-overtaken',
    '6',
    ['subscriptions.snapshot-before-events'],
    'The frame of a snapshot is held back while later ones leave.',
    framing(
      ({ kind }) => kind === 'trading_state_snapshot',
      (frames) => frames.map((frame) => ({ ...frame, delayMs: 200 })),
    ),
  ),
  fault(
    'hmr-snapshot-frame-overtaken',
    '6',
    ['subscriptions.hmr-snapshot-before-updates'],
    'The frame of an hmr_snapshot is held back while updates leave.',
    framing(
      ({ kind }) => kind === 'hmr_snapshot',
      (frames) => frames.map((frame) => ({ ...frame, delayMs: 400 })),
    ),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'answer-cut-short',
    '4.3',
    ['operations.readable', 'domain.result-in-status'],
    'The connection ends in the middle of an operation status.',
    changing(
      'httpBody',
      (honest) => (body, context) =>
        context.operation === 'operationStatus' && context.status === 200
          ? { ...honest(body, context), cut: body.byteLength >> 1 }
          : honest(body, context),
    ),
  ),
  fault(
    'answer-not-json',
    '4.4',
    ['configuration.instruments-readable', 'configuration.instruments-complete'],
    'The list of instruments ends with a comma too many.',
    answering(
      ({ operation, status }) => operation === 'instruments' && status === 200,
      (body) => Buffer.concat([body, Buffer.from(',')]),
    ),
  ),
  fault(
    'answer-with-duplicate-members',
    '2.1',
    ['ack.operation-id-present', 'ack.operation-id-reads-status'],
    'The ACK of a placement names operation_id twice, with different values.',
    answering(
      ({ operation, status }) => operation === 'placeOrder' && status === 202,
      (body) => Buffer.from(Buffer.from(body).toString().replace(/}$/, ',"operation_id":"op-0"}')),
    ),
  ),
  fault(
    'transactions-with-account-state',
    '6',
    ['subscriptions.active-only'],
    'Every transaction event is followed by an account state event, subscribed or not.',
    framing(isEvent, (frames) => [...frames, { data: ACCOUNT_STATE, binary: false }]),
  ),
];

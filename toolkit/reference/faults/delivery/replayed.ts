// Faults of what was missed without a connection (interface 6.4, rules 1 and 2): of one sort of event the last is replayed to the next
// subscription. Placements that are replayed are `replay-on-subscribe` and its like.
import type { TransactionEvent } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const noReplay = violating('6.4', ['delivery.no-replay']);

function replaying(isMeant: (event: TransactionEvent) => boolean): Change {
  return sharing(
    () => new Set<string>(),
    (missed) => ({
      replays: amended((count, { accountId }) => (missed.delete(accountId) ? 1 : count)),
      announcements: amended((events, event, { accountId }) => {
        if (isMeant(event)) missed.add(accountId);
        else missed.delete(accountId);
        return events;
      }),
    }),
  );
}

export const replayedFaults: readonly Fault[] = [
  noReplay('replay-of-rejections', {
    summary: 'A rejection that was the last event of the account is delivered again after the next subscription.',
    change: replaying(({ status }) => status !== 'success'),
  }),
  noReplay('replay-of-closes', {
    summary: 'A close that was the last event of the account is delivered again after the next subscription.',
    change: replaying(({ payload }) => payload.positions.some(({ state }) => state === 'closed')),
  }),
];

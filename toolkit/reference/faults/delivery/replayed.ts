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

/** What no connection was told of is replayed, and nothing that one was. */
function replayingUntold(isMeant: (event: TransactionEvent) => boolean): Change {
  return sharing(
    () => new Map<string, TransactionEvent>(),
    (untold) => ({
      replays: amended((count, { accountId }) => (untold.delete(accountId) ? 1 : count)),
      announcements: amended((events, event, { accountId }) => {
        if (isMeant(event)) untold.set(accountId, event);
        else untold.delete(accountId);
        return events;
      }),
      deliversTo: (honest) => (event, subscriptions, context) => {
        const isDelivered = honest(event, subscriptions, context);
        if (isDelivered && event.kind === 'transaction_event') untold.delete(context.accountId);
        return isDelivered;
      },
    }),
  );
}

export const replayedFaults: readonly Fault[] = [
  noReplay('replay-of-rejections', {
    summary: 'A rejection that was the last event of the account is delivered again after the next subscription.',
    change: replaying(({ status }) => status !== 'success'),
  }),
  noReplay('replay-of-rejections-that-no-stream-told', {
    summary: 'A rejection that came while the account had no stream is delivered after the next subscription.',
    change: replayingUntold(({ status }) => status === 'rejected'),
  }),
  noReplay('replay-of-closes-that-no-stream-told', {
    summary: 'A close that came while the account had no stream is delivered after the next subscription.',
    change: replayingUntold(({ payload }) => payload.positions.some(({ state }) => state === 'closed')),
  }),
  noReplay('replay-of-closes', {
    summary: 'A close that was the last event of the account is delivered again after the next subscription.',
    change: replaying(({ payload }) => payload.positions.some(({ state }) => state === 'closed')),
  }),
  noReplay('replay-of-bookings', {
    summary: 'A booking that was the last event of the account is delivered again after the next subscription.',
    needs: 'account.deposit',
    change: replaying(({ payload }) => payload.deals.some(({ balanceKind }) => balanceKind !== undefined)),
  }),
  noReplay('replay-of-the-last-partial-close', {
    summary: 'The next subscription brings the events since the last partial close, with it.',
    change: sharing(
      () => new Map<string, number>(),
      (since) => ({
        replays: amended((count, { accountId }) => {
          const missed = since.get(accountId) ?? count;
          since.delete(accountId);
          return missed;
        }),
        announcements: amended((events, { payload }, { accountId }) => {
          const [deal] = payload.deals;
          const isPartial = payload.positions.some(
            ({ state, openedAtMs }) => state === 'open' && openedAtMs !== deal?.atMs,
          );
          const before = since.get(accountId);
          if (isPartial && deal !== undefined) since.set(accountId, 1);
          else if (before !== undefined) since.set(accountId, before + 1);
          return events;
        }),
      }),
    ),
  }),
  violating('6.4', ['delivery.no-replay', 'hmr.incremental-updates'])('hmr-update-with-all-that-none-told', {
    summary: 'An update brings every period that no update has told yet, such as those of an outage.',
    needs: 'hmr.upsert',
    change: sharing(
      () => new Set<string>(),
      (told) => ({
        upsertedPeriods: amended((periods, changed, all) => {
          const missed = all.filter(({ id }) => !told.has(id) && id !== changed.id);
          for (const { id } of [changed, ...missed]) told.add(id);
          return [...missed, ...periods];
        }),
      }),
    ),
  }),
  noReplay('replay-of-what-came-while-unsubscribed', {
    summary:
      'Who gave transactions up and subscribes again on the same connection is told of the last event of meanwhile.',
    change: sharing(
      () => new Set<string>(),
      (given) => ({
        endsDelivery: amended((ends, event, { id }) => {
          if (event === 'transactions') given.add(id);
          return ends;
        }),
        replays: amended((count, { id }) => (given.delete(id) ? 1 : count)),
      }),
    ),
  }),
];

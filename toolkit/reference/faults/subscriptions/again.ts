// Faults of what was unsubscribed and is subscribed once more on the same connection (interface 6, table; 4.5, rule 4).
import type { TradingState } from '../../domain.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { unsubscribingEnds } from './unsubscribing.js';

/** What snapshots of one connection behind its first one show. */
function shownAgain(edit: (shown: TradingState) => TradingState): Change {
  return sharing(
    () => new Set<string>(),
    (served) => ({
      snapshotOf: (honest) => (state, context) => {
        const shown = honest(state, context);
        if (context.surface !== 'stream') return shown;
        const isFirst = served.size !== served.add(`${context.accountId} ${context.connection}`).size;
        return isFirst ? shown : edit(shown);
      },
    }),
  );
}

export const subscribedAgainFaults: readonly Fault[] = [
  violating('6', ['transactions.every-change'])('transactions-unsubscribed-for-good', {
    summary: 'A connection that unsubscribed transactions once gets no transaction events any more.',
    change: unsubscribingEnds('transactions', ['transaction_event']),
  }),
  violating('6', ['hmr.incremental-updates'])('hmr-unsubscribed-for-good', {
    summary: 'A connection that unsubscribed hmr once gets no hmr updates any more.',
    needs: 'hmr.upsert',
    change: unsubscribingEnds('hmr', ['hmr_update']),
  }),
  violating('6', ['instruments.event-per-instrument'])('instruments-unsubscribed-for-good', {
    summary: 'A connection that unsubscribed instruments once gets no instrument events any more.',
    needs: 'instrument.update',
    change: unsubscribingEnds('instruments', ['instrument_event']),
  }),
  violating('6', ['subscriptions.transactions-snapshot'])('snapshot-missing-when-subscribed-again', {
    summary: 'Only the first subscription of a connection to transactions brings a snapshot.',
    snapshotsOnSubscribe: (honest) => {
      const served = new Set<string>();
      return (context) => (served.size === served.add(context.id).size ? 0 : honest(context));
    },
  }),
  violating('6', ['subscriptions.hmr-snapshot'])('hmr-snapshot-missing-when-subscribed-again', {
    summary: 'Only the first subscription of a connection to hmr brings a snapshot.',
    snapshotsHmrOnSubscribe: (honest) => {
      const served = new Set<string>();
      return (ordinal, id) => served.size !== served.add(id).size && honest(ordinal, id);
    },
  }),
  violating('6', ['subscriptions.transactions-snapshot-positions'])(
    'snapshot-without-positions-when-subscribed-again',
    {
      summary: 'The snapshot of a repeated subscription of a connection holds no open positions.',
      change: shownAgain((shown) => ({ ...shown, positions: [] })),
    },
  ),
  violating('6', ['subscriptions.transactions-snapshot-orders'])('snapshot-stale-when-subscribed-again', {
    summary: 'The snapshot of a repeated subscription shows what the first one of the connection showed.',
    snapshotOf: (honest) => {
      const first = new Map<string, Parameters<typeof honest>[0]>();
      return (state, context) => {
        if (context.surface !== 'stream') return honest(state, context);
        const place = `${context.accountId} ${context.connection}`;
        const shown = first.get(place) ?? state;
        first.set(place, shown);
        return honest(shown, context);
      };
    },
  }),
];

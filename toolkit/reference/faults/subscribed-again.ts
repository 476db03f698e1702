// Faults of what was unsubscribed and is subscribed once more on the same connection (interface 6, table; 4.5, rule 4).
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';
import { unsubscribingEnds } from './unsubscribing.js';

export const subscribedAgainFaults: readonly Fault[] = [
  fault(
    'transactions-unsubscribed-for-good',
    '6',
    ['transactions.every-change'],
    'A connection that unsubscribed transactions once gets no transaction events any more.',
    unsubscribingEnds('transactions', ['transaction_event']),
  ),
  fault(
    'hmr-unsubscribed-for-good',
    '6',
    ['hmr.incremental-updates'],
    'A connection that unsubscribed hmr once gets no hmr updates any more.',
    unsubscribingEnds('hmr', ['hmr_update']),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'instruments-unsubscribed-for-good',
    '6',
    ['instruments.event-per-instrument'],
    'A connection that unsubscribed instruments once gets no instrument events any more.',
    unsubscribingEnds('instruments', ['instrument_event']),
    { needs: 'instrument.update' },
  ),
  fault(
    'snapshot-missing-when-subscribed-again',
    '6',
    ['subscriptions.transactions-snapshot'],
    'Only the first subscription of a connection to transactions brings a snapshot.',
    changing('snapshotsOnSubscribe', (honest) => {
      const served = new Set<string>();
      return (context) => (served.size === served.add(context.id).size ? 0 : honest(context));
    }),
  ),
  fault(
    'hmr-snapshot-missing-when-subscribed-again',
    '6',
    ['subscriptions.hmr-snapshot'],
    'Only the first subscription of a connection to hmr brings a snapshot.',
    changing('snapshotsHmrOnSubscribe', (honest) => {
      const served = new Set<string>();
      return (ordinal, id) => served.size !== served.add(id).size && honest(ordinal, id);
    }),
  ),
  fault(
    'snapshot-stale-when-subscribed-again',
    '6',
    ['subscriptions.transactions-snapshot-orders'],
    'The snapshot of a repeated subscription shows what the first one of the connection showed.',
    changing('snapshotOf', (honest) => {
      const first = new Map<string, Parameters<typeof honest>[0]>();
      return (state, context) => {
        if (context.surface !== 'stream') return honest(state, context);
        const place = `${context.accountId} ${context.connection}`;
        const shown = first.get(place) ?? state;
        first.set(place, shown);
        return honest(shown, context);
      };
    }),
  ),
];

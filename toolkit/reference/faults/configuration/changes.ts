// Faults of what counts as a change (interface 6, table; 6.2, rules 2 and 3; 6.3, rule 1): what is changed back to what it was is one, what
// is set to what it is already is none.
import type { DomainEvent } from '../../domain.js';
import type { DeliveryContext } from '../../rules/telling/delivery.js';
import { alsoWhere, always } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';

/** What a connection was told in the same words before is not told again; `wordsOf`: undefined for what is not compared. */
function toldOnce(wordsOf: (event: DomainEvent) => string | undefined): Pick<Edits, 'deliversTo'> {
  return {
    deliversTo: (honest) => {
      const told = new Set<string>();
      return (event, subscriptions, context: DeliveryContext) => {
        if (!honest(event, subscriptions, context)) return false;
        const words = wordsOf(event);
        if (words === undefined) return true;
        const isNews = !told.has(`${context.id} ${words}`);
        told.add(`${context.id} ${words}`);
        return isNews;
      };
    },
  };
}

export const changeFaults: readonly Fault[] = [
  violating('6.3', ['instruments.updated', 'instruments.event-per-instrument'])('instrument-changed-back-untold', {
    summary: 'An instrument that is changed back to what its connection was told before changes in silence.',
    needs: 'instrument.update',
    ...toldOnce((event) => {
      if (event.kind !== 'instrument_event') return undefined;
      const { instrument, volumeMax } = event.conditions;
      return `${event.action} ${instrument} ${volumeMax.coefficient} ${volumeMax.scale}`;
    }),
  }),
  violating('6.2', ['hmr.update-upserted', 'hmr.incremental-updates'])('hmr-period-changed-back-untold', {
    summary: 'An HMR period that is changed back to what its connection was told before changes in silence.',
    needs: 'hmr.upsert',
    ...toldOnce((event) =>
      event.kind === 'hmr_update' && event.upsertedPeriods.length > 0
        ? JSON.stringify(event.upsertedPeriods)
        : undefined,
    ),
  }),
  violating('6.2', ['hmr.snapshot-on-flexible-change'])('hmr-snapshot-where-the-flexible-status-stays', {
    summary: 'The flexible HMR status brings a new snapshot when it is set to what it is already.',
    // That an operator's switch leaves the effective status alone is for the operator to know.
    level: 'should',
    needs: 'hmr.flexible',
    changesFlexible: always(true),
  }),
  violating('6', ['subscriptions.active-only', 'hmr.unsubscribe', 'subscriptions.unsubscribed-silent'])(
    'hmr-snapshot-of-the-flexible-status-to-all-connections',
    {
      summary:
        'A change of the flexible HMR status brings an hmr_snapshot to connections that are not subscribed to hmr, too.',
      needs: 'hmr.flexible',
      deliversTo: alsoWhere(
        (event, _subscriptions, { ownAccount, stream }) =>
          event.kind === 'hmr_snapshot' && ownAccount && stream === 'events',
      ),
    },
  ),
];

// Faults of instruments that were deleted (interface 4.4; 6.2, rule 4; 6.3, rules 1 to 3): lists, subscriptions and conditions that go on
// as if they were there, or as they were before.
import type { Conditions } from '../../domain.js';
import { always, amended, exceptWhere } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

interface Gone {
  /** What instrument the change that is announced is of is told right after it. */
  change: 'new' | 'upd' | 'del' | undefined;
  readonly deleted: Map<string, Conditions>;
}

/** Remembers what was deleted; `read` is what a read of conditions shows then. */
function remembering(
  edits: (memory: Gone) => Edits,
  read: (deleted: Gone['deleted'], shown: Conditions, own: Conditions) => Conditions = (_deleted, shown) => shown,
): Change {
  return sharing<Gone>(
    () => ({ change: undefined, deleted: new Map() }),
    (memory) => ({
      announcedAction: amended((action, change) => {
        memory.change = change;
        return action;
      }),
      resolved: amended((shown, own, _platform, surface) => {
        if (surface === 'event' && memory.change === 'del') memory.deleted.set(own.instrument, own);
        return surface === 'read' ? read(memory.deleted, shown, own) : shown;
      }),
      ...edits(memory),
    }),
  );
}

export const deletedInstrumentFaults: readonly Fault[] = [
  violating('7.2', ['errors.instrument-not-found'])('orders-on-deleted-instruments-executed', {
    summary: 'Orders on instruments that were deleted are executed as before.',
    needs: 'instrument.remove',
    tradesRemoved: always(true),
  }),
  violating('7.2', ['errors.instrument-not-found'])('instruments-created-again-not-found-by-orders', {
    summary: 'Orders on an instrument that was deleted and created again do not find it.',
    needs: 'instrument.remove',
    change: remembering(({ deleted }) => ({
      marketGuard: amended((code, { instrument }) => (deleted.has(instrument) ? 'MARKET_INSTRUMENT_NOT_FOUND' : code)),
    })),
  }),
  violating('6.3', ['instruments.created'])('instrument-created-again-unannounced', {
    summary: 'An instrument that was deleted is not announced when it is created again.',
    // To which subscription a creation belongs is not said.
    level: 'should',
    needs: 'instrument.remove',
    change: remembering(({ deleted }) => ({
      deliversTo: exceptWhere(
        (event) =>
          event.kind === 'instrument_event' && event.action === 'new' && deleted.has(event.conditions.instrument),
      ),
    })),
  }),
  violating('4.4', ['configuration.instruments-available-only'])('deleted-instruments-stay-listed', {
    summary: 'Instruments that were deleted are still listed.',
    needs: 'instrument.remove',
    change: remembering(({ deleted }) => ({
      listed: amended((listed) => [
        ...listed,
        ...[...deleted.values()].filter(({ instrument }) => listed.every((one) => one.instrument !== instrument)),
      ]),
    })),
  }),
  violating('6.3', ['instruments.unavailable-refuses-whole'])('deleted-instruments-subscribed', {
    summary: 'Instruments that were deleted can still be subscribed to.',
    needs: 'instrument.remove',
    change: remembering(({ deleted }) => ({
      maySubscribe: amended((may, instrument, _available, _exists, kind) =>
        kind === 'instruments' ? may || deleted.has(instrument) : may,
      ),
    })),
  }),
  violating('6.2', ['hmr.unavailable-refuses-whole'])('deleted-instruments-subscribed-for-hmr', {
    summary: 'HMR periods of instruments that were deleted can still be subscribed to.',
    needs: 'instrument.remove',
    change: remembering(({ deleted }) => ({
      maySubscribe: amended((may, instrument, _available, _exists, kind) =>
        kind === 'hmr' ? may || deleted.has(instrument) : may,
      ),
    })),
  }),
  violating('2.4', ['instruments.conditions-current', 'configuration.conditions-readable'])(
    'conditions-of-the-instrument-before',
    {
      summary: 'The conditions of an instrument that was deleted and created again are read as they were before.',
      needs: 'instrument.remove',
      change: remembering(
        () => ({}),
        (deleted, shown, own) => deleted.get(own.instrument) ?? shown,
      ),
    },
  ),
];

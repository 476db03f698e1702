// Faults of what is told of instruments and periods where something came before (interface 4.5, rule 4; 6.2; 6.3): the wildcard once
// more, a second deletion, a later connection, another account, a created instrument, one border of a period.
import type { JsonObject } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { DomainEvent, HmrPeriod } from '../../domain.js';
import { alsoWhere, amended, exceptWhere } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { afterLeavingAll } from '../algebra/wildcard-leavers.js';

/** A change of a period is not told where these members stay. */
function untoldWhereSame(shown: (period: HmrPeriod) => string): Edits {
  return {
    deliversTo: (honest) => {
      const last = new Map<string, string>();
      return (event, subscriptions, context) => {
        if (!honest(event, subscriptions, context)) return false;
        const [period] = event.kind === 'hmr_update' ? event.upsertedPeriods : [];
        if (period === undefined) return true;
        const name = `${context.id} ${period.id}`;
        const before = last.get(name);
        last.set(name, shown(period));
        return before !== shown(period);
      };
    },
  };
}

export const toldOfInstrumentFaults: readonly Fault[] = [
  violating('6.3', ['instruments.deleted'])('deletions-untold-beside-hmr', {
    summary: 'Who is subscribed to hmr as well is not told of deleted instruments.',
    needs: 'instrument.remove',
    deliversTo: exceptWhere(
      (event, { hmr }) => event.kind === 'instrument_event' && event.action === 'del' && hmr.size > 0,
    ),
  }),
  violating('4.5', ['subscriptions.all-instruments'])('all-instruments-untold-when-subscribed-again', {
    summary: 'Who gives all instruments up and subscribes to all again is told of none.',
    needs: 'instrument.update',
    change: afterLeavingAll((hasLeft) => ({
      deliversTo: exceptWhere(
        (event, { allInstruments }, { id }) => event.kind === 'instrument_event' && allInstruments && hasLeft(id),
      ),
    })),
  }),
  violating('6.3', ['instruments.deleted'])('second-deletion-of-an-instrument-untold', {
    summary: 'An instrument that is deleted once more after it came back is not told of.',
    needs: 'instrument.remove',
    deliversTo: (honest) => {
      const deletedAtMs = new Map<string, number>();
      return (event, subscriptions, context) => {
        if (event.kind !== 'instrument_event' || event.action !== 'del') return honest(event, subscriptions, context);
        const name = `${context.accountId} ${event.conditions.instrument}`;
        const first = deletedAtMs.get(name) ?? event.atMs;
        deletedAtMs.set(name, first);
        return first === event.atMs && honest(event, subscriptions, context);
      };
    },
  }),
  violating('6.3', ['instruments.updated', 'instruments.conditions-current'])('updates-frozen-on-later-connections', {
    summary: 'Later connections of an account are told of an instrument as they were told first.',
    needs: 'instrument.update',
    amendMessage: (honest) => {
      const first = new Map<string, JsonObject>();
      return (message, event, connection) => {
        const shown = honest(message, event, connection);
        if (event.kind !== 'instrument_event' || event.action !== 'upd' || connection.ordinal < 2) return shown;
        const name = `${connection.ordinal} ${event.conditions.instrument}`;
        if (!first.has(name) && isJsonObject(shown)) first.set(name, shown);
        return first.get(name) ?? shown;
      };
    },
  }),
  violating('6', ['subscriptions.own-account-only', 'instruments.conditions-current'])(
    'instruments-of-every-account-under-the-wildcard',
    {
      summary: 'Who is subscribed to all instruments is told of what changes on other accounts, too.',
      needs: 'instrument.update',
      offersToAllAccounts: alsoWhere((event) => event.kind === 'instrument_event'),
      deliversTo: alsoWhere((event, { allInstruments }) => event.kind === 'instrument_event' && allInstruments),
    },
  ),
  violating('4.5', ['subscriptions.hmr-list'])('created-instruments-refused-for-hmr', {
    summary: 'An instrument that was created for the account cannot be subscribed for hmr.',
    needs: 'instrument.add',
    maySubscribe: exceptWhere(
      (_instrument, available, existsOnPlatform, kind) => kind === 'hmr' && available && !existsOnPlatform,
    ),
  }),
  violating('6.2', ['hmr.updates-add-up'])('another-start-of-a-period-untold', {
    summary: 'A period that changes its start alone is not told.',
    needs: 'hmr.upsert',
    ...untoldWhereSame(({ instruments, endsAtMs }) => `${instruments.join()} ${endsAtMs}`),
  }),
  violating('6.2', ['hmr.snapshot-complete'])('flexible-snapshots-without-scheduled-periods', {
    summary: 'The snapshot of a change of the flexible HMR status lacks the periods that have not begun.',
    needs: 'hmr.flexible',
    change: sharing(
      // Those of a subscription are not delivered by this rule.
      () => new WeakSet<DomainEvent>(),
      (flexible) => ({
        deliversTo: amended((delivers, event) => {
          if (event.kind === 'hmr_snapshot') flexible.add(event);
          return delivers;
        }),
        amendMessage: amended((message, _message, event) => {
          if (event.kind !== 'hmr_snapshot' || !flexible.has(event) || !isJsonObject(message)) return message;
          const { periods } = message;
          const isBegun = (at: number): boolean => (event.periods[at]?.startsAtMs ?? 0) <= event.atMs;
          return isJsonArray(periods) ? { ...message, periods: periods.filter((_period, at) => isBegun(at)) } : message;
        }),
      }),
    ),
  }),
];

// Faults of HMR periods with a past (interface 6.2, rules 2 and 3): periods that were changed or removed before, lists that were subscribed
// later, and what becomes of the next update or snapshot.
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { DomainEvent, HmrPeriod } from '../../domain.js';
import type { Subscriptions } from '../../rules/context.js';
import type { DeliveryContext } from '../../rules/telling/delivery.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const addUp = violating('6.2', ['hmr.updates-add-up', 'hmr.incremental-updates', 'hmr.update-removed']);

/** Events of instruments that were not in the first list of their connection are lost. */
function ofTheFirstList(
  listOf: (subscriptions: Subscriptions) => ReadonlySet<string>,
  namesIn: (event: DomainEvent) => readonly string[] | undefined,
): Pick<Edits, 'deliversTo'> {
  return {
    deliversTo: (honest) => {
      const first = new Map<string, ReadonlySet<string>>();
      return (event: DomainEvent, subscriptions: Subscriptions, context: DeliveryContext) => {
        if (!honest(event, subscriptions, context)) return false;
        const names = namesIn(event);
        if (names === undefined) return true;
        if (!first.has(context.id)) first.set(context.id, listOf(subscriptions));
        return names.some((name) => first.get(context.id)?.has(name));
      };
    },
  };
}

/** Where it is meant, periods are shown with the times that they were created with. */
function withFirstTimes(isMeant: (isUpdate: boolean) => boolean): Change {
  return sharing(
    () => ({ first: new Map<string, HmrPeriod>(), updating: { is: false } }),
    ({ first, updating }) => ({
      upsertedPeriods: amended((periods, changed) => {
        updating.is = true;
        if (!first.has(changed.id)) first.set(changed.id, changed);
        return periods;
      }),
      shownPeriod: amended((shown: HmrPeriod) => {
        const isUpdate = updating.is;
        updating.is = false;
        const { startsAtMs, endsAtMs } = first.get(shown.id) ?? shown;
        return isMeant(isUpdate) ? { ...shown, startsAtMs, endsAtMs } : shown;
      }),
    }),
  );
}

/** Whether a period is in snapshots follows the end that it was created with, too. */
function byFirstEnd(isCurrent: (isByLatest: boolean, isByFirst: boolean) => boolean): Change {
  return sharing(
    () => new Map<string, number>(),
    (ends) => ({
      upsertedPeriods: amended((periods, { id, endsAtMs }) => {
        if (!ends.has(id)) ends.set(id, endsAtMs);
        return periods;
      }),
      isCurrent: amended((isByLatest, { id, endsAtMs }, nowMs) =>
        isCurrent(isByLatest, (ends.get(id) ?? endsAtMs) > nowMs),
      ),
    }),
  );
}

export const periodPastFaults: readonly Fault[] = [
  violating('6.2', ['hmr.snapshot-complete', 'hmr.updates-add-up'])('hmr-prolonged-period-ends-at-its-first-end', {
    summary: 'A period that was prolonged is gone from snapshots when its first end has passed.',
    needs: 'hmr.upsert',
    change: byFirstEnd((isByLatest, isByFirst) => isByLatest && isByFirst),
  }),
  violating('6.2', ['hmr.snapshot-current', 'hmr.updates-add-up'])('hmr-shortened-period-lasts-to-its-first-end', {
    summary: 'A period that was shortened is in snapshots until its first end has passed.',
    needs: 'hmr.upsert',
    change: byFirstEnd((isByLatest, isByFirst) => isByLatest || isByFirst),
  }),
  violating('6.2', ['hmr.snapshot-complete', 'hmr.updates-add-up'])('hmr-snapshot-without-changed-periods', {
    summary: 'Snapshots leave out a period that was changed after it had been created.',
    needs: 'hmr.upsert',
    change: sharing(
      () => new Map<string, number>(),
      (told) => ({
        upsertedPeriods: amended((periods, changed) => {
          told.set(changed.id, (told.get(changed.id) ?? 0) + 1);
          return periods;
        }),
        amendMessage: amended((message, _before, event) =>
          event.kind === 'hmr_snapshot' && isJsonObject(message) && isJsonArray(message['periods'] ?? null)
            ? {
                ...message,
                periods: (message['periods'] as readonly never[]).filter(
                  (_period, at) => (told.get(event.periods[at]?.id ?? '') ?? 0) < 2,
                ),
              }
            : message,
        ),
      }),
    ),
  }),
  violating('6.2', ['hmr.snapshot-current', 'hmr.updates-add-up'])('hmr-snapshot-with-the-first-instruments', {
    summary: 'Snapshots and updates show a changed period, but snapshots with the instruments that it had at first.',
    needs: 'hmr.upsert',
    change: sharing(
      () => ({ first: new Map<string, readonly string[]>(), updating: { is: false } }),
      ({ first, updating }) => ({
        upsertedPeriods: amended((periods, changed) => {
          updating.is = true;
          if (!first.has(changed.id)) first.set(changed.id, changed.instruments);
          return periods;
        }),
        shownPeriod: amended((shown: HmrPeriod) => {
          const isUpdate = updating.is;
          updating.is = false;
          return isUpdate ? shown : { ...shown, instruments: first.get(shown.id) ?? shown.instruments };
        }),
      }),
    ),
  }),
  violating('6.2', ['hmr.snapshot-current', 'hmr.updates-add-up'])('hmr-snapshot-with-the-first-times', {
    summary: 'Updates show the times of a changed period, snapshots those that it had at first.',
    needs: 'hmr.upsert',
    change: withFirstTimes((isUpdate) => !isUpdate),
  }),
  violating('6.2', ['hmr.update-upserted', 'hmr.updates-add-up'])('hmr-update-with-the-first-times', {
    summary: 'Snapshots show the times of a changed period, its updates those that it had at first.',
    needs: 'hmr.upsert',
    change: withFirstTimes((isUpdate) => isUpdate),
  }),
  addUp('hmr-removed-period-comes-back-with-the-next', {
    summary: 'The update of a period holds those that were removed before it, too.',
    needs: 'hmr.remove',
    change: sharing(
      () => ({ known: new Map<string, HmrPeriod>(), removed: [] as HmrPeriod[] }),
      ({ known, removed }) => ({
        upsertedPeriods: amended((periods, changed) => {
          known.set(changed.id, changed);
          return [...periods, ...removed];
        }),
        removedPeriodIds: amended((ids, periodId) => {
          const period = known.get(periodId);
          if (period !== undefined) removed.push(period);
          return ids;
        }),
      }),
    ),
  }),
  addUp('hmr-period-created-again-untold', {
    summary: 'A period that is created again under the identifier of a removed one is not told.',
    needs: 'hmr.remove',
    change: sharing(
      () => new Set<string>(),
      (removed) => ({
        upsertedPeriods: amended((periods) => periods.filter(({ id }) => !removed.has(id))),
        removedPeriodIds: amended((ids, periodId) => {
          removed.add(periodId);
          return ids;
        }),
      }),
    ),
  }),
  addUp('hmr-removal-told-with-those-before', {
    summary: 'A removal names the periods that were removed before it once more, also where they are there again.',
    needs: 'hmr.remove',
    change: sharing(
      () => new Set<string>(),
      (before) => ({
        removedPeriodIds: amended((ids, periodId) => {
          const told = [...ids, ...[...before].filter((one) => one !== periodId)];
          before.add(periodId);
          return told;
        }),
      }),
    ),
  }),
  violating('6.2', ['hmr.incremental-updates'])('hmr-updates-of-the-first-list-alone', {
    summary: 'Updates follow the instruments that a connection named first, whatever it subscribes later.',
    needs: 'hmr.upsert',
    ...ofTheFirstList(
      ({ hmr }) => hmr,
      (event) =>
        event.kind === 'hmr_update' && event.upsertedPeriods.length > 0
          ? event.upsertedPeriods.flatMap(({ instruments }) => instruments)
          : undefined,
    ),
  }),
  violating('6.3', ['instruments.event-per-instrument'])('instrument-events-of-the-first-list-alone', {
    summary: 'Instrument events follow the names that a connection subscribed first, whatever it subscribes later.',
    needs: 'instrument.update',
    ...ofTheFirstList(
      ({ instruments, allInstruments }) => (allInstruments ? new Set() : instruments),
      (event) => (event.kind === 'instrument_event' ? [event.conditions.instrument] : undefined),
    ),
  }),
];
